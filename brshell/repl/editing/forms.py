"""Forms with a body, or that name things: what indentation and colours go by."""

from __future__ import annotations

# The forms whose parts are indented by two columns, as Scheme programmers do.
_BODIES = """
begin case case-lambda cond-expand define-library delay delay-force do guard lambda let
let* let*-values let-syntax let-values letrec letrec* letrec-syntax parameterize rec
syntax-rules unless when
"""
# And those whose name begins so: define-record-type, with-robot.
_BODY_PREFIXES = ("define", "with-", "call-with-")

# The forms whose first part names variables.
_BINDING = """
do guard lambda let let* let*-values let-syntax let-values letrec letrec* letrec-syntax
parameterize rec
"""
# The forms that name variables in all their parts.
_BINDING_ALL = ("case-lambda", "define-record-type")

BODIES = frozenset(_BODIES.split())
BINDING = frozenset(_BINDING.split())


def has_body(head: str) -> bool:
    """Tell whether a form that begins with this word is indented as one with a body."""
    return head in BODIES or head.startswith(_BODY_PREFIXES)


def binds(head: str, part: int, named: bool = False) -> bool:
    """Tell whether part 1, 2, ... of such a form has names that it binds.

    ``named``: its part 1 is a word, as in a let that is a loop.
    """
    if head == "let" and named:
        return part <= 2
    if head in _BINDING_ALL:
        return True
    return part == 1 and (head in BINDING or head.startswith("define"))
