"""From source text to compiled units: reader, expander and compiler together.

Only imported when something has to be compiled: programs that the cache knows start
without it.
"""

from __future__ import annotations

from brshell.compiler.unit import Unit
from brshell.expander.core import Global
from brshell.expander.derived import derived_form_bindings
from brshell.expander.environment import Environment
from brshell.expander.expander import Expander
from brshell.expander.scope import base_symbol
from brshell.expander.special import special_form_bindings
from brshell.reader.reader import read_all
from brshell.reader.source import Source, Span
from brshell.runtime.datums import symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from brshell.expander.scope import Binding, Identifier


class Translator:
    """Compiles for one namespace. ``units`` are those it made, by file name."""

    def __init__(
        self,
        namespace: dict[str, Any],
        units: dict[str, Unit],
        builtins: dict[str, Any],
    ) -> None:
        self.namespace = namespace
        self.units = units
        self._counts: dict[str, int] = {}  # how often a name was used
        bindings: dict[Identifier, Binding] = {
            symbol(name): Global(name, name, procedure)
            for name, procedure in builtins.items()
        }
        bindings.update(special_form_bindings())
        bindings.update(derived_form_bindings())
        self.language = Environment(bindings, namespace)

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

    def unit_of_datum(self, datum: Any, environment: Environment) -> Unit:
        """Compile a datum that a program made."""
        span = Span(Source("eval", ""), 0, 0)
        return self._unit("eval", [(datum, span)], span, environment)

    def library_units(self, sources: Iterable[Source]) -> list[Unit]:
        """Compile the part of the language that is written in Scheme.

        Its definitions are builtins for all that is compiled afterwards.
        """
        return [
            self._unit(
                source.name,
                read_all(source),
                Span(source, 0, len(source.text)),
                self.language,
                library=True,
            )
            for source in sources
        ]

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
        filename = name if library else self._unused(name)
        unit = Unit(filename, core, self.namespace, library=library)
        self.units[filename] = unit
        return unit

    def _unused(self, name: str) -> str:
        """Return a file name that no unit has: the name, or with a number."""
        filename = name
        while filename in self.units:
            self._counts[name] = self._counts.get(name, 1) + 1
            filename = f"{name}#{self._counts[name]}"
        return filename
