"""What the word at the cursor may become, and how the call around it is made.

Pure functions of the text, the place of the cursor, and a snapshot of the names.
"""

from __future__ import annotations

from brshell.repl.completion.candidates import Candidate, candidates
from brshell.repl.completion.completion import Completion
from brshell.repl.completion.hint import hint
from brshell.repl.completion.names import Names, count_uses, names_of

__all__ = [
    "Candidate",
    "Completion",
    "Names",
    "candidates",
    "count_uses",
    "hint",
    "names_of",
]
