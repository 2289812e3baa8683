"""The usual part of the string library, SRFI 13; the rest is written in Scheme."""

from __future__ import annotations

from itertools import takewhile

from brshell.builtins.checks import (
    character_of,
    elements_of,
    index_of,
    length_of,
    range_of,
    text_of,
)
from brshell.builtins.declare import builtin, control
from brshell.runtime.calls import tail_place
from brshell.runtime.conditions import bad_value, wrong_type
from brshell.runtime.datums import (
    CHARS,
    DEFAULT,
    FALSE,
    Boolean,
    Char,
    String,
    Symbol,
    boolean,
    list_from,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brshell.machine import Machine


@builtin("string-null?")
def is_null(string: String) -> Boolean:
    """Return whether the string is empty. SRFI 13."""
    return boolean(text_of("string-null?", string) == "")


@builtin("string-reverse")
def string_reverse(string: String, start: int = 0, end: Any = DEFAULT) -> String:
    """Return the characters of the part start..end in reverse order. SRFI 13."""
    text = text_of("string-reverse", string)
    return String(text[range_of("string-reverse", start, end, len(text))][::-1])


@builtin("reverse-list->string")
def reverse_list_to_string(list_: Any) -> String:
    """Return the string of a list of characters in reverse order. SRFI 13."""
    elements = elements_of("reverse-list->string", list_)[::-1]
    return String("".join([character_of("reverse-list->string", e) for e in elements]))


@builtin("string-titlecase")
def string_titlecase(string: String) -> String:
    """Return the string with a capital at the beginning of each word. SRFI 13."""
    return String(text_of("string-titlecase", string).title())


@builtin("string-concatenate")
def string_concatenate(list_: Any) -> String:
    """Return all strings of a list in a row. SRFI 13."""
    return String("".join(_texts_of("string-concatenate", list_)))


def _texts_of(who: str, list_: Any) -> list[str]:
    return [text_of(who, element) for element in elements_of(who, list_)]


@builtin("string-join")
def string_join(list_: Any, delimiter: Any = DEFAULT, grammar: Any = DEFAULT) -> String:
    """Return the strings of a list with the delimiter, a space, between them. SRFI 13.

    The grammar is one of the symbols infix, strict-infix (an empty list is an
    error), prefix and suffix (the delimiter goes before or after each string).
    """
    texts = _texts_of("string-join", list_)
    between = " " if delimiter is DEFAULT else text_of("string-join", delimiter)
    style = grammar.name if isinstance(grammar, Symbol) else grammar
    if style is DEFAULT or style == "infix":
        return String(between.join(texts))
    if style == "strict-infix":
        if not texts:
            raise bad_value("string-join", "a list that is not empty", list_)
        return String(between.join(texts))
    if style == "prefix":
        return String("".join([between + text for text in texts]))
    if style == "suffix":
        return String("".join([text + between for text in texts]))
    expected = "infix, strict-infix, prefix or suffix"
    raise bad_value("string-join", expected, grammar)


@builtin("string-split")
def string_split(string: String, delimiter: Any = DEFAULT) -> Any:
    """Return the parts between the delimiters, a character or a string.

    With no delimiter given the parts are the words between white space.
    """
    text = text_of("string-split", string)
    if delimiter is DEFAULT:
        parts = text.split()
    elif isinstance(delimiter, Char):
        parts = text.split(delimiter.character)
    elif isinstance(delimiter, String) and delimiter.text:
        parts = text.split(delimiter.text)
    else:
        expected = "a character or a string that is not empty"
        raise wrong_type("string-split", expected, delimiter)
    return list_from([String(part) for part in parts])


@builtin("string-contains")
def string_contains(
    string: String, pattern: String, start: int = 0, end: Any = DEFAULT
) -> int | Boolean:
    """Return the index where the pattern first begins, or #f. SRFI 13."""
    text = text_of("string-contains", string)
    wanted = text_of("string-contains", pattern)
    part = range_of("string-contains", start, end, len(text))
    return _found(text.find(wanted, part.start, part.stop))


@builtin("string-search-forward")
def string_search_forward(
    pattern: String, string: String, start: int = 0
) -> int | Boolean:
    """Return the index where the pattern begins, searching from start, or #f."""
    wanted = text_of("string-search-forward", pattern)
    text = text_of("string-search-forward", string)
    return _found(
        text.find(wanted, index_of("string-search-forward", start, len(text)))
    )


@builtin("string-search-backward")
def string_search_backward(
    pattern: String, string: String, end: Any = DEFAULT
) -> int | Boolean:
    """Return the index where the pattern ends, searching back from end, or #f."""
    who = "string-search-backward"
    wanted, text = text_of(who, pattern), text_of(who, string)
    part = range_of(who, 0, end, len(text))
    index = text.rfind(wanted, 0, part.stop)
    return FALSE if index < 0 else index + len(wanted)


def _found(index: int) -> int | Boolean:
    """Return the index as Scheme has it; Python's -1 is #f."""
    return FALSE if index < 0 else index


def _folded(text: str) -> str:
    """Return the text without a difference between capital and small letters."""
    # A letter that would become two, such as a German sharp s, keeps its place.
    return "".join([c.casefold() if len(c.casefold()) == 1 else c for c in text])


@builtin("string-contains-ci")
def string_contains_folded(
    string: String, pattern: String, start: int = 0, end: Any = DEFAULT
) -> int | Boolean:
    """Return the index where the pattern first begins, in any case, or #f. SRFI 13."""
    text = _folded(text_of("string-contains-ci", string))
    wanted = _folded(text_of("string-contains-ci", pattern))
    part = range_of("string-contains-ci", start, end, len(text))
    return _found(text.find(wanted, part.start, part.stop))


@builtin("string-prefix?")
def is_prefix(prefix: String, string: String) -> Boolean:
    """Return whether the string begins with the prefix. SRFI 13."""
    wanted = text_of("string-prefix?", prefix)
    return boolean(text_of("string-prefix?", string).startswith(wanted))


@builtin("string-prefix-ci?")
def is_folded_prefix(prefix: String, string: String) -> Boolean:
    """Return whether the string begins with the prefix, in any case. SRFI 13."""
    wanted = _folded(text_of("string-prefix-ci?", prefix))
    return boolean(_folded(text_of("string-prefix-ci?", string)).startswith(wanted))


@builtin("string-suffix?")
def is_suffix(suffix: String, string: String) -> Boolean:
    """Return whether the string ends with the suffix. SRFI 13."""
    wanted = text_of("string-suffix?", suffix)
    return boolean(text_of("string-suffix?", string).endswith(wanted))


@builtin("string-suffix-ci?")
def is_folded_suffix(suffix: String, string: String) -> Boolean:
    """Return whether the string ends with the suffix, in any case. SRFI 13."""
    wanted = _folded(text_of("string-suffix-ci?", suffix))
    return boolean(_folded(text_of("string-suffix-ci?", string)).endswith(wanted))


@builtin("string-prefix-length")
def prefix_length(string: String, other: String) -> int:
    """Return how many characters both strings begin with. SRFI 13."""
    first = text_of("string-prefix-length", string)
    return _common_length(first, text_of("string-prefix-length", other))


@builtin("string-suffix-length")
def suffix_length(string: String, other: String) -> int:
    """Return how many characters both strings end with. SRFI 13."""
    first = text_of("string-suffix-length", string)
    return _common_length(first[::-1], text_of("string-suffix-length", other)[::-1])


def _common_length(first: str, second: str) -> int:
    """Return how many characters two texts begin with."""
    pairs = zip(first, second, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


@builtin("string-take")
def string_take(string: String, count: int) -> String:
    """Return the first characters. SRFI 13."""
    text = text_of("string-take", string)
    return String(text[: index_of("string-take", count, len(text))])


@builtin("string-drop")
def string_drop(string: String, count: int) -> String:
    """Return all but the first characters. SRFI 13."""
    text = text_of("string-drop", string)
    return String(text[index_of("string-drop", count, len(text)) :])


@builtin("string-take-right")
def string_take_right(string: String, count: int) -> String:
    """Return the last characters. SRFI 13."""
    text = text_of("string-take-right", string)
    return String(text[len(text) - index_of("string-take-right", count, len(text)) :])


@builtin("string-drop-right")
def string_drop_right(string: String, count: int) -> String:
    """Return all but the last characters. SRFI 13."""
    text = text_of("string-drop-right", string)
    return String(text[: len(text) - index_of("string-drop-right", count, len(text))])


@builtin("string-pad", "string-pad-left")
def string_pad(string: String, length: int, char: Char = CHARS[" "]) -> String:
    """Return the string at the right of a field, or its end if longer. SRFI 13."""
    text = text_of("string-pad", string)
    width = length_of("string-pad", length)
    padded = text.rjust(width, character_of("string-pad", char))
    return String(padded[len(padded) - width :])


@builtin("string-pad-right")
def string_pad_right(string: String, length: int, char: Char = CHARS[" "]) -> String:
    """Return the string at the left of a field, or its start if longer. SRFI 13."""
    text = text_of("string-pad-right", string)
    width = length_of("string-pad-right", length)
    return String(text.ljust(width, character_of("string-pad-right", char))[:width])


@builtin("string-replace")
def string_replace(string: String, new: String, start: int, end: int) -> String:
    """Return the string with the part start..end replaced. SRFI 13."""
    text = text_of("string-replace", string)
    replacement = text_of("string-replace", new)
    part = range_of("string-replace", start, end, len(text))
    return String(text[: part.start] + replacement + text[part.stop :])


# What these use of stdlib/srfi/13.scm.
NEEDS = ("%string-index", "%string-index-right")


def bind(machine: Machine) -> list[Any]:
    """Return the procedures that search for a character, or in Scheme for others."""

    @control("string-index")
    def string_index(
        string: String, criterion: Any, start: int = 0, end: Any = DEFAULT
    ) -> Any:
        """Return the index of the first such character, or #f. SRFI 13.

        The criterion is a character, or a predicate of characters.
        """
        text = text_of("string-index", string)
        part = range_of("string-index", start, end, len(text))
        if isinstance(criterion, Char):
            return _found(text.find(criterion.character, part.start, part.stop))
        search = machine.namespace["%string-index"]
        return (search, tail_place(), string, criterion, part.start, part.stop)

    @control("string-index-right", "string-rindex")
    def string_index_right(
        string: String, criterion: Any, start: int = 0, end: Any = DEFAULT
    ) -> Any:
        """Return the index of the last such character, or #f. SRFI 13.

        The criterion is a character, or a predicate of characters.
        """
        text = text_of("string-index-right", string)
        part = range_of("string-index-right", start, end, len(text))
        if isinstance(criterion, Char):
            return _found(text.rfind(criterion.character, part.start, part.stop))
        search = machine.namespace["%string-index-right"]
        return (search, tail_place(), string, criterion, part.start, part.stop)

    return [string_index, string_index_right]
