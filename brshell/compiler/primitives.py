"""Which calls of builtins become Python operators, as tables of templates.

In a template A, B and C are the operands, SLOW is the builtin itself, and every
other name is one of the runtime's (runtime/namespace.py). When the Python operator
fails, the error is that of the builtin called with the same operands, so a template
only has to be right when it succeeds, and to fail otherwise.

A builtin is inlined only where its name means the builtin: a program that defines
the name gets its own procedure called.
"""

from __future__ import annotations

from brshell.expander.core import Call, Constant, Core, Global, Reference
from brshell.runtime.datums import IDENTITY_TYPES
from brshell.runtime.procedures import is_direct

# Operators whose result is a value: (name, operand count) -> template.
VALUES: dict[tuple[str, int], str] = {
    ("+", 2): "A + B",
    ("-", 1): "-A",
    ("-", 2): "A - B",
    ("*", 2): "A * B",
    ("1+", 1): "A + 1",
    ("-1+", 1): "A - 1",
    ("car", 1): "A.car",
    ("cdr", 1): "A.cdr",
    ("caar", 1): "A.car.car",
    ("cadr", 1): "A.cdr.car",
    ("cdar", 1): "A.car.cdr",
    ("cddr", 1): "A.cdr.cdr",
    ("caddr", 1): "A.cdr.cdr.car",
    ("cdddr", 1): "A.cdr.cdr.cdr",
    ("cadddr", 1): "A.cdr.cdr.cdr.car",
    ("cons", 2): "cons(A, B)",
    ("list", 0): "NIL",
    ("list", 1): "cons(A, NIL)",
    ("list", 2): "cons(A, cons(B, NIL))",
    ("list", 3): "cons(A, cons(B, cons(C, NIL)))",
    ("vector-length", 1): "len(A.items)",
    ("string-length", 1): "len(A.text)",
    ("char->integer", 1): "ord(A.character)",
}

# The same for operators that use an operand twice, or fail before they come to the
# last: every operand must be a variable or constant.
ATOMIC_VALUES: dict[tuple[str, int], str] = {
    ("+", 3): "A + B + C",
    ("-", 3): "A - B - C",
    ("*", 3): "A * B * C",
    ("/", 2): "A / B if type(A) is type(B) is float and B else SLOW(A, B)",
    ("square", 1): "A * A",
    ("abs", 1): "abs(A) if type(A) is int or type(A) is float else SLOW(A)",
    ("max", 2): "(A if A > B else B) if type(A) is type(B) is int else SLOW(A, B)",
    ("min", 2): "(A if A < B else B) if type(A) is type(B) is int else SLOW(A, B)",
    ("vector-ref", 2): "A.items[B if B >= 0 else negative(B)]",
    ("string-ref", 2): "CHARS[A.text[B if B >= 0 else negative(B)]]",
    (
        "quotient",
        2,
    ): "A // B if type(A) is type(B) is int and A >= 0 < B else SLOW(A, B)",
    (
        "remainder",
        2,
    ): "A % B if type(A) is type(B) is int and A >= 0 < B else SLOW(A, B)",
    ("modulo", 2): "A % B if type(A) is type(B) is int and B else SLOW(A, B)",
}

# With a positive integer constant as the second operand less has to be asked.
CONSTANT_VALUES: dict[str, str] = {
    "quotient": "A // B if type(A) is int and A >= 0 else SLOW(A, B)",
    "remainder": "A % B if type(A) is int and A >= 0 else SLOW(A, B)",
    "modulo": "A % B if type(A) is int else SLOW(A, B)",
    "vector-ref": "A.items[B]",
    "string-ref": "CHARS[A.text[B]]",
}

# Operators whose result is a truth value: the template gives Python's.
TESTS: dict[tuple[str, int], str] = {
    ("<", 2): "A < B",
    (">", 2): "A > B",
    ("<=", 2): "A <= B",
    (">=", 2): "A >= B",
    ("positive?", 1): "A > 0",
    ("negative?", 1): "A < 0",
    ("null?", 1): "A is NIL",
    ("pair?", 1): "isinstance(A, Pair)",
    ("symbol?", 1): "type(A) is Symbol",
    ("string?", 1): "type(A) is String",
    ("vector?", 1): "type(A) is Vector",
    ("char?", 1): "type(A) is Char",
    ("boolean?", 1): "type(A) is Boolean",
    ("exact-integer?", 1): "type(A) is int",
    ("eof-object?", 1): "A is EOF",
    ("not", 1): "A is FALSE",
    ("char=?", 2): "A.character == B.character",
    ("char<?", 2): "A.character < B.character",
    ("string=?", 2): "A.text == B.text",
    ("string<?", 2): "A.text < B.text",
}

