"""Every data procedure of R7RS is there, and says what it does and how it is called."""

import inspect
from importlib import import_module
from itertools import product

import pytest

from brshell.builtins import MODULES
from brshell.builtins.declare import declared_in
from brshell.help.signatures import signature

# The procedures of R7RS appendix A that take no procedures, by section.
REPORT = {
    "6.1": "eqv? eq? equal?",
    "6.2": """number? complex? real? rational? integer? exact? inexact? exact-integer?
        finite? infinite? nan? = < > <= >= zero? positive? negative? odd? even? max min
        + * - / abs floor/ floor-quotient floor-remainder truncate/ truncate-quotient
        truncate-remainder quotient remainder modulo gcd lcm numerator denominator
        floor ceiling truncate round rationalize exp log sin cos tan asin acos atan
        square sqrt exact-integer-sqrt expt make-rectangular make-polar real-part
        imag-part magnitude angle inexact exact exact->inexact inexact->exact
        number->string string->number""",
    "6.3": "not boolean? boolean=?",
    "6.4": """pair? cons car cdr set-car! set-cdr! null? list? make-list list length
        append reverse list-tail list-ref list-set! memq memv member assq assv assoc
        list-copy """
    + " ".join(f"c{''.join(p)}r" for n in (2, 3, 4) for p in product("ad", repeat=n)),
    "6.5": "symbol? symbol=? symbol->string string->symbol",
    "6.6": """char? char=? char<? char>? char<=? char>=? char-ci=? char-ci<? char-ci>?
        char-ci<=? char-ci>=? char-alphabetic? char-numeric? char-whitespace?
        char-upper-case? char-lower-case? digit-value char->integer integer->char
        char-upcase char-downcase char-foldcase""",
    "6.7": """string? make-string string string-length string-ref string-set! string=?
        string-ci=? string<? string-ci<? string>? string-ci>? string<=? string-ci<=?
        string>=? string-ci>=? string-upcase string-downcase string-foldcase substring
        string-append string->list list->string string-copy string-copy!
        string-fill!""",
    "6.8": """vector? make-vector vector vector-length vector-ref vector-set!
        vector->list list->vector vector->string string->vector vector-copy
        vector-copy! vector-append vector-fill!""",
    "6.9": """bytevector? make-bytevector bytevector bytevector-u8-ref
        bytevector-u8-set! bytevector-length bytevector-copy bytevector-copy!
        bytevector-append utf8->string string->utf8""",
    "6.13": """input-port? output-port? textual-port? binary-port? port?
        input-port-open? output-port-open? current-input-port current-output-port
        current-error-port open-input-file open-binary-input-file open-output-file
        open-binary-output-file close-port close-input-port close-output-port
        open-input-string open-output-string get-output-string open-input-bytevector
        open-output-bytevector get-output-bytevector read read-char peek-char read-line
        eof-object? eof-object char-ready? read-string read-u8 peek-u8 u8-ready?
        read-bytevector read-bytevector! write write-shared write-simple display
        newline write-char write-string write-u8 write-bytevector flush-output-port""",
    "6.14": """file-exists? delete-file get-environment-variable
        get-environment-variables current-second current-jiffy jiffies-per-second
        features""",
}
DECLARED = {
    name: function
    for module in MODULES
    for name, function in declared_in(import_module(f"brshell.builtins.{module}"))
}


@pytest.mark.parametrize("section", REPORT)
def test_the_procedures_of_the_report_are_there(machine, section):
    assert set(REPORT[section].split()) - set(machine.environment.names()) == set()


@pytest.mark.parametrize("name", [n for n in DECLARED if not n.startswith("%")])
def test_every_builtin_says_what_it_does_in_a_line(name):
    line = inspect.getdoc(DECLARED[name]).partition("\n")[0]
    assert line.endswith(".")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("car", "(car pair)"),
        ("display", "(display obj [port])"),
        ("append", "(append list ...)"),
        ("-", "(- z more ...)"),
        ("string-copy!", "(string-copy! to at from [start] [end])"),
        ("cadr", "(cadr pair)"),
        ("char<?", "(char<? first more ...)"),
    ],
)
def test_signature(name, expected):
    assert signature(name, DECLARED[name]) == expected
