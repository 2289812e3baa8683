"""What the word at the cursor may become, best first."""

from __future__ import annotations

from typing import NamedTuple

from brshell.help.entry import Entry
from brshell.repl.completion.choices import (
    Choice,
    all_of,
    choices_at,
    expected_at,
    libraries,
    library_start,
    local_words,
)
from brshell.repl.completion.context import Context, context_at
from brshell.repl.completion.matching import IN_ORDER, matcher

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from brshell.repl.completion.names import Names

    Rank = tuple[bool, int, int, int, str]

# The parameters that are names of files.
_FILES = ("file", "filename")


class Candidate(NamedTuple):
    """What may stand from ``start`` to the cursor, how it is shown, and what it is."""

    text: str
    start: int
    display: str
    doc: str


def candidates(
    text: str, cursor: int, names: Names, requested: bool = False
) -> list[Candidate]:
    """Return what the word in front of the cursor may become, best first.

    Of an empty word nothing, unless it is ``requested``.
    """
    if text.startswith("?"):
        return _argument("NAME", text, 1, cursor, names, requested)
    if text.startswith(","):
        return _of_command(text, cursor, names, requested)
    return _of_code(text, cursor, names, requested)


def _fitting(
    typed: str, start: int, choices: Iterable[Choice], names: Names, requested: bool
) -> list[Candidate]:
    """Return the choices that fit what is typed, best first.

    Those of which only the letters are in order are for want of better ones.
    """
    if not typed and not requested:
        return []
    fit = matcher(typed)
    found: dict[str, tuple[Rank, Choice]] = {}
    for choice in choices:
        tier = fit(choice.name)
        if tier is not None:
            name = choice.name
            rank = (
                not choice.expected,
                tier,
                -names.uses.get(name, 0),
                len(name),
                name,
            )
            found.setdefault(choice.text, (rank, choice))
    ranked = sorted(found.values(), key=lambda pair: pair[0])
    good = [pair for pair in ranked if pair[0][1] < IN_ORDER] or ranked
    return [
        Candidate(choice.text, start, choice.text, _doc(choice)) for _, choice in good
    ]


def _doc(choice: Choice) -> str:
    """Return a line about a choice."""
    about = choice.about
    if isinstance(about, Entry):
        signature = about.signature.partition("\n")[0]
        return about.summary or ("" if signature == choice.name else signature)
    return about


def _of_code(text: str, cursor: int, names: Names, requested: bool) -> list[Candidate]:
    """Return what a word in code may become."""
    context = context_at(text, cursor)
    if context.place == "comment":
        return []
    if context.place == "string":
        return _of_string(context, names, requested)
    library = library_start(context)
    if library is not None:
        typed = text[library:cursor].removeprefix("(")
        known = libraries(names, text[cursor:])
        return _fitting(typed, library, known, names, requested or library < cursor)
    choices = [*local_words(text, context, names), *choices_at(context, names)]
    if context.word[:1].isdigit() and not requested:
        # It is a number, which no name that has its digits somewhere can replace.
        choices = [choice for choice in choices if choice.expected]
    return _fitting(context.word, context.start, choices, names, requested)


# Files


def _of_string(context: Context, names: Names, requested: bool) -> list[Candidate]:
    """Return the files that a string may name, where a file is expected."""
    _, parameter = expected_at(context, names)
    if parameter is None or parameter.name not in _FILES:
        return []
    return _files(context.word, context.start, names, requested)


def _files(typed: str, start: int, names: Names, requested: bool) -> list[Candidate]:
    folder, slash, name = typed.rpartition("/")
    folder += slash
    choices = [
        Choice(file, folder + file, "folder" if file.endswith("/") else "file", True)
        for file in names.files(folder)
        if file[0] != "." or name.startswith(".")
    ]
    found = _fitting(name, start, choices, names, requested or bool(folder))
    return [each._replace(display=each.text.removeprefix(folder)) for each in found]


# Commands


def _of_command(
    text: str, cursor: int, names: Names, requested: bool
) -> list[Candidate]:
    """Return what a command, or its argument, may become."""
    name, space, _ = text[:cursor].partition(" ")
    if not space:
        # The shorter names of commands are quicker typed than chosen.
        listed = {entry.name: entry for entry in names.commands.values()}
        return _fitting(name[1:], 1, all_of(listed), names, True)
    known = names.commands.get(name[1:])
    if known is None or known.signature == f",{name[1:]}":
        return []
    kind = known.signature.rpartition(" ")[2].strip("[]")
    return _argument(kind, text, len(name) + 1, cursor, names, requested)


def _argument(
    kind: str, text: str, begin: int, cursor: int, names: Names, requested: bool
) -> list[Candidate]:
    """Return what the argument of a command may become, which begins at ``begin``."""
    typed = text[begin:cursor]
    if kind in names.topics:
        words = [Choice(word, word, "", True) for word in names.topics[kind]]
        return _fitting(typed, begin, words, names, requested)
    if kind == "FILE":
        return _files(typed, begin, names, requested)
    if kind == "NAME":
        groups = [names.entries, names.registers, names.joints]
        if typed.startswith("("):
            groups = [names.libraries()]
        known = [choice for group in groups for choice in all_of(group)]
        return _fitting(typed, begin, known, names, requested)
    found = _of_code(text[begin:], cursor - begin, names, requested)
    return [each._replace(start=each.start + begin) for each in found]
