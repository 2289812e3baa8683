"""Candidates and hints for a machine, with its names as they are at the time."""

from __future__ import annotations

from collections import Counter
from importlib import import_module

from brshell.repl.completion.candidates import Candidate, candidates
from brshell.repl.completion.hint import hint
from brshell.repl.completion.names import Names, count_uses, names_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from brshell.machine import Machine


class Completion:
    """Completes for a machine; ``history`` are entries of former sessions.

    The names are gathered anew when a program has run since the last time.
    """

    def __init__(self, machine: Machine, history: Iterable[str] = ()) -> None:
        self._machine = machine
        self._history = history
        self._uses: Counter[str] = Counter()
        self._counted = 0  # of the units, those whose words are in uses
        self._names: Names | None = None

    def candidates(
        self, text: str, cursor: int, requested: bool = False
    ) -> list[Candidate]:
        """Return what the word in front of the cursor may become, best first."""
        return candidates(text, cursor, self.names(), requested)

    def hint(self, text: str, cursor: int) -> list[tuple[str, str]]:
        """Return the styled signature of the call around the cursor."""
        return hint(text, cursor, self.names())

    def prepare(self) -> Iterator[None]:
        """Gather the names in steps, each of some ten milliseconds."""
        import_module("brshell.translator")
        yield
        self._machine.environment  # noqa: B018
        yield
        self._machine.book  # noqa: B018
        yield
        self.names()

    def names(self) -> Names:
        """Return the names as they are now."""
        self._machine.environment  # noqa: B018  (it adds a unit when it is made)
        units = list(self._machine.units.values())
        if self._names is None:
            self._uses = count_uses(self._history)
        if self._names is None or self._counted < len(units):
            sources = (u.source for u in units[self._counted :] if not u.library)
            self._uses += count_uses(source.text for source in sources if source)
            self._counted = len(units)
            self._names = names_of(self._machine, self._uses)
        return self._names
