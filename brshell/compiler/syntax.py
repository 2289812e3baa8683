"""Pieces of Python's abstract syntax: names, assignments, and templates filled in.

In a template (see primitives.py) A, B and C stand for the operands, SLOW for the
builtin, and any other name for one of the runtime's.
"""

from __future__ import annotations

import ast
from functools import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    Node = TypeVar("Node", bound=ast.AST)


def load(name: str) -> ast.Name:
    """Return the value of a variable."""
    return ast.Name(name, ast.Load())


def store(name: str) -> ast.Name:
    """Return a variable as the target of an assignment."""
    return ast.Name(name, ast.Store())


def assign(name: str, value: ast.expr, line: int) -> ast.stmt:
    """Return the statement that assigns a value to a variable."""
    return located(ast.Assign([store(name)], value), line)


def call(name: str, *arguments: ast.expr) -> ast.Call:
    """Return a call of the function that a variable holds."""
    return ast.Call(load(name), list(arguments), [])


def definition(
    name: str,
    parameters: list[str],
    rest: str | None,
    body: list[ast.stmt],
    line: int,
) -> ast.FunctionDef:
    """Return the definition of a function."""
    arguments = ast.arguments(
        posonlyargs=[],
        args=[ast.arg(parameter) for parameter in parameters],
        vararg=ast.arg(rest) if rest is not None else None,
        kwonlyargs=[],
        kw_defaults=[],
        defaults=[],
    )
    return located(ast.FunctionDef(name, arguments, body, []), line)


def box(*content: ast.expr) -> ast.List:
    """Return a new box (a Python list) with a value in it, or an empty one."""
    return ast.List(list(content), ast.Load())


def negated(test: ast.expr) -> ast.expr:
    """Return the opposite of a test."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand
    return ast.UnaryOp(ast.Not(), test)


def located(node: Node, line: int) -> Node:
    """Give a node, and those of its parts that have none, a line number."""
    pending: list[ast.AST] = [node]
    while pending:
        part = pending.pop()
        if not hasattr(part, "lineno"):
            part.lineno = part.end_lineno = line  # type: ignore[attr-defined]
            part.col_offset = part.end_col_offset = 0  # type: ignore[attr-defined]
            pending += ast.iter_child_nodes(part)
    return node


def fill(template: str, slow: ast.expr, operands: list[ast.expr], line: int) -> Any:
    """Return the expression (or statement) of a template, at a line."""
    names = dict(zip("ABC", operands, strict=False))
    names["SLOW"] = slow
    return _copy(_parsed(template), names, line)


@cache
def _parsed(template: str) -> ast.AST:
    statement = ast.parse(template).body[0]
    return statement.value if isinstance(statement, ast.Expr) else statement


def _copy(node: Any, names: dict[str, ast.expr], line: int) -> Any:
    if isinstance(node, list):
        return [_copy(item, names, line) for item in node]
    if not isinstance(node, ast.AST):
        return node
    if isinstance(node, ast.Name):
        if node.id in names:
            return located(names[node.id], line)
        return located(ast.Name("$" + node.id, node.ctx), line)
    copied = type(node)(
        **{field: _copy(value, names, line) for field, value in ast.iter_fields(node)}
    )
    return located(copied, line)
