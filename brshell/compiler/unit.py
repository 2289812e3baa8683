"""A unit: one program, or one entry at the prompt, compiled.

It keeps the normal form, so that an error can be traced to the form that failed and
a continuation can be entered again.
"""

from __future__ import annotations

import ast

from brshell.compiler.analysis import children, global_definitions
from brshell.compiler.emit import FunctionEmitter
from brshell.compiler.normalize import normalize_program
from brshell.compiler.residual import residual
from brshell.expander.core import Core, Global, Variable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from brshell.compiler.normal import Bind, Procedure


class SiteEntry:
    """What a line number of the generated code stands for.

    ``bind`` is there when the line is a call that a continuation may return to.
    """

    __slots__ = ("bind", "core", "procedure")

    def __init__(self, core: Core, procedure: Procedure, bind: Bind | None) -> None:
        self.core = core
        self.procedure = procedure
        self.bind = bind


class Unit:
    """Compiles a core form for a namespace, in which its constants are put."""

    def __init__(self, filename: str, core: Core, namespace: dict[str, Any]) -> None:
        self.filename = filename
        self.namespace = namespace
        self.sites: list[SiteEntry] = []
        self._lines: dict[int, int] = {}
        self._names: dict[Variable, str] = {}
        self._taken = _global_keys(core)
        self._constants = 0
        self._resumes: dict[int, tuple[Callable[..., Any], list[str]]] = {}
        self._program = normalize_program(core, global_definitions(core))

    def syntax(self) -> ast.Module:
        """Return the Python syntax tree of the program."""
        return self._module(self._program, "$program")

    def function(self) -> Callable[[], Any]:
        """Return the function that runs the program (it may return a tail call)."""
        return self._define(self._program, "$program")

    def resume(self, line: int) -> tuple[Callable[..., Any], list[str]]:
        """Return the function that goes on after the call at a line.

        With it come the names of the variables whose values it takes after the
        value of the call.
        """
        found = self._resumes.get(line)
        if found is None:
            entry = self.entry(line)
            assert entry.bind is not None
            procedure = residual(entry.procedure, entry.bind)
            function = self._define(procedure, procedure.core.name or "lambda")
            names = [self.name(variable) for variable in procedure.parameters[1:]]
            found = self._resumes[line] = (function, names)
        return found

    def entry(self, line: int) -> SiteEntry:
        """Return what a line number stands for."""
        return self.sites[line - 1]

    # What the emitter asks for

    def site(self, core: Core, procedure: Procedure, bind: Bind | None = None) -> int:
        """Return the line number for a form in a procedure."""
        key = id(core) if bind is None else id(bind)
        line = self._lines.get(key)
        if line is not None and self.sites[line - 1].procedure is procedure:
            return line
        self.sites.append(SiteEntry(core, procedure, bind))
        self._lines[key] = len(self.sites)
        return len(self.sites)

    def name(self, variable: Variable) -> str:
        """Return the Python name of a local variable: its own, or with a number."""
        name = self._names.get(variable)
        if name is None:
            number = 1
            name = variable.name
            while name in self._taken or name.startswith("$"):
                name = f"{variable.name.lstrip('$')}.{number}"
                number += 1
            self._taken.add(name)
            self._names[variable] = name
        return name

    def constant(self, key: str | None, value: Any) -> str:
        """Put a constant into the namespace and return its name there."""
        if key is None:
            self._constants += 1
            key = f"${self.filename}:{self._constants}"
        self.namespace[key] = value
        return key

    def _module(self, procedure: Procedure, name: str) -> ast.Module:
        function = FunctionEmitter(self, procedure).function(name)
        return ast.Module([function], [])

    def _define(self, procedure: Procedure, name: str) -> Callable[..., Any]:
        code = compile(self._module(procedure, name), self.filename, "exec")
        made: dict[str, Any] = {}
        exec(code, self.namespace, made)
        return made[name]  # type: ignore[no-any-return]


def _global_keys(core: Core) -> set[str]:
    """Return what local variables must not be called: Python's words, globals' keys."""
    keys = {"None", "True", "False", "__debug__"}
    pending = [core]
    while pending:
        form = pending.pop()
        variable = getattr(form, "variable", None)
        if isinstance(variable, Global):
            keys.add(variable.key)
        pending += children(form)
    return keys
