"""Control: apply, values, and the dynamic state as the Scheme part of it needs it.

What calls procedures more than once, or must do something after a call, is written
in Scheme (stdlib/scheme/control.scm): its frames can then be captured like any other.
Names that begin with % are not for programs.
"""

from __future__ import annotations

from brshell.builtins.checks import elements_of, spine
from brshell.builtins.declare import builtin, control
from brshell.runtime.calls import tail_place
from brshell.runtime.conditions import (
    Condition,
    SchemeError,
    bad_value,
    failure,
    wrong_type,
)
from brshell.runtime.datums import (
    NIL,
    UNSPECIFIED,
    Boolean,
    String,
    Symbol,
    Values,
    boolean,
)
from brshell.runtime.dynamic import thread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@builtin("procedure?")
def is_procedure(object: Any) -> Boolean:
    """Tell whether an object is a procedure. R7RS 6.10."""
    return boolean(callable(object) and not isinstance(object, type))


@control("apply")
def apply(procedure: Any, *arguments: Any) -> Any:
    """Call a procedure with the arguments; the last is a list of more. R7RS 6.10."""
    if not callable(procedure):
        raise wrong_type("apply", "a procedure", procedure)
    if not arguments:
        return (procedure, tail_place())
    *first, rest = arguments
    more, end = spine(rest)
    if end is not NIL:
        raise wrong_type("apply", "a list as the last argument", rest)
    return (procedure, tail_place(), *first, *more)


@builtin("values")
def values(*objects: Any) -> Any:
    """Deliver the objects as several values. R7RS 6.10."""
    return objects[0] if len(objects) == 1 else Values(objects)


@control("%apply-values")
def apply_values(consumer: Any, produced: Any) -> Any:
    """Call the consumer with the values that a producer delivered."""
    if type(produced) is Values:
        return (consumer, tail_place(), *produced.several)
    return (consumer, tail_place(), produced)


# The dynamic state


@builtin("%handlers")
def handlers() -> Any:
    """Return the list of handlers in force."""
    return thread.state.handlers


@builtin("%set-handlers!")
def set_handlers(handlers: Any) -> Any:
    """Put a list of handlers in force."""
    thread.state.handlers = handlers
    return UNSPECIFIED


@builtin("%winds")
def winds() -> Any:
    """Return the list of winds in force."""
    return thread.state.winds


@builtin("%set-winds!")
def set_winds(winds: Any) -> Any:
    """Put a list of winds in force."""
    thread.state.winds = winds
    return UNSPECIFIED


@builtin("%parameters")
def parameters() -> Any:
    """Return the list of parameterized values in force."""
    return thread.state.parameters


@builtin("%set-parameters!")
def set_parameters(parameters: Any) -> Any:
    """Put a list of parameterized values in force."""
    thread.state.parameters = parameters
    return UNSPECIFIED


# Errors


@builtin("%wrong-type")
def raise_wrong_type(who: Symbol, expected: String, received: Any) -> Any:
    """Raise the error for an argument of the wrong type."""
    raise wrong_type(who.name, expected.text, received)


@builtin("%bad-value")
def raise_bad_value(who: Symbol, expected: String, received: Any) -> Any:
    """Raise the error for an argument that is not acceptable."""
    raise bad_value(who.name, expected.text, received)


@builtin("%uncaught")
def uncaught(object: Any) -> Any:
    """Raise an object that no handler in force takes."""
    raise SchemeError(object)


@builtin("%make-error")
def make_error(message: Any, irritants: Any) -> Condition:
    """Return the condition that (error message irritant ...) raises.

    (error 'who "message" irritant ...), as other Schemes have it, is meant too.
    """
    from brshell.runtime.failures import present_place  # only when something failed

    objects = elements_of("error", irritants)
    who = None
    if isinstance(message, Symbol) and objects and isinstance(objects[0], String):
        who, message, *objects = message.name, *objects
    if isinstance(message, String):
        text = message.text
    else:
        text, objects = "", [message, *objects]
    condition = Condition("error", who, text, tuple(objects))
    condition.span = present_place()
    return condition


@builtin("%not-continuable")
def not_continuable(object: Any) -> Any:
    """Raise the error for a handler that returned where nothing can go on."""
    raise failure(
        "error", "raise", "the handler returned, but nothing can go on after", object
    )


@builtin("%assertion-failed")
def assertion_failed(form: Any) -> Any:
    """Raise the error of an assert form that did not hold."""
    raise failure("error", "assert", "this does not hold:", form)
