"""Strings: sequences of characters that can be changed."""

from __future__ import annotations

from brshell.builtins.checks import (
    character_of,
    elements_of,
    index_of,
    items_of,
    length_of,
    range_of,
    room_of,
    text_of,
)
from brshell.builtins.comparison import comparison
from brshell.builtins.declare import builtin
from brshell.runtime.datums import (
    CHARS,
    DEFAULT,
    UNSPECIFIED,
    Boolean,
    Char,
    String,
    Unique,
    Vector,
    boolean,
    list_from,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _folded_of(who: str, value: Any) -> str:
    return text_of(who, value).casefold()


def text_of_characters(who: str, characters: list[Any]) -> str:
    """Return the text made of characters, each of which is checked."""
    return "".join([character_of(who, each) for each in characters])


@builtin("string?")
def is_string(obj: Any) -> Boolean:
    """Return whether the object is a string. R7RS 6.7."""
    return boolean(isinstance(obj, String))


@builtin("make-string")
def make_string(k: int, char: Char = CHARS[" "]) -> String:
    """Return a string of k times the character. R7RS 6.7."""
    length = length_of("make-string", k)
    return String(character_of("make-string", char) * length)


@builtin("string")
def string_of(*char: Char) -> String:
    """Return a string of the characters. R7RS 6.7."""
    return String(text_of_characters("string", list(char)))


@builtin("string-length")
def string_length(string: String) -> int:
    """Return the number of characters. R7RS 6.7."""
    return len(text_of("string-length", string))


@builtin("string-ref")
def string_ref(string: String, k: int) -> Char:
    """Return character k, counted from 0. R7RS 6.7."""
    text = text_of("string-ref", string)
    return CHARS[text[index_of("string-ref", k, len(text) - 1)]]


@builtin("string-set!")
def string_set(string: String, k: int, char: Char) -> Unique:
    """Change character k, counted from 0. R7RS 6.7."""
    text = text_of("string-set!", string)
    index = index_of("string-set!", k, len(text) - 1)
    character = character_of("string-set!", char)
    string.text = text[:index] + character + text[index + 1 :]
    return UNSPECIFIED


string_equal = comparison("string", "=?", text_of, "R7RS 6.7")
string_less = comparison("string", "<?", text_of, "R7RS 6.7")
string_greater = comparison("string", ">?", text_of, "R7RS 6.7")
string_less_or_equal = comparison("string", "<=?", text_of, "R7RS 6.7")
string_greater_or_equal = comparison("string", ">=?", text_of, "R7RS 6.7")

string_ci_equal = comparison("string-ci", "=?", _folded_of, "R7RS 6.7")
string_ci_less = comparison("string-ci", "<?", _folded_of, "R7RS 6.7")
string_ci_greater = comparison("string-ci", ">?", _folded_of, "R7RS 6.7")
string_ci_less_or_equal = comparison("string-ci", "<=?", _folded_of, "R7RS 6.7")
string_ci_greater_or_equal = comparison("string-ci", ">=?", _folded_of, "R7RS 6.7")


@builtin("string-upcase")
def string_upcase(string: String) -> String:
    """Return the string in upper case. R7RS 6.7."""
    return String(text_of("string-upcase", string).upper())


@builtin("string-downcase")
def string_downcase(string: String) -> String:
    """Return the string in lower case. R7RS 6.7."""
    return String(text_of("string-downcase", string).lower())


@builtin("string-foldcase")
def string_foldcase(string: String) -> String:
    """Return the form that is the same for both cases. R7RS 6.7."""
    return String(_folded_of("string-foldcase", string))


@builtin("substring")
def substring(string: String, start: int, end: Any = DEFAULT) -> String:
    """Return the part from start, included, to end, excluded. R7RS 6.7."""
    text = text_of("substring", string)
    return String(text[range_of("substring", start, end, len(text))])


@builtin("string-append")
def string_append(*string: String) -> String:
    """Return all strings in a row. R7RS 6.7."""
    return String("".join([text_of("string-append", each) for each in string]))


@builtin("string-copy")
def string_copy(string: String, start: int = 0, end: Any = DEFAULT) -> String:
    """Return a copy of the part start..end. R7RS 6.7."""
    text = text_of("string-copy", string)
    return String(text[range_of("string-copy", start, end, len(text))])


@builtin("string-copy!")
def string_copy_into(
    to: String, at: int, from_: String, start: int = 0, end: Any = DEFAULT
) -> Unique:
    """Copy the part start..end of a string into another at an index. R7RS 6.7."""
    who = "string-copy!"
    old, source = text_of(who, to), text_of(who, from_)
    new = source[range_of(who, start, end, len(source))]
    index = room_of(who, at, len(new), len(old))
    to.text = old[:index] + new + old[index + len(new) :]
    return UNSPECIFIED


@builtin("string-fill!")
def string_fill(
    string: String, fill: Char, start: int = 0, end: Any = DEFAULT
) -> Unique:
    """Set every character of the part start..end. R7RS 6.7."""
    text = text_of("string-fill!", string)
    character = character_of("string-fill!", fill)
    part = range_of("string-fill!", start, end, len(text))
    filling = character * (part.stop - part.start)
    string.text = text[: part.start] + filling + text[part.stop :]
    return UNSPECIFIED


@builtin("string->list")
def string_to_list(string: String, start: int = 0, end: Any = DEFAULT) -> Any:
    """Return a list of the characters of the part start..end. R7RS 6.7."""
    text = text_of("string->list", string)
    part = text[range_of("string->list", start, end, len(text))]
    return list_from([CHARS[character] for character in part])


@builtin("list->string")
def list_to_string(list_: Any) -> String:
    """Return a string of the characters in a list. R7RS 6.7."""
    who = "list->string"
    return String(text_of_characters(who, elements_of(who, list_)))


@builtin("string->vector")
def string_to_vector(string: String, start: int = 0, end: Any = DEFAULT) -> Vector:
    """Return a vector of the characters of the part start..end. R7RS 6.8."""
    text = text_of("string->vector", string)
    part = text[range_of("string->vector", start, end, len(text))]
    return Vector([CHARS[character] for character in part])


@builtin("vector->string")
def vector_to_string(vector: Vector, start: int = 0, end: Any = DEFAULT) -> String:
    """Return a string of the characters of the part start..end. R7RS 6.8."""
    who = "vector->string"
    items = items_of(who, vector)
    part = items[range_of(who, start, end, len(items))]
    return String(text_of_characters(who, part))
