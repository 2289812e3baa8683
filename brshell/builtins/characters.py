"""Characters."""

from __future__ import annotations

from brshell.builtins.checks import character_of, exact_integer_of
from brshell.builtins.comparison import comparison
from brshell.builtins.declare import builtin
from brshell.runtime.conditions import bad_value
from brshell.runtime.datums import CHARS, FALSE, Boolean, Char, boolean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# The characters with the property White_Space of Unicode; Python counts some more.
WHITE_SPACE = (
    "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007"
    "\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)


def fold(character: str) -> str:
    """Return what the character is when case does not matter, one character too."""
    return _single(character.casefold(), _single(character.lower(), character))


def _single(changed: str, character: str) -> str:
    """Return the changed character, unless it has become several."""
    return changed if len(changed) == 1 else character


def _folded_of(who: str, value: Any) -> str:
    return fold(character_of(who, value))


@builtin("char?")
def is_char(obj: Any) -> Boolean:
    """Return whether the object is a character. R7RS 6.6."""
    return boolean(isinstance(obj, Char))


char_equal = comparison("char", "=?", character_of, "R7RS 6.6")
char_less = comparison("char", "<?", character_of, "R7RS 6.6")
char_greater = comparison("char", ">?", character_of, "R7RS 6.6")
char_less_or_equal = comparison("char", "<=?", character_of, "R7RS 6.6")
char_greater_or_equal = comparison("char", ">=?", character_of, "R7RS 6.6")

char_ci_equal = comparison("char-ci", "=?", _folded_of, "R7RS 6.6")
char_ci_less = comparison("char-ci", "<?", _folded_of, "R7RS 6.6")
char_ci_greater = comparison("char-ci", ">?", _folded_of, "R7RS 6.6")
char_ci_less_or_equal = comparison("char-ci", "<=?", _folded_of, "R7RS 6.6")
char_ci_greater_or_equal = comparison("char-ci", ">=?", _folded_of, "R7RS 6.6")


@builtin("char-alphabetic?")
def is_alphabetic(char: Char) -> Boolean:
    """Return whether the character is a letter. R7RS 6.6."""
    return boolean(character_of("char-alphabetic?", char).isalpha())


@builtin("char-numeric?")
def is_numeric(char: Char) -> Boolean:
    """Return whether the character is a decimal digit of some script. R7RS 6.6."""
    return boolean(character_of("char-numeric?", char).isdecimal())


@builtin("char-whitespace?")
def is_whitespace(char: Char) -> Boolean:
    """Return whether the character is white space. R7RS 6.6."""
    return boolean(character_of("char-whitespace?", char) in WHITE_SPACE)


@builtin("char-upper-case?")
def is_upper_case(char: Char) -> Boolean:
    """Return whether the character is an upper-case letter. R7RS 6.6."""
    return boolean(character_of("char-upper-case?", char).isupper())


@builtin("char-lower-case?")
def is_lower_case(char: Char) -> Boolean:
    """Return whether the character is a lower-case letter. R7RS 6.6."""
    return boolean(character_of("char-lower-case?", char).islower())


@builtin("digit-value")
def digit_value(char: Char) -> int | Boolean:
    """Return the value 0..9 of a decimal digit, #f of others. R7RS 6.6."""
    character = character_of("digit-value", char)
    return int(character) if character.isdecimal() else FALSE


@builtin("char->integer")
def char_to_integer(char: Char) -> int:
    """Return the Unicode code point. R7RS 6.6."""
    return ord(character_of("char->integer", char))


@builtin("integer->char")
def integer_to_char(n: int) -> Char:
    """Return the character with this Unicode code point. R7RS 6.6."""
    code = exact_integer_of("integer->char", n)
    if 0 <= code <= 0xD7FF or 0xE000 <= code <= 0x10FFFF:
        return CHARS[chr(code)]
    raise bad_value("integer->char", "a code point 0..#xD7FF or #xE000..#x10FFFF", n)


@builtin("char-upcase")
def upcase(char: Char) -> Char:
    """Return the upper-case form, if it is one character. R7RS 6.6."""
    character = character_of("char-upcase", char)
    return CHARS[_single(character.upper(), character)]


@builtin("char-downcase")
def downcase(char: Char) -> Char:
    """Return the lower-case form, if it is one character. R7RS 6.6."""
    character = character_of("char-downcase", char)
    return CHARS[_single(character.lower(), character)]


@builtin("char-foldcase")
def foldcase(char: Char) -> Char:
    """Return the form that is the same for both cases. R7RS 6.6."""
    return CHARS[_folded_of("char-foldcase", char)]
