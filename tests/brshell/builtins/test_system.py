"""The clock, the environment and the features. R7RS 6.14."""

import pytest


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('(get-environment-variable "BRSHELL_TEST")', '"value λ"'),
        ('(get-environment-variable "BRSHELL_NONE")', "#f"),
        (
            '(assoc "BRSHELL_TEST" (get-environment-variables))',
            '("BRSHELL_TEST" . "value λ")',
        ),
        ("(pair? (memq 'r7rs (features)))", "#t"),
        ("(jiffies-per-second)", "1000000000"),
        ("(exact-integer? (current-jiffy))", "#t"),
        ("(<= (current-jiffy) (current-jiffy))", "#t"),
        # Between the years 2020 and 2100.
        ("(< 1577836800 (current-second) 4102444800)", "#t"),
        ("(>= (runtime) 0)", "#t"),
        (
            "(get-environment-variable 'HOME)",
            "get-environment-variable: expected a string, but received HOME",
        ),
    ],
)
def test_value(printed, monkeypatch, source, expected):
    monkeypatch.setenv("BRSHELL_TEST", "value λ")
    assert printed(source) == expected


def test_an_environment_that_is_no_text_is_still_read(printed, monkeypatch):
    monkeypatch.setenv("BRSHELL_TEST", "a\udcffb")
    assert printed('(get-environment-variable "BRSHELL_TEST")') == '"a\ufffdb"'
