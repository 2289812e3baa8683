"""What is known about one name."""

from __future__ import annotations

import re
from typing import NamedTuple

# The end of a sentence: a point that ends a word, not one of three ("second ... last").
_SENTENCE_END = re.compile(r"[^.\s]\.(?=\s|$)")


class Parameter(NamedTuple):
    """A parameter: its name, and what the procedure declares it as ("" if nothing).

    ``kind`` is a name of builtins.robot.convert: Id, Register and so on.
    """

    name: str
    kind: str = ""


class Entry(NamedTuple):
    """What is known about a name.

    ``kind`` is procedure, syntax, macro, variable, parameter, register, joint, library
    or command. ``signature`` says how it is used, a line for each way; ``text`` is the
    help; ``family`` is what it belongs to, of a user's variable the type of its value;
    ``origin`` says where it comes from: "of
    (srfi 1)", "of the AX-12", "defined at walk.scm:3:1". The last of the parameters
    stands for any number of arguments if there is a ``rest``; ``options`` are the words
    that may be given in front of a last argument, such as robot.
    """

    name: str
    kind: str
    signature: str
    text: str = ""
    family: str = ""
    origin: str = ""
    parameters: tuple[Parameter, ...] = ()
    rest: bool = False
    options: tuple[str, ...] = ()

    @property
    def summary(self) -> str:
        """The first sentence of the text, on one line."""
        end = _SENTENCE_END.search(self.text)
        return " ".join(self.text[: end.end() if end else None].split())

    def parameter(self, index: int) -> Parameter | None:
        """Return the parameter that takes an argument, counted from 0."""
        if index < len(self.parameters):
            return self.parameters[index]
        return self.parameters[-1] if self.rest else None
