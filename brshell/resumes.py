"""How calls go on that wait for a value when a continuation is entered.

What goes on is compiled when it is first needed, which takes the source. So it is kept
in the cache beside the program: the next run enters its continuations at once.
"""

from __future__ import annotations

from brshell import cache
from brshell.runtime.namespace import LIBRARY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import CodeType
    from typing import Any

    from brshell.compiler.unit import Unit
    from brshell.reader.source import Source
    from brshell.runtime.continuations import Resume

    Place = tuple[str, int]


class Resumes(dict["Place", "Resume | None"]):
    """What goes on after the call at a place (file name, line); None if nothing does.

    ``units`` compile what is not known yet.
    """

    def __init__(self, units: Mapping[str, Unit], namespace: dict[str, Any]) -> None:
        super().__init__()
        self._units = units
        self._namespace = namespace
        self._title = self._text = ""
        self._program: Source | None = None
        self._is_loaded = False
        self._is_changed = False

    def keep_for(self, title: str, program: Source, language: str) -> None:
        """Take what the cache has for a program, when needed; keep more there.

        That goes on in the program and in the language, whose text this is.
        """
        self._title = f"resumes {title}"
        self._text = f"{program.text}\0{language}"
        self._program = program

    def store(self) -> None:
        """Keep in the cache what the program needed, if that is more than before."""
        if self._is_changed and self._program is not None:
            self._is_changed = False
            kept = [
                (place, resume and (resume[0].__code__, resume[1]))
                for place, resume in self.items()
                if place[0] == self._program.name or place[0].startswith(LIBRARY)
            ]
            cache.store(self._title, self._text, kept)

    def __missing__(self, place: Place) -> Resume | None:
        if not self._is_loaded:
            self._is_loaded = True
            self._load()
            if place in self:
                return self[place]
        filename, line = place
        found = self[place] = self._units[filename].resume(line)
        self._is_changed = True
        return found

    def _load(self) -> None:
        if self._program is None:
            return
        kept = cache.load(self._title, self._text)
        for place, resume in kept or []:
            self[place] = resume and self._made(*resume)

    def _made(self, code: CodeType, names: list[str]) -> Resume:
        from types import FunctionType  # rarely needed

        return FunctionType(code, self._namespace), names
