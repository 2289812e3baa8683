"""How a builtin is declared: once, as a Python function with its documentation.

    @builtin("string-ref")
    def string_ref(string: String, k: int) -> Char:
        '''Return character k of the string, counted from 0. R7RS 6.7.'''

The parameters are the signature shown to the user (``_`` reads as ``-``), the
docstring is the help; completion and the reference are made from the same.
A parameter with a default is optional. Every argument is checked by the body.
"""

from __future__ import annotations

from brshell.runtime.procedures import name_builtin, names_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import ModuleType
    from typing import Any, TypeVar

    F = TypeVar("F", bound=Callable[..., Any])


def builtin(*names: str) -> Callable[[F], F]:
    """Declare the function as the builtin with this name (and these aliases)."""

    return lambda function: name_builtin(function, *names)


def control(*names: str) -> Callable[[F], F]:
    """Declare a builtin that calls procedures: it returns a tail call, or captures.

    Calls of it are compiled like calls of a user's procedure.
    """

    return lambda function: name_builtin(function, *names, direct=False)


def declared_in(module: ModuleType, machine: Any = None) -> Iterator[tuple[str, Any]]:
    """Yield (name, function) for every builtin that the module declares.

    A module may have a function ``bind``, which returns those that belong to one
    machine, and a table ``PARAMETERS`` of the parameter objects it declares.
    """
    yield from getattr(module, "PARAMETERS", {}).items()
    values = list(vars(module).values())
    if machine is not None and hasattr(module, "bind"):
        values += module.bind(machine)
    for value in values:
        for name in names_of(value):
            yield name, value
