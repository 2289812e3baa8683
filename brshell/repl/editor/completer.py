"""Completions for prompt_toolkit, from a plain function."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prompt_toolkit.completion import Completer, Completion

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from prompt_toolkit.completion import CompleteEvent
    from prompt_toolkit.document import Document

    from brshell.repl.editor.assistance import Candidate


class EntryCompleter(Completer):
    """Offers the candidates."""

    def __init__(
        self, candidates: Callable[[str, int, bool], Sequence[Candidate]]
    ) -> None:
        self._candidates = candidates

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterator[Completion]:
        """Yield what the word before the cursor may become, best first."""
        text, cursor = document.text, document.cursor_position
        requested = complete_event.completion_requested
        for candidate in self._candidates(text, cursor, requested):
            yield Completion(
                candidate.text,
                start_position=candidate.start - cursor,
                display=candidate.display,
                display_meta=candidate.doc,
            )
