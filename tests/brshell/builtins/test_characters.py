"""Characters and symbols: the examples of R7RS 6.5 and 6.6, and the corners."""

import unicodedata

import pytest

from brshell.builtins.characters import WHITE_SPACE

VALUES = [
    ("(char? #\\a)", "#t"),
    ('(char? "a")', "#f"),
    ("(char=? #\\a #\\a #\\a)", "#t"),
    ("(char<? #\\a #\\b #\\c)", "#t"),
    ("(char<? #\\a #\\c #\\b)", "#f"),
    ("(char>? #\\b #\\a)", "#t"),
    ("(char<=? #\\a #\\a #\\b)", "#t"),
    ("(char>=? #\\a #\\b)", "#f"),
    ("(char-ci=? #\\A #\\a)", "#t"),
    ("(char-ci<? #\\a #\\B #\\c)", "#t"),
    ("(char-ci>? #\\B #\\a)", "#t"),
    ("(char-ci<=? #\\a #\\A)", "#t"),
    ("(char-ci>=? #\\a #\\B)", "#f"),
    ("(char-ci=? #\\x3a3 #\\x3c3 #\\x3c2)", "#t"),
    ("(char-alphabetic? #\\a)", "#t"),
    ("(char-alphabetic? #\\x3bb)", "#t"),
    ("(char-alphabetic? #\\1)", "#f"),
    ("(char-numeric? #\\1)", "#t"),
    ("(char-numeric? #\\x663)", "#t"),
    ("(char-numeric? #\\a)", "#f"),
    ("(char-whitespace? #\\space)", "#t"),
    ("(char-whitespace? #\\newline)", "#t"),
    ("(char-whitespace? #\\x1c)", "#f"),
    ("(char-whitespace? #\\a)", "#f"),
    ("(char-upper-case? #\\A)", "#t"),
    ("(char-upper-case? #\\a)", "#f"),
    ("(char-lower-case? #\\a)", "#t"),
    ("(char-lower-case? #\\1)", "#f"),
    ("(digit-value #\\3)", "3"),
    ("(digit-value #\\x0664)", "4"),
    ("(digit-value #\\x0AE6)", "0"),
    ("(digit-value #\\x0EA6)", "#f"),
    ("(char->integer #\\A)", "65"),
    ("(integer->char 955)", "#\\λ"),
    ("(integer->char 1114111)", "#\\x10ffff"),
    ("(char-upcase #\\i)", "#\\I"),
    ("(char-downcase #\\I)", "#\\i"),
    ("(char-upcase #\\ß)", "#\\ß"),
    ("(char-foldcase #\\Λ)", "#\\λ"),
    ("(char-foldcase #\\ẞ)", "#\\ß"),
    ("(symbol? 'foo)", "#t"),
    ("(symbol? (car '(a b)))", "#t"),
    ('(symbol? "bar")', "#f"),
    ("(symbol? '())", "#f"),
    ("(symbol=? 'a 'a 'a)", "#t"),
    ("(symbol=? 'a 'a 'b)", "#f"),
    ("(symbol->string 'flying-fish)", '"flying-fish"'),
    ('(symbol->string (string->symbol "Malvina"))', '"Malvina"'),
    ('(string->symbol "mISSISSIppi")', "mISSISSIppi"),
    ('(eqv? \'bitBlt (string->symbol "bitBlt"))', "#t"),
    ('(string->symbol "hello world")', "|hello world|"),
    ("(symbol-append 'left- 'knee)", "left-knee"),
    ("(symbol? (gensym))", "#t"),
    ("(eq? (gensym) (gensym))", "#f"),
]

ERRORS = [
    ("(char->integer 65)", "char->integer: expected a character, but received 65"),
    ("(char<? #\\a 1)", "char<?: expected a character, but received 1"),
    (
        "(integer->char 55296)",
        "integer->char: expected a code point 0..#xD7FF or #xE000..#x10FFFF, "
        "but received 55296",
    ),
    (
        "(integer->char 1.0)",
        "integer->char: expected an exact integer, but received 1.0",
    ),
    ('(symbol->string "a")', 'symbol->string: expected a symbol, but received "a"'),
    ("(string->symbol 'a)", "string->symbol: expected a string, but received a"),
    ("(symbol=? 'a 1)", "symbol=?: expected a symbol, but received 1"),
]


@pytest.mark.parametrize(("source", "expected"), [*VALUES, *ERRORS])
def test_value(printed, source, expected):
    assert printed(source) == expected


def test_white_space_is_that_of_unicode():
    # White_Space: the separators, and these controls. Unicode's PropList.txt.
    separators = [
        chr(code)
        for code in range(0x110000)
        if unicodedata.category(chr(code)) in ("Zs", "Zl", "Zp")
    ]
    assert sorted(WHITE_SPACE) == sorted([*separators, *"\t\n\v\f\r\x85"])


def test_a_generated_symbol_is_not_the_one_with_its_name(run):
    source = "(let ((s (gensym))) (eq? s (string->symbol (symbol->string s))))"
    assert run(source) == "#f"