ATOMIC_TESTS: dict[tuple[str, int], str] = {
    ("<", 3): "(A < B) & (B < C)",  # "and" would not look at C
    (">", 3): "(A > B) & (B > C)",
    ("<=", 3): "(A <= B) & (B <= C)",
    (">=", 3): "(A >= B) & (B >= C)",
    ("=", 2): "A == B if type(A) is type(B) is int else SLOW(A, B) is TRUE",
    ("eq?", 2): "A is B or type(A) is type(B) is int and A == B",
    ("eqv?", 2): "A is B or type(A) is type(B) and SLOW(A, B) is TRUE",
    ("equal?", 2): "A is B or SLOW(A, B) is TRUE",
    ("integer?", 1): "type(A) is int or SLOW(A) is TRUE",
    ("procedure?", 1): "callable(A) and not isinstance(A, type)",
    ("zero?", 1): "A == 0 if type(A) is int else SLOW(A) is TRUE",
    ("even?", 1): "A % 2 == 0 if type(A) is int else SLOW(A) is TRUE",
    ("odd?", 1): "A % 2 == 1 if type(A) is int else SLOW(A) is TRUE",
}

CONSTANT_TESTS: dict[str, str] = {
    "=": "A == B if type(A) is int else SLOW(A, B) is TRUE",
}

# What tells whether two objects are the same is easy with a constant that Python's
# ``is`` tells from all else, and with an integer.
IDENTITIES = {("eq?", 2), ("eqv?", 2), ("equal?", 2)}
IDENTITY_TEST = "A is B"
INTEGER_TEST = "type(A) is int and A == B"

# Operators that are Python statements, when nobody asks for their value.
EFFECTS: dict[tuple[str, int], str] = {
    ("vector-set!", 3): "A.items[B if B >= 0 else negative(B)] = C",
}


def builtin_called(core: Core) -> Global | None:
    """Return the builtin that a form calls by name, or None."""
    if (
        isinstance(core, Call)
        and isinstance(core.operator, Reference)
        and isinstance(core.operator.variable, Global)
        and core.operator.variable.builtin is not None
    ):
        return core.operator.variable
    return None


def is_direct_call(core: Core) -> bool:
    """Tell whether a form calls a builtin that returns without calling anything back.

    Builtins that call procedures, such as apply and call/cc, are not direct.
    """
    called = builtin_called(core)
    return called is not None and is_direct(called.builtin)


def value_template(core: Call) -> str | None:
    """Return the template for a call in a place that wants its value, or None."""
    key = _key(core)
    if key is None:
        return None
    if key[0] in CONSTANT_VALUES and key[1] == 2 and _natural(core.operands[1], key[0]):
        return CONSTANT_VALUES[key[0]]
    return VALUES.get(key) or ATOMIC_VALUES.get(key)


def test_template(core: Call) -> str | None:
    """Return the template for a call in a place that wants its truth, or None."""
    key = _key(core)
    if key is None:
        return None
    if key in IDENTITIES and _has_identity(core):
        return IDENTITY_TEST
    if key in IDENTITIES and _integer(core.operands[1]):
        return INTEGER_TEST
    if key == ("=", 2) and _integer(core.operands[1]):
        return CONSTANT_TESTS["="]
    return TESTS.get(key) or ATOMIC_TESTS.get(key)


def effect_template(core: Core) -> str | None:
    """Return the template of the statement that does what a call does, or None."""
    key = _key(core)
    return EFFECTS.get(key) if key is not None else None


def is_inlined(core: Core) -> bool:
    """Tell whether a call becomes a Python expression."""
    return isinstance(core, Call) and (
        value_template(core) is not None or test_template(core) is not None
    )


def needs_atoms(core: Core) -> bool:
    """Tell whether the operands of a call must be variables or constants."""
    key = _key(core)
    if key is None or (isinstance(core, Call) and test_template(core) == IDENTITY_TEST):
        return False
    return key in ATOMIC_VALUES or key in ATOMIC_TESTS or key in EFFECTS


def _key(core: Core) -> tuple[str, int] | None:
    called = builtin_called(core)
    if called is None or not isinstance(core, Call):
        return None
    return called.name, len(core.operands)


def _has_identity(core: Call) -> bool:
    return any(
        isinstance(operand, Constant) and isinstance(operand.value, IDENTITY_TYPES)
        for operand in core.operands
    )


def _integer(core: Core) -> bool:
    return isinstance(core, Constant) and type(core.value) is int


def _natural(core: Core, name: str) -> bool:
    """Tell whether an operand is an integer constant that needs no check."""
    if not isinstance(core, Constant) or type(core.value) is not int:
        return False
    return core.value >= 0 if name.endswith("-ref") else core.value > 0
