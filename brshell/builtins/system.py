"""The clock, the environment, and what this Scheme is."""

from __future__ import annotations

import os
import time

from brshell.builtins.checks import text_of
from brshell.builtins.declare import builtin
from brshell.runtime.datums import FALSE, Boolean, String, cons, list_from, symbol
from brshell.runtime.features import FEATURES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

JIFFIES_PER_SECOND = 1_000_000_000


@builtin("current-second")
def current_second() -> float:
    """Return the seconds since the start of 1970, as the system counts. R7RS 6.14."""
    return time.time()


@builtin("current-jiffy")
def current_jiffy() -> int:
    """Return the time in jiffies since some moment of the past. R7RS 6.14."""
    return time.monotonic_ns()


@builtin("jiffies-per-second")
def jiffies_per_second() -> int:
    """Return how many jiffies a second has. R7RS 6.14."""
    return JIFFIES_PER_SECOND


@builtin("runtime")
def runtime() -> float:
    """Return the seconds of computing that the program has taken so far."""
    return time.process_time()


@builtin("get-environment-variable")
def get_environment_variable(name: String) -> String | Boolean:
    """Return the value of an environment variable, or #f. R7RS 6.14."""
    value = os.environ.get(text_of("get-environment-variable", name))
    return FALSE if value is None else String(_clean(value))


@builtin("get-environment-variables")
def get_environment_variables() -> Any:
    """Return a list of pairs, name and value, of the environment. R7RS 6.14."""
    return list_from(
        [
            cons(String(_clean(name)), String(_clean(value)))
            for name, value in os.environ.items()
        ]
    )


def _clean(text: str) -> str:
    """Return text from the system without the bytes that are no UTF-8."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


@builtin("features")
def features() -> Any:
    """Return a list of the symbols that cond-expand takes for true. R7RS 6.14."""
    return list_from([symbol(name) for name in FEATURES])
