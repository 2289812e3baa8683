"""Conditions as programs see them. R7RS 6.11."""

from __future__ import annotations

from brshell.builtins.declare import builtin
from brshell.runtime.conditions import Condition, wrong_type
from brshell.runtime.datums import Boolean, String, Symbol, boolean, list_from, symbol
from brshell.runtime.printer import condition_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def condition_of(who: str, value: Any) -> Condition:
    """Return the value if it is a condition."""
    if isinstance(value, Condition):
        return value
    raise wrong_type(who, "a condition", value)


@builtin("error-object?", "condition?")
def is_error_object(obj: Any) -> Boolean:
    """Return whether the object is a condition, as errors raise them. R7RS 6.11."""
    return boolean(isinstance(obj, Condition))


@builtin("error-object-message")
def error_object_message(condition: Condition) -> String:
    """Return what the condition says, without the irritants. R7RS 6.11."""
    found = condition_of("error-object-message", condition)
    return String(f"{found.who}: {found.message}" if found.who else found.message)


@builtin("error-object-irritants")
def error_object_irritants(condition: Condition) -> Any:
    """Return a list of the objects that the condition is about. R7RS 6.11."""
    return list_from(condition_of("error-object-irritants", condition).irritants)


@builtin("condition-report-string")
def condition_report_string(condition: Condition) -> String:
    """Return all that the condition says, as the prompt shows it."""
    return String(condition_text(condition_of("condition-report-string", condition)))


@builtin("condition-kind")
def condition_kind(condition: Condition) -> Symbol:
    """Return the kind of the condition.

    It is one of error (made by the program), type, arity, unbound, index, value,
    syntax, read, file, link, status, register, python, memory and interrupt.
    """
    return symbol(condition_of("condition-kind", condition).kind)


@builtin("read-error?")
def is_read_error(obj: Any) -> Boolean:
    """Return whether the object is the error of a text that is no datum. R7RS 6.11."""
    return _is_kind(obj, "read")


@builtin("file-error?")
def is_file_error(obj: Any) -> Boolean:
    """Return whether the object is the error of a file. R7RS 6.11."""
    return _is_kind(obj, "file")


@builtin("syntax-error?")
def is_syntax_error(obj: Any) -> Boolean:
    """Return whether the object is the error of a form that is not well made."""
    return _is_kind(obj, "syntax")


@builtin("type-error?")
def is_type_error(obj: Any) -> Boolean:
    """Return whether the object is the error of a value of the wrong type."""
    return _is_kind(obj, "type")


@builtin("arity-error?")
def is_arity_error(obj: Any) -> Boolean:
    """Return whether the object is the error of a wrong number of arguments."""
    return _is_kind(obj, "arity")


@builtin("unbound-error?")
def is_unbound_error(obj: Any) -> Boolean:
    """Return whether the object is the error of a variable without a value."""
    return _is_kind(obj, "unbound")


@builtin("index-error?")
def is_index_error(obj: Any) -> Boolean:
    """Return whether the object is the error of an index out of range."""
    return _is_kind(obj, "index")


@builtin("value-error?")
def is_value_error(obj: Any) -> Boolean:
    """Return whether the object is the error of a value that is not acceptable."""
    return _is_kind(obj, "value")


def _is_kind(obj: Any, kind: str) -> Boolean:
    return boolean(isinstance(obj, Condition) and obj.kind == kind)
