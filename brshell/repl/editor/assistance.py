"""What the editor asks for while an entry is typed: all that it knows of the shell."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from brshell.repl.editing.colors import Meaning

Fragments = list[tuple[str, str]]
"""Pieces of text, each behind its style."""


class Candidate(Protocol):
    """One way to complete what stands before the cursor."""

    @property
    def text(self) -> str:
        """What is put in."""

    @property
    def start(self) -> int:
        """The offset in the entry from which on it replaces what stands there."""

    @property
    def display(self) -> str:
        """What the menu shows for it."""

    @property
    def doc(self) -> str:
        """A line about it."""


def _no_candidates(text: str, cursor: int, requested: bool) -> Sequence[Candidate]:
    return ()


@dataclass(frozen=True)
class Assistance:
    """Functions of the entry's text and the cursor's offset in it.

    ``meaning`` tells what names are, for the
    colours. ``candidates`` may complete a name; it also gets whether the user asked for
    that with Tab. ``hint`` says in a line what the call around the cursor takes.
    ``status`` is the line at the bottom. Those two may have nothing to say. ``panic``
    is what the panic keys do. ``prepare`` does in steps what the first three need:
    they are asked when it has ended, or when the user presses Tab.
    """

    meaning: Meaning = lambda name, position: ""
    candidates: Callable[[str, int, bool], Sequence[Candidate]] = _no_candidates
    hint: Callable[[str, int], Fragments] = lambda text, cursor: []
    status: Callable[[], Fragments] | None = None
    panic: Callable[[], None] | None = None
    prepare: Callable[[], Iterator[None]] | None = None
