"""Data as text: what write and display put out. R7RS 6.13.3, 2.4 (datum labels).

Nothing is recursive, so data may be nested as deep as memory allows. An object of a
type that is not known here prints as ``#<name label: value ...>`` if it has a method
``describe()`` that returns the name and its (label, value) parts, which must live as
long as the object; an object without it is opaque, ``#<python list [1, 2]>``.
"""

from __future__ import annotations

from brshell.runtime.characters import CHARACTER_NAMES, ESCAPES, QUOTATION_MARKS
from brshell.runtime.conditions import Condition
from brshell.runtime.datums import (
    NIL,
    Boolean,
    Bytevector,
    Char,
    Pair,
    String,
    Symbol,
    Unique,
    Vector,
    symbol,
)
from brshell.runtime.procedures import shown_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from typing import Any

    Writer = Callable[[Any], str]

_NAMES = {character: name for name, character in CHARACTER_NAMES.items()}
_ESCAPED = str.maketrans(
    {character: f"\\{letter}" for letter, character in ESCAPES.items()}
)
_IN_STRINGS = {code: text for code, text in _ESCAPED.items() if code != ord("|")}
_IN_SYMBOLS = {code: text for code, text in _ESCAPED.items() if code != ord('"')}
_NUMBER_STARTS = frozenset("0123456789+-.")
_NEEDS_BARS = frozenset("()[]{}\"';`,|\\ " + QUOTATION_MARKS)
# How much of the data is searched for circles when only a line of text is wanted.
_SEARCHED = 1000


def to_text(datum: Any, write: bool = True, labels: str = "circular") -> str:
    """Return the external representation of a datum.

    ``write`` chooses between write and display. Data that contain themselves have
    labels if ``labels`` is "circular", all that occur twice if it is "shared".
    """
    writers = _WRITE if write else _DISPLAY
    writer = writers[type(datum)]
    if writer is not None:
        return writer(datum)
    return "".join(_pieces(datum, writers, labelled_in(datum, labels == "shared")))


def has_parts(datum: Any) -> bool:
    """Return whether there are data in a datum, as in lists, vectors and records."""
    if _WRITE[type(datum)] is not None:
        return False
    return isinstance(datum, (Pair, Vector)) or hasattr(datum, "describe")


def line_of_text(datum: Any, width: int = 60) -> str:
    """Return what write puts out, cut to ``width`` characters if it is longer."""
    text = ""
    for piece in _pieces(datum, _WRITE, labelled_in(datum, limit=_SEARCHED)):
        text += piece
        if len(text) > width:
            return text[: width - 3] + "..."
    return text


def condition_text(
    condition: Condition, irritant_text: Callable[[Any], str] = to_text
) -> str:
    """Return ``who: message irritant ...``, such as "car: expected a pair, ..."."""
    words = [condition.message] if condition.message else []
    text = " ".join([*words, *map(irritant_text, condition.irritants)])
    who = condition.who
    if not who:
        return text
    if not who.isprintable():  # a name may have any characters
        who = symbol_text(symbol(who))
    return f"{who}: {text}"


def symbol_text(symbol: Symbol) -> str:
    """Return the name, between vertical lines if it would not read back without."""
    name = symbol.name
    if (
        name.isprintable()
        and _NEEDS_BARS.isdisjoint(name)
        and name not in ("", ".")
        and name[0] != "#"
        and not (name[0] in _NUMBER_STARTS and _is_number(name))
    ):
        return name
    return f"|{_escaped(name, _IN_SYMBOLS)}|"


def _is_number(name: str) -> bool:
    from brshell.runtime.numbers import parse_number

    return parse_number(name) is not None


def string_text(string: String) -> str:
    """Return the string in double quotes, with what does not show as escapes."""
    return f'"{_escaped(string.text, _IN_STRINGS)}"'


def char_text(char: Char) -> str:
    """Return the character as #\\a, #\\space or #\\x7f."""
    character = char.character
    if character in _NAMES:
        return f"#\\{_NAMES[character]}"
    return f"#\\{character}" if character.isprintable() else f"#\\x{ord(character):x}"


def _escaped(text: str, escapes: dict[int, str]) -> str:
    text = text.translate(escapes)
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else f"\\x{ord(c):x};" for c in text)


def _procedure_text(procedure: Any) -> str:
    name = shown_name(procedure)
    if name in ("lambda", "<lambda>"):
        return "#<procedure>"
    return f"#<procedure {name}>"


def _bytevector_text(bytevector: Bytevector) -> str:
    return f"#u8({' '.join(map(str, bytevector.data))})"


