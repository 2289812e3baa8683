"""Hash functions, SRFI 69: the same number for objects that are the same."""

from __future__ import annotations

from brshell.builtins.checks import natural_of, text_of
from brshell.builtins.declare import builtin
from brshell.runtime.conditions import bad_value
from brshell.runtime.hashtable import equal_key, eqv_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brshell.runtime.datums import String

HASH_BOUND = 2**61 - 1  # a prime, so that all of the text counts


@builtin("hash", "equal-hash")
def hash_of(obj: Any, bound: int = HASH_BOUND) -> int:
    """Return a number below the bound, the same for equal? objects. SRFI 69."""
    return hash(equal_key(obj)) % _bound_of("hash", bound)


@builtin("hash-by-identity", "eq-hash", "eqv-hash")
def hash_by_identity(obj: Any, bound: int = HASH_BOUND) -> int:
    """Return a number below the bound, the same for eqv? objects. SRFI 69."""
    return hash(eqv_key(obj)) % _bound_of("hash-by-identity", bound)


@builtin("string-hash")
def string_hash(string: String, bound: int = HASH_BOUND) -> int:
    """Return a number below the bound, the same for string=? strings. SRFI 69."""
    text = text_of("string-hash", string)
    return _text_hash(text) % _bound_of("string-hash", bound)


@builtin("string-ci-hash", "string-hash-ci")
def string_ci_hash(string: String, bound: int = HASH_BOUND) -> int:
    """Return a number below the bound, the same for string-ci=? strings. SRFI 69."""
    text = text_of("string-ci-hash", string).casefold()
    return _text_hash(text) % _bound_of("string-ci-hash", bound)


def _text_hash(text: str) -> int:
    # Python's own would differ from run to run.
    return int.from_bytes(text.encode()) % HASH_BOUND


def _bound_of(who: str, bound: Any) -> int:
    if natural_of(who, bound) > 0:
        return bound  # type: ignore[no-any-return]
    raise bad_value(who, "a positive exact integer", bound)
