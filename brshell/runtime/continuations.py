"""Full continuations on Python's stack, at no cost until one is needed.

``call/cc`` costs nothing but a Continuation: invoked while its call is still on the
stack, it unwinds to it (Throw). Only when it outlives the call, or is left by another
throw, are the frames of the stack needed: Capture then unwinds everything down to
``run``, and the traceback of that exception *is* the stack. Each frame is kept as a
WaitingCall: how to go on after its call, and its live variables. ``run`` goes on with
such frames one by one, as values are delivered to them; they are never changed, so a
continuation can be entered any number of times.

(The method is that of Pettyjohn et al., "Continuations from Generalized Stack
Inspection", ICFP 2005; that a traceback does the inspection is ours.)
"""

from __future__ import annotations

from sys import getrefcount

from brshell.runtime.calls import force
from brshell.runtime.conditions import SchemeError, wrong_type
from brshell.runtime.datums import Pair, Values, cons
from brshell.runtime.dynamic import thread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType
    from typing import Any, NoReturn, TypeAlias

    from brshell.compiler.unit import Unit
    from brshell.runtime.dynamic import DynamicState

    # The function that goes on after a call, and the names of the variables whose
    # values it takes after the value of the call.
    Resume: TypeAlias = tuple[Callable[..., Any], list[str]]

# How many nested call/cc may be live before the stack is moved to the heap: a loop
# that goes through call/cc then runs in constant space.
MAX_LIVE = 1000

# References to a continuation that nothing but its own call/cc holds: the variable
# there, and the argument of getrefcount.
_OWN_REFERENCES = 2


class WaitingCall:
    """A call that waits for a value: ``rest`` is what waits for its own."""

    __slots__ = ("function", "live", "rest")

    def __init__(
        self, function: Callable[..., Any], live: list[Any], rest: Waiting
    ) -> None:
        self.function = function
        self.live = live
        self.rest = rest

    def resume(self, value: Any) -> Any:
        """Go on with the value that was waited for."""
        return self.function(value, *self.live)


class WaitingHandler:
    """A call of with-exception-handler that waits for the value of its thunk."""

    __slots__ = ("failed", "handlers", "rest")

    def __init__(self, handlers: Pair, failed: Any, rest: Waiting) -> None:
        self.handlers = handlers
        self.failed = failed
        self.rest = rest

    def resume(self, value: Any) -> Any:
        """Take the handler out of force and deliver the value."""
        thread.state.handlers = self.handlers.cdr
        return value


class WaitingStart:
    """A function that is to be called; it wants no value."""

    __slots__ = ("arguments", "function", "rest")

    def __init__(
        self, rest: Waiting, function: Callable[..., Any], *arguments: Any
    ) -> None:
        self.rest = rest
        self.function = function
        self.arguments = arguments

    def resume(self, value: Any) -> Any:
        """Call it."""
        return self.function(*self.arguments)


if TYPE_CHECKING:
    Waiting: TypeAlias = WaitingCall | WaitingHandler | WaitingStart | None


class Capture(BaseException):
    """Unwinds the whole stack to save it; then ``run`` goes on there.

    It delivers ``value``, which may be a tail call, or raises it.
    """

    def __init__(self, value: Any, *, raises: bool = False) -> None:
        self.value = value
        self.raises = raises


class Throw(BaseException):
    """Unwinds to, or re-enters, a continuation with a value."""

    def __init__(self, target: Continuation, value: Any) -> None:
        self.target = target
        self.value = value


class Continuation:
    """What call/cc passes: a procedure that delivers its arguments there."""

    __slots__ = ("captured", "handlers", "namespace", "parameters", "waiting", "winds")

    def __init__(self, namespace: dict[str, Any], state: DynamicState) -> None:
        self.handlers = state.handlers
        self.parameters = state.parameters
        self.winds = state.winds
        self.namespace = namespace
        self.captured = False
        self.waiting: Waiting = None

    def __call__(self, *values: Any) -> Any:
        """Leave the present computation and go on there."""
        value = values[0] if len(values) == 1 else Values(values)
        if thread.state.winds is self.winds:
            raise Throw(self, value)
        rewind = self.namespace["%rewind"]
        return (rewind, None, self.winds, lambda: self.enter(value))

    def describe(self) -> tuple[str, list[tuple[str, Any]]]:
        """Return the name and parts to print."""
        return "continuation", []

    def enter(self, value: Any) -> NoReturn:
        """Go on there; the winds are already right."""
        raise Throw(self, value)

    def restore(self) -> None:
        """Put the dynamic state of the continuation in force."""
        state = thread.state
        state.handlers = self.handlers
        state.parameters = self.parameters
        state.winds = self.winds


