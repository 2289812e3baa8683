"""Errors of the robot as programs see them: kinds of conditions, and their parts."""

from __future__ import annotations

from brshell.builtins.conditions import condition_of
from brshell.builtins.declare import builtin
from brshell.runtime.conditions import Condition
from brshell.runtime.datums import (
    FALSE,
    Boolean,
    boolean,
    cons,
    list_from,
    symbol,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _is_kind(obj: Any, *kinds: str) -> Boolean:
    return boolean(isinstance(obj, Condition) and obj.kind in kinds)


def _part(who: str, condition: Any, name: str) -> Any:
    return getattr(condition_of(who, condition).cause, name, None)


@builtin("robot-error?")
def is_robot_error(obj: Any) -> Boolean:
    """Return whether the object is the error of a link, a status or a register."""
    return _is_kind(obj, "link", "status", "register")


@builtin("link-error?")
def is_link_error(obj: Any) -> Boolean:
    """Return whether the object is the error of a link: lost, or without an answer."""
    return _is_kind(obj, "link")


@builtin("status-error?")
def is_status_error(obj: Any) -> Boolean:
    """Return whether the object is the error of a bad status: a device is missing."""
    return _is_kind(obj, "status")


@builtin("register-error?")
def is_register_error(obj: Any) -> Boolean:
    """Return whether the object is the error of a register that is not there.

    Or one that does not take the value.
    """
    return _is_kind(obj, "register")


@builtin("error-status")
def error_status(condition: Any) -> Any:
    """Return the status that a condition is about, #f if none. See status->string."""
    status = _part("error-status", condition, "status")
    return FALSE if status is None else status


@builtin("error-ids")
def error_ids(condition: Any) -> Any:
    """Return a list of the ids of the devices that failed, as far as known."""
    return list_from(_part("error-ids", condition, "failed") or ())


@builtin("error-values")
def error_values(condition: Any) -> Any:
    """Return what the other devices said: a list of (id raw-value ...)."""
    values = _part("error-values", condition, "values") or {}
    return list_from([cons(id, list_from(said)) for id, said in values.items()])


@builtin("error-register")
def error_register(condition: Any) -> Any:
    """Return the name of the register that a condition is about, #f if none."""
    register = _part("error-register", condition, "register")
    return FALSE if register is None else symbol(register.symbol)