def _python_text(thing: object) -> str:
    import reprlib  # rarely needed

    return f"#<python {type(thing).__name__} {reprlib.repr(thing)}>"


def _integer_text(number: int) -> str:
    try:
        return str(number)
    except ValueError:  # more digits than Python is willing to make
        return _number_text(number)


def _number_text(number: float) -> str:
    from brshell.runtime.numbers import number_to_string

    return number_to_string(number)


class _Writers(dict[type, "Writer | None"]):
    """How data of each type are written; None for types that have parts."""

    def __missing__(self, kind: type) -> Writer | None:
        # Most programs start, run and end without these numbers.
        from brshell.runtime.numbers import Complex, Ratio, number_to_string

        self[Ratio] = self[Complex] = number_to_string
        return self.setdefault(kind, None)


_DISPLAY = _Writers(
    {
        Boolean: lambda boolean: boolean.name,
        Bytevector: _bytevector_text,
        Char: lambda char: char.character,
        Condition: lambda condition: f"#<condition {condition_text(condition)}>",
        Pair: None,
        String: lambda string: string.text,
        Symbol: lambda symbol: symbol.name,
        Unique: lambda unique: unique.name,
        Vector: None,
        type(to_text): _procedure_text,
        type(len): _procedure_text,
        float: _number_text,
        int: _integer_text,
    }
)
_WRITE = _Writers(
    {**_DISPLAY, Char: char_text, String: string_text, Symbol: symbol_text}
)


def _parts(datum: Any) -> Collection[Any]:
    """Return the data directly inside a datum."""
    if isinstance(datum, Pair):
        return (datum.cdr, datum.car)
    if isinstance(datum, Vector):
        return datum.items
    if hasattr(datum, "describe"):
        return [value for _, value in datum.describe()[1]]
    return ()


def labelled_in(root: Any, shared: bool = False, limit: int | None = None) -> set[int]:
    """Return the ids of the data that need a label.

    These are the data that contain themselves, and with ``shared`` all that are
    reached twice. The search stops after ``limit`` data.
    """
    labelled = set()
    # Data that were reached, and whether they contain what is looked at now.
    around: dict[int, bool] = {}
    waiting = [root]
    while waiting:
        datum = waiting.pop()
        if type(datum) is int:  # the id of a datum that is done with
            around[datum] = False
            continue
        key = id(datum)
        if key not in around:
            if limit is not None and len(around) >= limit:
                break
            around[key] = True
            waiting.append(key)
            waiting += [part for part in _parts(datum) if _WRITE[type(part)] is None]
        elif shared or around[key]:
            labelled.add(key)
    return labelled


class _Text(str):
    """Text that is ready, between data that are not."""

    __slots__ = ()


class _Rest:
    """The rest of a list whose elements before it are written."""

    __slots__ = ("datum",)

    def __init__(self, datum: Any) -> None:
        self.datum = datum


def _pieces(root: Any, writers: _Writers, labelled: Collection[int]) -> Iterator[str]:
    """Yield the text of a datum in pieces."""
    numbers: dict[int, int] = {}
    waiting = [root]
    while waiting:
        datum = waiting.pop()
        writer = writers[type(datum)]
        if writer is not None:
            yield writer(datum)
        elif type(datum) is _Text:
            yield datum
        elif type(datum) is _Rest:
            yield _continue_list(datum.datum, labelled, waiting)
        elif id(datum) in numbers:
            yield f"#{numbers[id(datum)]}#"
        else:
            if id(datum) in labelled:
                numbers[id(datum)] = len(numbers)
                yield f"#{numbers[id(datum)]}="
            yield _begin(datum, waiting)


def _begin(datum: Any, waiting: list[Any]) -> str:
    """Return the first piece of a datum with parts; the parts wait for their turn."""
    if isinstance(datum, Pair):
        waiting += (_Rest(datum.cdr), datum.car)
        return "("
    if isinstance(datum, Vector):
        waiting.append(_Text(")"))
        for item in reversed(datum.items):
            waiting += (item, _Text(" "))
        if datum.items:
            waiting.pop()
        return "#("
    if hasattr(datum, "describe"):
        name, parts = datum.describe()
        waiting.append(_Text(">"))
        for label, value in reversed(parts):
            waiting += (value, _Text(f" {label}: "))
        return f"#<{name}"
    return _python_text(datum)


def _continue_list(rest: Any, labelled: Collection[int], waiting: list[Any]) -> str:
    """Return the piece between two elements of a list, or at its end."""
    if rest is NIL:
        return ")"
    if isinstance(rest, Pair) and id(rest) not in labelled:
        waiting += (_Rest(rest.cdr), rest.car)
        return " "
    waiting += (_Text(")"), rest)
    return " . "