def call_with_current_continuation(
    namespace: dict[str, Any], units: dict[str, Unit]
) -> Callable[[Any], Any]:
    """Return call/cc.

    It uses the procedure ``%rewind`` of the namespace: (%rewind winds thunk) runs the
    afters and befores between the present winds and others, then the thunk.
    """

    def call_cc(procedure: Any) -> Any:
        """Call the procedure with the present continuation. R7RS 6.10."""
        if not callable(procedure):
            raise wrong_type("call/cc", "a procedure", procedure)
        state = thread.state
        continuation = Continuation(namespace, state)
        if state.depth >= MAX_LIVE:
            raise Capture((procedure, None, continuation))
        state.depth += 1
        try:
            value = force((procedure, None, continuation))
        except (Throw, Exception) as error:
            if isinstance(error, Throw) and error.target is continuation:
                value = error.value
                continuation.restore()
            else:
                left = error if isinstance(error, Throw) else _annotated(error, units)
                # The frames in the tracebacks would count as references.
                left.__traceback__ = error.__traceback__ = None
                if getrefcount(continuation) > _OWN_REFERENCES:
                    raise Capture(left, raises=True) from None
                raise left from None
        finally:
            state.depth -= 1
        if getrefcount(continuation) > _OWN_REFERENCES:
            raise Capture(value)
        return value

    return call_cc


def _annotated(error: Exception, units: dict[str, Unit]) -> SchemeError:
    from brshell.runtime.failures import annotate  # only when something failed

    return annotate(error, units)


def _raise(error: BaseException) -> NoReturn:
    raise error


def with_exception_handler(
    namespace: dict[str, Any], units: dict[str, Unit]
) -> Callable[[Any, Any], Any]:
    """Return with-exception-handler.

    It uses the procedure ``%failed`` of the namespace: (%failed handlers object) calls
    the first handler with an object that cannot be continued from.
    """

    def with_handler(handler: Any, thunk: Any) -> Any:
        """Call the thunk with the handler in force. R7RS 6.11."""
        for argument in (handler, thunk):
            if not callable(argument):
                raise wrong_type("with-exception-handler", "a procedure", argument)
        state = thread.state
        outer = state.handlers
        handlers = state.handlers = cons(handler, outer)
        try:
            value = force((thunk, None))
        except Exception as error:
            # With other handlers in force it was raised in a handler, or passed by.
            if state.handlers is not handlers:
                raise
            payload = _annotated(error, units).payload
        else:
            state.handlers = outer
            return value
        return (namespace["%failed"], None, handlers, payload)

    return with_handler


_CALL_CC = call_with_current_continuation({}, {}).__code__
_WITH_HANDLER = with_exception_handler({}, {}).__code__


def _save(traceback: TracebackType | None, waiting: Waiting) -> Waiting:
    """Return the frames of a traceback on top of those that wait already."""
    while traceback is not None:
        frame = traceback.tb_frame
        code = frame.f_code
        resumes = frame.f_globals.get("$resumes")
        if resumes is not None:
            resume = resumes[code.co_filename, traceback.tb_lineno]
            if resume is not None:
                function, names = resume
                values = frame.f_locals
                live = list(map(values.get, names))
                waiting = WaitingCall(function, live, waiting)
        elif code is _CALL_CC:
            continuation = frame.f_locals["continuation"]
            continuation.captured = True
            continuation.waiting = waiting
        elif code is _WITH_HANDLER:
            values = frame.f_locals
            failed = values["namespace"]["%failed"]
            waiting = WaitingHandler(values["handlers"], failed, waiting)
        traceback = traceback.tb_next
    return waiting


def run(thunk: Callable[[], Any], units: dict[str, Unit]) -> Any:
    """Call a procedure without arguments and return its value.

    This is the bottom of a stack of Scheme calls: continuations reach down to here.
    """
    waiting: Waiting = WaitingStart(None, thunk)
    value: Any = None
    state = thread.state
    depth, state.depth = state.depth, 0
    try:
        while waiting is not None:
            frame, waiting = waiting, waiting.rest
            try:
                value = force(frame.resume(value))
            except Capture as capture:
                waiting = _save(capture.__traceback__, waiting)
                value = capture.value
                if capture.raises:
                    waiting = WaitingStart(waiting, _raise, value)
                elif type(value) is tuple:
                    waiting = WaitingStart(waiting, force, value)
            except Throw as throw:
                target = throw.target
                if not target.captured:
                    raise  # it belongs to a stack further down
                value, waiting = throw.value, target.waiting
                target.restore()
            except Exception as error:
                waiting = _handled(error, waiting, units)
        return value
    finally:
        state.depth = depth


def _handled(error: Exception, waiting: Waiting, units: dict[str, Unit]) -> Waiting:
    """Return the call of the handler of an error that waits, or raise it again."""
    annotated = _annotated(error, units)
    handlers = thread.state.handlers
    while not (isinstance(waiting, WaitingHandler) and waiting.handlers is handlers):
        if waiting is None:
            raise annotated from None
        waiting = waiting.rest
    failed = waiting.failed
    return WaitingStart(waiting.rest, failed, handlers, annotated.payload)
