"""What belongs where: the names that may stand at a place in code."""

from __future__ import annotations

from typing import NamedTuple

from brshell.help.entry import Entry, Parameter
from brshell.repl.editing.typed import tokens_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from brshell.repl.completion.context import Context
    from brshell.repl.completion.names import Names


class Choice(NamedTuple):
    """What may stand at the cursor, if it fits.

    ``name`` is what must fit the word that is typed, ``text`` replaces it; ``about`` is
    what is known about it, or a few words; ``expected`` says that it is of the kind
    which belongs here.
    """

    name: str
    text: str
    about: Entry | str
    expected: bool = False


# What parameters of procedures of the robot are declared as, by what they take.
_TAKE_IDS = frozenset(("Id", "Ids", "Goals"))
_TAKE_TYPES = {"APose": "pose", "ASequence": "sequence"}
_TAKE_REGISTERS = frozenset(("Register",))
_CALLABLE = frozenset(("procedure", "syntax", "macro", "parameter"))
# Parts of import sets that have another set first.
_MODIFIERS = frozenset(("only", "except", "prefix", "rename"))


def choices_at(context: Context, names: Names) -> Iterator[Choice]:
    """Yield what may stand at the cursor in code."""
    entry, parameter = expected_at(context, names)
    kind = parameter.kind if parameter else ""
    quote = "" if context.quoted else "'"
    if kind in _TAKE_IDS:
        for id in names.ids:
            yield Choice(str(id), str(id), "id", True)
    if kind in _TAKE_IDS or context.quoted:
        yield from all_of(names.joints, quote, kind in _TAKE_IDS)
    if kind in _TAKE_REGISTERS or context.quoted:
        yield from all_of(names.registers, quote, kind in _TAKE_REGISTERS)
    for option in entry.options if entry and context.quoted else ():
        yield Choice(option, option, f"in front of a {option}", True)
    name = kind or (parameter.name if parameter else "")
    wanted = _TAKE_TYPES.get(name, name.lower())
    is_head = not context.quoted and bool(context.calls) and not context.calls[-1].parts
    # Most names are left out soon: this is done for every key.
    small, capital = context.word[:1].lower(), context.word[:1].upper()
    length = len(context.word)
    for name, each in names.entries.items():
        if len(name) < length or (small not in name and capital not in name):
            continue
        belongs = each.kind in _CALLABLE if is_head else each.family == wanted != ""
        yield Choice(name, name, each, belongs)


def expected_at(
    context: Context, names: Names
) -> tuple[Entry | None, Parameter | None]:
    """Return the procedure whose argument is at the cursor, and the parameter for it.

    A word in a quoted list is part of the argument that the list is.
    """
    for call in reversed(context.calls):
        if not call.quoted:
            entry = names.entries.get(call.head)
            if entry is None or call.parts == 0:
                return None, None
            return entry, entry.parameter(call.parts - 1)
    return None, None


def all_of(
    entries: Mapping[str, Entry], quote: str = "", expected: bool = True
) -> Iterator[Choice]:
    """Yield a choice for each entry."""
    for name, entry in entries.items():
        yield Choice(name, quote + name, entry, expected)


def local_words(text: str, context: Context, names: Names) -> Iterator[Choice]:
    """Yield the words of the text itself that are no names yet, such as parameters."""
    words = {
        text[start:end]
        for kind, start, end in tokens_of(text)
        if kind == "word" and start != context.start
    }
    for word in words - names.entries.keys():
        if word.startswith(context.word) and word[0] not in "+-.0123456789":
            yield Choice(word, word, "in this text", True)


def library_start(context: Context) -> int | None:
    """Return where the name of a library begins that the cursor is in, None if none."""
    heads = [call.head for call in context.calls]
    if "import" not in heads or context.place != "code":
        return None
    inner = context.calls[-1]
    if inner.head == "import":
        return context.start
    around = context.calls[-2]
    begins = around.head == "import" or (around.head in _MODIFIERS and around.parts < 2)
    return inner.start if begins and inner.head not in _MODIFIERS else None


def libraries(names: Names, after: str) -> Iterator[Choice]:
    """Yield the libraries; the parenthesis that closes is there only once."""
    for name, entry in names.libraries().items():
        text = name[:-1] if after.startswith(")") else name
        yield Choice(name[1:-1], text, entry, True)
