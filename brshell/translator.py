"""From source text to compiled units: reader, expander and compiler together.

Only imported when something has to be compiled: programs that the cache knows start
without it.
"""

from __future__ import annotations

from brshell.compiler.unit import Unit
from brshell.expander.circular import check_not_circular
from brshell.expander.core import Global, Lambda, Variable, nothing, sequence
from brshell.expander.derived import derived_form_bindings
from brshell.expander.environment import Environment
from brshell.expander.expander import LIBRARY_FORMS, Expander
from brshell.expander.libraries import Libraries, bind
from brshell.expander.scope import Scope, base_symbol
from brshell.expander.special import special_form_bindings
from brshell.expander.srfi import srfi_form_bindings
from brshell.expander.standard import R5RS
from brshell.reader.files import library_folder, read_source
from brshell.reader.reader import read_all
from brshell.reader.source import Source, Span
from brshell.runtime.conditions import failure
from brshell.runtime.continuations import run
from brshell.runtime.datums import NIL, Pair, symbol
from brshell.runtime.namespace import LIBRARY
from brshell.runtime.printer import line_of_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import TracebackType
    from typing import Any

    from brshell.expander.core import Core
    from brshell.expander.scope import Binding, Identifier
    from brshell.machine import Machine


class Translator:
    """Compiles for one machine; ``procedures`` are those of the language by name."""

    def __init__(self, machine: Machine, procedures: dict[str, Any]) -> None:
        self.namespace = machine.namespace
        self.units = machine.units
        self._counts: dict[str, int] = {}  # how often a name was used
        bindings: dict[Identifier, Binding] = {
            symbol(name): Global(name, name, procedure)
            for name, procedure in procedures.items()
        }
        bindings.update(special_form_bindings())
        bindings.update(derived_form_bindings())
        bindings.update(srfi_form_bindings())
        self.language = Environment(bindings, self.namespace)
        self.libraries = self.language.libraries = Libraries(
            self.language,
            library_folder(),
            _read_file,
            self._run_library,
            machine.import_python,
            {
                "(brshell)": self.language.names,
                "(brshell robot)": lambda: machine.language.robot_names(),
            },
        )

    def new_environment(self) -> Environment:
        """Return an environment in which programs may define things."""
        bindings = {
            name: binding
            for name, binding in self.language.bindings.items()
            if not base_symbol(name).name.startswith("%")
        }
        return Environment(bindings, self.namespace, self.language)

    def unit(self, source: Source, environment: Environment) -> Unit:
        """Compile a source."""
        whole = Span(source, 0, len(source.text))
        return self._unit(source.name, read_all(source), whole, environment)

    def trial(self, source: Source, environment: Environment) -> Unit:
        """Compile a source that is not to run: the environment stays as it is."""
        own = Environment({}, self.namespace, self.language)
        own.adopt(environment)
        return self.unit(source, own)

    def program(self, source: Source, environment: Environment) -> Unit:
        """Compile a script: one that begins with import has only what it imports.

        The environment learns what such a script means by its names.
        """
        forms = read_all(source)
        whole = Span(source, 0, len(source.text))
        first = forms[0][0] if forms else NIL
        if not (isinstance(first, Pair) and first.car in map(symbol, LIBRARY_FORMS)):
            return self._unit(source.name, forms, whole, environment)
        own = Environment({}, self.namespace, self.language)
        for name in map(symbol, LIBRARY_FORMS):
            own.bindings[name] = self.language.bindings[name]
        unit = self._unit(source.name, forms, whole, own)
        environment.adopt(own)
        return unit

    def unit_of_datum(self, datum: Any, environment: Environment) -> Unit:
        """Compile a datum that a program made."""
        source = Source("eval", line_of_text(datum))
        span = Span(source, 0, len(source.text))
        return self._unit("eval", [(datum, span)], span, environment)

    def changed_unit(
        self, source: Source, environment: Environment, change: Callable[[Core], Core]
    ) -> Unit:
        """Compile what ``change`` makes of the core form of a source."""
        whole = Span(source, 0, len(source.text))
        core = Expander(environment).program(read_all(source), whole)
        return self._compiled(source.name, change(core))

    def unit_inside(
        self, source: Source, environment: Environment, variables: list[Variable]
    ) -> Unit:
        """Compile a source as if it stood inside the scope of some variables.

        The value of the unit is a procedure that takes their values. Raise SchemeError
        if the source sets one of them.
        """
        expander, scope = Expander(environment), Scope(environment)
        for variable in variables:
            scope.bindings[symbol(variable.name)] = variable
        whole = Span(source, 0, len(source.text))
        forms = [
            core
            for datum, span in read_all(source)
            for core in expander.top_level(datum, span, scope)
        ]
        environment.take_replacing()  # there is nothing before the definitions
        for variable in variables:
            if variable.assigned:
                message = "a variable of a stopped program cannot be set"
                raise failure("error", variable.name, message)
        body = sequence(forms, whole) if forms else nothing(whole)
        core = Lambda("prompt", variables, None, body, whole)
        unit = self._compiled(source.name, core)
        unit.top = core
        return unit

    def imported(self, sets: list[Any]) -> Environment:
        """Return an environment with what import sets bind, for eval. R7RS 6.12."""
        span = Span(Source("environment", ""), 0, 0)
        environment = Environment({}, self.namespace, self.language)
        for datum in sets:
            check_not_circular(datum, span)
            bind(environment, self.libraries.import_set(datum, span))
        return environment

    def syntax_only(self) -> Environment:
        """Return an environment with the syntax of R5RS and no procedures."""
        environment = self.imported([R5RS])
        for name, binding in list(environment.bindings.items()):
            if isinstance(binding, Global):
                del environment.bindings[name]
        return environment

    def scheme_units(self, sources: Iterable[Source]) -> list[Unit]:
        """Compile the part of the language that is written in Scheme."""
        return [self.unit(source, self.language) for source in sources]

    def place_in(self, traceback: TracebackType | None) -> Span | None:
        """Return which form was being expanded when something broke that off."""
        place = None
        while traceback is not None:
            if traceback.tb_frame.f_code is Expander.head.__code__:
                place = traceback.tb_frame.f_locals["span"]
            traceback = traceback.tb_next
        return place

    def _run_library(
        self,
        name: str,
        body: list[tuple[Any, Span]],
        span: Span,
        environment: Environment,
    ) -> None:
        ours = span.source.name.startswith(library_folder())
        title = f"{LIBRARY}{name}" if ours else name
        run(self._unit(title, body, span, environment).function(), self.units)

    def _unit(
        self,
        name: str,
        forms: list[tuple[Any, Span]],
        span: Span,
        environment: Environment,
    ) -> Unit:
        return self._compiled(name, Expander(environment).program(forms, span))

    def _compiled(self, name: str, core: Core) -> Unit:
        filename = self._unused(name)
        unit = Unit(filename, core, self.namespace)
        self.units[filename] = unit
        return unit

    def _unused(self, name: str) -> str:
        """Return a file name that no unit has: the name, or with a number."""
        filename = name
        while filename in self.units:
            self._counts[name] = self._counts.get(name, 1) + 1
            filename = f"{name}#{self._counts[name]}"
        return filename


def _read_file(path: str, who: str) -> list[tuple[Any, Span]]:
    """Return the forms of a file that ``who`` is about: import, include, include-ci."""
    forms = read_all(read_source(path, who), fold_case=who == "include-ci")
    for datum, place in forms:
        check_not_circular(datum, place)
    return forms
