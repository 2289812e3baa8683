"""Python templates: the text of an expression or statement, with operands put in."""

from __future__ import annotations

import ast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    Node = TypeVar("Node", bound=ast.AST)

_parsed: dict[str, ast.AST] = {}


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


def fill(
    template: str, slow: ast.expr, operands: list[ast.expr], line: int
) -> ast.expr | ast.stmt:
    """Return the template with its names replaced, at a line."""
    parsed = _parsed.get(template)
    if parsed is None:
        statement = ast.parse(template).body[0]
        parsed = statement.value if isinstance(statement, ast.Expr) else statement
        _parsed[template] = parsed
    names = dict(zip("ABC", operands, strict=False))
    names["SLOW"] = slow
    return _copy(parsed, names, line)  # type: ignore[no-any-return]


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
