"""How procedures are called, as their parameters say it."""

from __future__ import annotations

from brshell.help.entry import Parameter
from brshell.runtime.names import written_name
from brshell.runtime.procedures import COLLECTS_REST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# What a procedure of the robot works on; the first of these may be given as an option.
ROBOT = "robot"


def signature(name: str, procedure: Any) -> str:
    """Return how a procedure is called, such as ``(display object [port])``."""
    words, required, rest = _parameters(procedure)
    shown = [
        word if index < required else f"[{word}]" for index, word in enumerate(words)
    ]
    if rest is not None:
        shown.append(f"{rest} ...")
    return f"({' '.join([name, *shown])})"


def parameters(procedure: Any) -> tuple[tuple[Parameter, ...], bool]:
    """Return the parameters, and whether the last one takes all further arguments."""
    words, _, rest = _parameters(procedure)
    declared = getattr(_declaration(procedure), "__annotations__", {})
    kinds = {_shown(name): str(kind) for name, kind in declared.items()}
    found = tuple(
        Parameter(word, kinds.get(word, "").removesuffix(" | None"))
        for word in (words if rest is None else [*words, rest])
    )
    return found, rest is not None


def options(procedure: Any) -> tuple[str, ...]:
    """Return the words that may come in front of an argument, such as 'robot r."""
    declared = _declaration(procedure)
    if declared is procedure or declared.__code__.co_varnames[0] != ROBOT:
        return ()
    return (*declared.robot_options, ROBOT)


def _declaration(procedure: Any) -> Any:
    """Return the function that declares the parameters, if it is another one.

    Its first parameter then is what it works on: a robot, or an object to be called.
    """
    if hasattr(procedure, "__code__"):
        return getattr(procedure, "declaration", procedure)
    return type(procedure).__call__


def _parameters(procedure: Any) -> tuple[list[str], int, str | None]:
    """Return the names, how many of them are required, and the name of the rest."""
    declared = _declaration(procedure)
    code = getattr(declared, "__code__", None)
    if code is None:
        return [], 0, "arguments"
    names = [_shown(name) for name in code.co_varnames[: code.co_argcount]]
    required = len(names) - len(declared.__defaults__ or ())
    if declared is not procedure:  # its first parameter is what it works on
        del names[0]
        required -= 1
    rest = None
    if code.co_flags & COLLECTS_REST:
        rest = _shown(code.co_varnames[code.co_argcount])
    return names, required, rest


def _shown(name: str) -> str:
    """Return the name of a parameter as the language writes it."""
    return written_name(name).strip("_").replace("_", "-")
