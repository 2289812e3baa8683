"""What is known of a procedure: its names in the language, and how it is called."""

from __future__ import annotations

from brshell.runtime.names import written_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    F = TypeVar("F", bound=Callable[..., Any])

COLLECTS_REST = 0x04  # flag of the code of a function with a *rest parameter


def name_builtin(procedure: F, *names: str, direct: bool = True) -> F:
    """Give a procedure of the language its names, and say how it is called.

    A direct one returns its value and calls nothing back: it is called like any Python
    function, and once more with the same arguments when there was an error, to say
    what is wrong. Others are called like a user's: they may return a tail call.
    """
    procedure.__name__ = names[0]
    procedure.scheme_names = names  # type: ignore[attr-defined]
    procedure.direct = direct  # type: ignore[attr-defined]
    return procedure


def names_of(procedure: Any) -> tuple[str, ...]:
    """Return the names that a procedure has in the language; () for a user's."""
    names: tuple[str, ...] = getattr(procedure, "scheme_names", ())
    return names


def shown_name(procedure: Any) -> str | None:
    """Return the name of a procedure as the program wrote it, None if it has none."""
    name = getattr(procedure, "__name__", None)
    return None if name is None else written_name(name)


def is_direct(procedure: Any) -> bool:
    """Tell whether a procedure of the language returns without calling anything."""
    return getattr(procedure, "direct", False)


def arity(procedure: Any) -> tuple[int, int | None] | None:
    """Return (least, most) arguments of a procedure; most is None for any number."""
    code = getattr(procedure, "__code__", None)
    own = 0  # arguments that are not the caller's
    if code is None:  # an object that can be called, such as a parameter
        procedure, own = getattr(procedure, "__call__", None), 1  # noqa: B004
        code = getattr(procedure, "__code__", None)
    if code is None:
        return None
    count = code.co_argcount - own
    most = None if code.co_flags & COLLECTS_REST else count
    return count - len(procedure.__defaults__ or ()), most


def argument_count(least: int, most: int | None) -> str:
    """Return how many arguments that is, in words."""
    if most is None:
        return f"at least {least} argument{'s' * (least != 1)}"
    if most == least:
        return f"{least or 'no'} argument{'s' * (least != 1)}"
    return f"{least} to {most} arguments"
