"""A Scheme machine: an environment, its namespace, and how programs run in it."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

from brshell.builtins import MODULES
from brshell.builtins.declare import declared_in
from brshell.compiler.unit import Unit
from brshell.expander.core import Global
from brshell.expander.derived import derived_form_bindings
from brshell.expander.environment import Environment
from brshell.expander.expander import Expander
from brshell.expander.scope import base_symbol
from brshell.expander.special import special_form_bindings
from brshell.reader.reader import read_all
from brshell.reader.source import Source, Span
from brshell.runtime.calls import force
from brshell.runtime.continuations import (
    call_with_current_continuation,
    run,
    with_exception_handler,
)
from brshell.runtime.datums import NIL, UNSPECIFIED, symbol
from brshell.runtime.dynamic import state
from brshell.runtime.namespace import runtime_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brshell.expander.scope import Binding, Identifier

# The part of the language that is written in Scheme, in the order it is loaded.
PRELUDE = (
    "scheme/control.scm",
    "scheme/checks.scm",
    "scheme/lists.scm",
    "scheme/sorting.scm",
    "scheme/vectors.scm",
    "scheme/strings.scm",
    "scheme/hashtables.scm",
    "scheme/ports.scm",
)

# Python frames that a program may use: far more than memory allows on most machines,
# so that recursion ends in a condition and not in the death of the process.
RECURSION_LIMIT = 10_000_000


class Machine:
    """Runs Scheme programs: what one defines, the next one sees.

    ``python`` tells whether programs may reach Python; ``robot_options`` are those of
    brbrain.open for the robot that opens when a program first needs one.
    """

    def __init__(
        self, *, python: bool = True, robot_options: dict[str, Any] | None = None
    ) -> None:
        self.python = python
        self.robot_options = robot_options or {}
        sys.setrecursionlimit(RECURSION_LIMIT)
        self.namespace = runtime_names()
        self.units: dict[str, Unit] = {}
        self.namespace["$units"] = self.units
        self.namespace["$similar"] = self.similar
        self.command_line: list[str] = []
        language = self._language()
        self.environment = Environment(
            {
                name: binding
                for name, binding in language.bindings.items()
                if not base_symbol(name).name.startswith("%")
            },
            self.namespace,
            language,
        )

    def run_source(self, source: Source) -> Any:
        """Expand all forms of a source, then run them; return the last value.

        Raise SchemeError for whatever the program raises and does not handle.
        """
        return self._run(self.compile(source, self.environment))

    def compile(
        self, source: Source, environment: Environment, *, library: bool = False
    ) -> Unit:
        """Return the unit for a source."""
        whole = Span(source, 0, len(source.text))
        return self._unit(
            source.name, read_all(source), whole, environment, library=library
        )

    def compile_datum(self, datum: Any, environment: Environment) -> Unit:
        """Return the unit for a datum that a program made."""
        source = Source("eval", "")
        span = Span(source, 0, 0)
        return self._unit("eval", [(datum, span)], span, environment)

    def _unit(
        self,
        name: str,
        forms: list[tuple[Any, Span]],
        span: Span,
        environment: Environment,
        *,
        library: bool = False,
    ) -> Unit:
        core = Expander(environment).program(forms, span)
        filename = name
        number = 2
        while filename in self.units:
            filename = f"{name}#{number}"
            number += 1
        unit = Unit(filename, core, self.namespace, library=library)
        self.units[filename] = unit
        return unit

    def similar(self, name: str) -> str | None:
        """Return a defined name that looks like this one, or None."""
        from difflib import get_close_matches

        defined = [
            other
            for other in self.environment.names()
            if other != name and self._is_defined(other)
        ]
        return next(iter(get_close_matches(name, defined, 1, 0.8)), None)

    def _is_defined(self, name: str) -> bool:
        binding = self.environment.bindings[symbol(name)]
        return not isinstance(binding, Global) or binding.key in self.namespace

    def _run(self, unit: Unit) -> Any:
        state.handlers = state.winds = state.parameters = NIL
        try:
            return run(unit.function(), self.units)
        except BaseException:
            self._run_afters()
            raise

    def _run_afters(self) -> None:
        """Run the afters of the winds that an error or Ctrl-C left in force."""
        rewind = self.namespace["%rewind"]
        state.handlers = NIL
        run(lambda: rewind(NIL, lambda: UNSPECIFIED), self.units)

    def _language(self) -> Environment:
        """Return the environment of the language itself, with all its builtins."""
        bindings: dict[Identifier, Binding] = {}
        bindings.update(special_form_bindings())
        bindings.update(derived_form_bindings())
        for module in MODULES:
            declared = declared_in(import_module(f"brshell.builtins.{module}"), self)
            for name, function in declared:
                bindings[symbol(name)] = Global(name, name, function)
                self.namespace[name] = function
        environment = Environment(bindings, self.namespace)
        for path in PRELUDE:
            source = Source(f"<{path}>", (_library() / path).read_text("utf-8"))
            force(self.compile(source, environment, library=True).function()())
        rewind, failed = self.namespace["%rewind"], self.namespace["%failed"]
        call_cc = call_with_current_continuation(rewind, self.units)
        self.namespace["call/cc"] = call_cc
        self.namespace["call-with-current-continuation"] = call_cc
        with_handler = with_exception_handler(failed, self.units)
        self.namespace["with-exception-handler"] = with_handler
        for name in (
            "call/cc",
            "call-with-current-continuation",
            "with-exception-handler",
        ):
            bindings[symbol(name)] = Global(name, name)
        for identifier, binding in bindings.items():
            if isinstance(binding, Global) and binding.builtin is None:
                function = self.namespace[binding.key]
                bindings[identifier] = Global(binding.name, binding.key, function)
        return environment


def _library() -> Path:
    """Return the folder of the Scheme library: in the package, or beside it."""
    here = Path(__file__).parent
    packed = here / "stdlib"
    return packed if packed.is_dir() else here.parent / "stdlib"
