"""Errors as Scheme sees them: condition objects, and the exception that carries them.

Everything that goes wrong becomes a ``Condition``. It reads
``who: message irritant ...``, for instance ``car: expected a pair, but received 5``.
"""

from __future__ import annotations

from brbrain.errors import BrError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brshell.compiler.unit import Unit
    from brshell.reader.source import Span


class Condition:
    """What an error is: ``kind`` is its class, ``who`` the construct that failed.

    Kinds: error (made by the program), type, arity, unbound, index, value, syntax,
    read, file, link, status, register, python, interrupt.
    """

    __slots__ = (
        "argument",
        "cause",
        "fact",
        "irritants",
        "kind",
        "message",
        "span",
        "trace",
        "who",
    )

    def __init__(
        self,
        kind: str,
        who: str | None,
        message: str,
        irritants: tuple[Any, ...] = (),
        *,
        span: Span | None = None,
        fact: str | None = None,
    ) -> None:
        self.kind = kind
        self.who = who
        self.message = message
        self.irritants = irritants
        self.span = span
        # One further fact, shown on a line of its own; never a proposed edit.
        self.fact = fact
        self.trace: list[Frame] = []  # newest first
        self.cause: BrError | None = None  # the error of brbrain that it stands for
        # Which argument of ``who`` it complains of, from 0 on, where that is known.
        self.argument: int | None = None


class Frame:
    """A call of a user's procedure that an error came through, for the trace.

    ``site`` is the unit and the line at which it stood, ``values`` what its variables
    had there by their Python names; only what a prompt looks at keeps these.
    """

    __slots__ = ("arguments", "name", "site", "span", "values")

    def __init__(
        self, name: str, arguments: list[tuple[str, Any]], span: Span | None
    ) -> None:
        self.name = name
        self.arguments = arguments
        self.span = span
        self.site: tuple[Unit, int] | None = None
        self.values: dict[str, Any] = {}


class SchemeError(BrError):
    """Carries an object that was raised; any object may be, not only a Condition."""

    def __init__(self, payload: Any) -> None:
        super().__init__(payload)
        self.payload = payload
        # What is shown if nothing handles it: the payload itself, if it can be.
        self.condition = (
            payload
            if isinstance(payload, Condition)
            else Condition("raised", "raise", "nothing handled", (payload,))
        )


class SchemeExit(BaseException):
    """Ends the program with the exit code ``code``: (exit) was called."""

    def __init__(self, code: int = 0) -> None:
        super().__init__(code)
        self.code = code


class Terminated(SchemeExit):
    """Ends a program that did not ask for it: a signal, or nobody reads its output.

    So the robots are stopped, as after an error.
    """


def failure(
    kind: str,
    who: str | None,
    message: str,
    *irritants: Any,
    span: Span | None = None,
    fact: str | None = None,
) -> SchemeError:
    """Return the exception for a condition of this kind, ready to raise."""
    return SchemeError(Condition(kind, who, message, irritants, span=span, fact=fact))


def wrong_type(who: str, expected: str, received: Any) -> SchemeError:
    """Return the error for a value of the wrong type: ``expected`` is "a pair"."""
    return failure("type", who, f"expected {expected}, but received", received)


def bad_index(who: str, expected: str, received: Any) -> SchemeError:
    """Return the error for an index out of range."""
    return failure("index", who, f"expected {expected}, but received", received)


def bad_value(who: str, expected: str, received: Any) -> SchemeError:
    """Return the error for a value of the right type that is not acceptable."""
    return failure("value", who, f"expected {expected}, but received", received)
