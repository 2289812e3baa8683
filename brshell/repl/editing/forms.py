"""Forms with a body, or that name things: what layout and colours go by."""

from __future__ import annotations

# The forms whose body is indented by two columns, as Scheme programmers do, and how
# many parts come before the body.
_BEFORE_BODY = {
    "begin": 0,
    "case": 1,
    "case-lambda": 0,
    "cond-expand": 0,
    "delay": 0,
    "delay-force": 0,
    "do": 2,
    "guard": 1,
    "lambda": 1,
    "let": 1,
    "let*": 1,
    "let*-values": 1,
    "let-syntax": 1,
    "let-values": 1,
    "letrec": 1,
    "letrec*": 1,
    "letrec-syntax": 1,
    "parameterize": 1,
    "rec": 1,
    "syntax-rules": 1,
    "unless": 1,
    "when": 1,
}
# And those whose name begins so: define-record-type, with-robot. One part comes before.
_BODY_PREFIXES = ("define", "with-", "call-with-")

# The forms whose first part names variables.
_BINDING = """
do guard lambda let let* let*-values let-syntax let-values letrec letrec* letrec-syntax
parameterize rec
"""
# The forms that name variables in all their parts.
_BINDING_ALL = ("case-lambda", "define-record-type")

BINDING = frozenset(_BINDING.split())


def parts_before_body(head: str) -> int | None:
    """Return how many parts a form with this head has before its body.

    None if it has no body that is indented as such.
    """
    if head.startswith(_BODY_PREFIXES):
        return 1
    return _BEFORE_BODY.get(head)


def binds(head: str, part: int, named: bool = False) -> bool:
    """Tell whether part 1, 2, ... of such a form has names that it binds.

    ``named``: its part 1 is a word, as in a let that is a loop.
    """
    if head == "let" and named:
        return part <= 2
    if head in _BINDING_ALL:
        return True
    return part == 1 and (head in BINDING or head.startswith("define"))
