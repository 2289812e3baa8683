"""Parameters, but for make-parameter and parameterize (Scheme). R7RS 4.2.6."""

from __future__ import annotations

from brshell.builtins.declare import builtin
from brshell.runtime.conditions import wrong_type
from brshell.runtime.datums import FALSE
from brshell.runtime.parameters import Parameter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@builtin("%make-parameter")
def make_parameter(value: Any, converter: Any) -> Parameter:
    """Return a parameter with a value that is converted already."""
    return Parameter(value, None if converter is FALSE else converter)


@builtin("%parameter-converter")
def parameter_converter(parameter: Any) -> Any:
    """Return the converter of a parameter, or #f."""
    if not isinstance(parameter, Parameter):
        raise wrong_type("parameterize", "a parameter", parameter)
    return FALSE if parameter.converter is None else parameter.converter
