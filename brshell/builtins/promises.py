"""Promises, but for force, which is written in Scheme. R7RS 4.2.5."""

from __future__ import annotations

from brshell.builtins.declare import builtin
from brshell.runtime.datums import UNSPECIFIED, Boolean, boolean
from brshell.runtime.promises import Promise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@builtin("%delay")
def delay(thunk: Any) -> Promise:
    """Return the promise of what the thunk's promise will be."""
    return Promise(False, thunk)


@builtin("%promise-of")
def promise_of(object: Any) -> Promise:
    """Return a promise of an object, which may be a promise."""
    return Promise(True, object)


@builtin("make-promise")
def make_promise(object: Any) -> Promise:
    """Return a promise of an object; a promise is returned as it is. R7RS 4.2.5."""
    return object if isinstance(object, Promise) else Promise(True, object)


@builtin("promise?")
def is_promise(object: Any) -> Boolean:
    """Tell whether an object is a promise. R7RS 4.2.5."""
    return boolean(isinstance(object, Promise))


@builtin("%promise-done?")
def promise_done(promise: Promise) -> Boolean:
    """Tell whether the value of a promise is known."""
    return boolean(promise.state[0])


@builtin("%promise-value")
def promise_value(promise: Promise) -> Any:
    """Return the value of a promise, or the procedure that makes its promise."""
    return promise.state[1]


@builtin("%promise-become!")
def promise_become(promise: Promise, other: Promise) -> Any:
    """Make a promise the same as another, which its procedure made."""
    promise.state[:] = other.state
    other.state = promise.state
    return UNSPECIFIED
