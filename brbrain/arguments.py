"""Checks of arguments: what is wrong is told before anything is sent or changed."""

from collections.abc import Iterable
from math import inf, isfinite, nan
from typing import Any

from brbrain.errors import ArgumentError


def refused(name: str, expected: str, received: object) -> ArgumentError:
    """Return the error for an argument, ready to raise."""
    message = f"{name}: expected {expected}, but received {received!r}"
    return ArgumentError(message, received)


def is_whole(value: object, low: float = -inf, high: float = inf) -> bool:
    """Return whether that is an integer from ``low`` to ``high``; booleans are not."""
    return (
        isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
    )


def whole(name: str, value: Any, low: int, high: float = inf) -> int:
    """Return an integer from ``low`` to ``high``; raise ArgumentError if it is not."""
    if is_whole(value, low, high):
        return int(value)
    limits = f"of {low} or more" if high == inf else f"from {low} to {high:g}"
    raise refused(name, f"an integer {limits}", value)


def number(
    name: str, value: Any, low: float = -inf, high: float = inf, unit: str = ""
) -> float:
    """Return a finite number from ``low`` to ``high``; ArgumentError if it is not."""
    known = _float(value)
    if isfinite(known) and low <= known <= high:
        return known
    unit = f" {unit}" if unit else ""
    expected = f"{low:g} to {high:g}{unit}"
    if high == inf:
        expected = f"{low:g}{unit} or more"
    if low == -inf:
        expected = f"a finite number{unit and f' of{unit}'}"
    raise refused(name, expected, value)


def positive(name: str, value: Any) -> float:
    """Return a finite number above 0; raise ArgumentError if it is not."""
    known = _float(value)
    if isfinite(known) and known > 0.0:
        return known
    raise refused(name, "more than 0", value)


def flag(name: str, value: Any) -> bool:
    """Return a truth value, which 0 and 1 are too; ArgumentError if it is not."""
    if isinstance(value, int) and value in (0, 1):
        return bool(value)
    raise refused(name, "True or False", value)


def text(name: str, value: Any) -> str:
    """Return a text; raise ArgumentError if it is not."""
    if isinstance(value, str):
        return value
    raise refused(name, "a text", value)


def elements(name: str, expected: str, value: Any) -> list[Any]:
    """Return what is in a collection; ArgumentError for a text and what is none."""
    if isinstance(value, Iterable) and not isinstance(value, str | bytes):
        return list(value)
    raise refused(name, expected, value)


def hook(name: str, value: Any) -> None:
    """Raise ArgumentError for what is neither callable nor None."""
    if value is not None and not callable(value):
        raise refused(name, "a callable or None", value)


def kind(name: str, value: object, expected: str, *methods: str) -> None:
    """Raise ArgumentError for an object that lacks one of the methods."""
    if not all(callable(getattr(value, method, None)) for method in methods):
        raise refused(name, expected, value)


def _float(value: Any) -> float:
    """Return a number as Python has it, NaN for what is none: booleans, texts."""
    if isinstance(value, bool) or not hasattr(type(value), "__float__"):
        return nan
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        return nan
