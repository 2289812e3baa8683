"""Calling procedures from Python code.

A Scheme procedure is a Python function. In tail position it returns the tuple
(procedure, place, argument ...) instead of calling; ``force`` goes on with that.
Calls have a fixed number of arguments wherever they can nest: Python then needs no C
stack for them, and Scheme programs may recurse as deep as memory goes.
"""

from __future__ import annotations

import sys

from brshell.runtime.conditions import failure
from brshell.runtime.datums import list_from
from brshell.runtime.procedures import COLLECTS_REST, name_builtin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType
    from typing import Any


def force(result: Any) -> Any:
    """Return the value of a result, which may be a tail call."""
    place = None  # the last one in a program: the language's own tail calls have none
    while type(result) is tuple:
        place = result[1] or place
        count = len(result)
        if count == 3:
            result = result[0](result[2])
        elif count == 4:
            result = result[0](result[2], result[3])
        elif count == 2:
            result = result[0]()
        elif count == 5:
            result = result[0](result[2], result[3], result[4])
        else:
            result = caller(count - 2)(result[0], result[2:])
    return result


def tail_place() -> str | None:
    """Return the place of the tail call that a builtin is called by, if it is one.

    For builtins that pass the call on to another procedure, so that an error there has
    this place. Only ``force`` knows it: the caller has no frame any more.
    """
    caller = sys._getframe(2)
    if caller.f_code.co_filename == _WIDE_CALL and caller.f_back is not None:
        caller = caller.f_back
    if caller.f_code is not force.__code__:
        return None
    return caller.f_locals["result"][1]  # type: ignore[no-any-return]


def call_made_by(frame: FrameType) -> tuple[Any, Any] | None:
    """Return (procedure, arguments) of the tail call that a frame is making, if any."""
    if frame.f_code.co_filename == _WIDE_CALL:
        return frame.f_locals["procedure"], frame.f_locals["arguments"]
    if frame.f_code is force.__code__ and type(frame.f_locals["result"]) is tuple:
        procedure, _, *arguments = frame.f_locals["result"]
        return procedure, arguments
    return None


_WIDE_CALL = "<wide call>"  # the file name of what ``caller`` makes
_callers: dict[int, Callable[[Any, tuple[Any, ...]], Any]] = {}


def caller(count: int) -> Callable[[Any, tuple[Any, ...]], Any]:
    """Return a function that calls a procedure with this many arguments, in a tuple.

    Python's own ``procedure(*arguments)`` would use C stack.
    """
    found = _callers.get(count)
    if found is None:
        if count > 255:  # a call so wide does not nest deep
            names, unpack = "*arguments", ""
        else:
            names = ", ".join(f"a{index}" for index in range(count))
            unpack = f"    ({names},) = arguments\n" if count else ""
        made: dict[str, Any] = {}
        text = (
            f"def call(procedure, arguments):\n{unpack}    return procedure({names})\n"
        )
        exec(compile(text, _WIDE_CALL, "exec"), made)
        found = _callers[count] = made["call"]
    return found


def plain(procedure: Any) -> Callable[..., Any]:
    """Return a procedure that returns the value of another, never a tail call."""

    def call(*arguments: Any) -> Any:
        return force((procedure, None, *arguments))

    return call


def case_lambda(name: str, *clauses: Any) -> Callable[..., Any]:
    """Return the procedure that runs the first clause which takes its arguments."""
    table = [
        (
            clause.__code__.co_argcount,
            bool(clause.__code__.co_flags & COLLECTS_REST),
            clause,
        )
        for clause in clauses
    ]

    def choose(*arguments: Any) -> Any:
        count = len(arguments)
        for least, more, clause in table:
            if count == least or (more and count > least):
                return (clause, None, *arguments)
        takes = " or ".join(f"{n} or more" if more else str(n) for n, more, _ in table)
        raise failure(
            "arity",
            name,
            f"expected {takes or 'a clause for the'} arguments, but received {count}:",
            list_from(arguments),
        )

    choose.__name__ = name
    choose.clauses = clauses  # type: ignore[attr-defined]
    return choose


name_builtin(case_lambda, "$case-lambda")
