"""The door between Scheme and brbrain: arguments and results."""

from __future__ import annotations

from brbrain.errors import RegisterError
from brshell.builtins.checks import (
    bytes_of,
    elements_of,
    integer_of,
    real_of,
    symbol_of,
    text_of,
)
from brshell.builtins.robot.register_names import RegisterName
from brshell.runtime.conditions import (
    bad_value,
    failure,
    wrong_type,
)
from brshell.runtime.datums import (
    NIL,
    TRUE,
    UNSPECIFIED,
    Boolean,
    Pair,
    String,
    Symbol,
    boolean,
    cons,
    list_from,
    symbol,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from brbrain.device import Device
    from brbrain.pose import Pose
    from brbrain.registers import Register as Register
    from brbrain.robot import Robot
    from brbrain.sequence import Sequence

    # What the arguments of procedures are declared as, and what the body then gets.
    ADevice = Device
    APose = Pose
    ASequence = Sequence
    Bytes = bytes
    Count = int
    Datum = Any
    Flag = bool
    Goals = dict[int | str, float]
    Id = int
    Ids = list[int]
    Name = str
    Number = float
    Registers = list[Register]
    Text = str
    Value = float

HIGHEST_ID = 253


# Arguments


def id_of(who: str, value: Any, robot: Robot) -> int:
    """Return the id that an id or the name of a joint means."""
    if isinstance(value, Symbol):
        return _joint_of(who, value, robot)
    if type(value) is not int:
        joints = robot.description.joints if robot.description else ()
        fact = _similar_to_text(value, [joint.name for joint in joints])
        raise failure(
            "type", who, "expected a servo id, but received", value, fact=fact
        )
    if not 0 <= value <= HIGHEST_ID:
        raise bad_value(who, f"a servo id from 0 to {HIGHEST_ID}", value)
    return value


def _joint_of(who: str, name: Symbol, robot: Robot) -> int:
    if robot.description is None:
        raise bad_value(who, "a servo id, since joints have no names here", name)
    joints = {joint.name: joint.id for joint in robot.description.joints}
    if name.name not in joints:
        message = "expected the name of a joint, but received"
        fact = _similar(name.name, joints) or f"the joints: {' '.join(joints)}"
        raise failure("value", who, message, name, fact=fact)
    return joints[name.name]


def ids_of(who: str, value: Any, robot: Robot) -> list[int]:
    """Return the ids that a list of ids or names, or a single one, means."""
    if value is NIL or isinstance(value, Pair):
        return [id_of(who, item, robot) for item in elements_of(who, value)]
    return [id_of(who, value, robot)]


def register_of(who: str, value: Any, robot: Any = None) -> Register:
    """Return the register that a symbol or a register object means."""
    from brbrain.registers import AX12, AXS1, find

    message = "expected the name of a register, but received"
    names = [register.symbol for register in (*AX12, *AXS1)]
    if not isinstance(value, (Symbol, RegisterName)):
        fact = _similar_to_text(value, names)
        raise failure("type", who, message, value, fact=fact)
    try:
        return find(value.name)
    except RegisterError:
        fact = _similar(value.name, names)
        raise failure("register", who, message, value, fact=fact) from None


def _similar_to_text(value: Any, names: Iterable[str]) -> str | None:
    """Return the names that are similar to what somebody gives as a text."""
    return _similar(value.text, names) if isinstance(value, String) else None


def _similar(name: str, names: Iterable[str]) -> str | None:
    """Return the similar names, as they follow a message."""
    from brbrain.names import similar

    found = " ".join(similar(name, names))
    return f"similar names: {found}" if found else None


def number_of(who: str, value: Any, robot: Any = None) -> float:
    """Return a real number as Python has it."""
    number = real_of(who, value)
    return number if isinstance(number, (int, float)) else float(number)


def value_of(who: str, value: Any, robot: Any = None) -> float:
    """Return the value for a register: a real number, or a boolean as 0 or 1."""
    if isinstance(value, Boolean):
        return int(value is TRUE)
    return number_of(who, value)


def flag_of(who: str, value: Any, robot: Any = None) -> bool:
    """Return a boolean as Python has it."""
    if not isinstance(value, Boolean):
        raise wrong_type(who, "a boolean", value)
    return value is TRUE


def registers_of(who: str, value: Any, robot: Any = None) -> list[Register]:
    """Return the registers that a list of them, or a single one, means."""
    if value is NIL or isinstance(value, Pair):
        return [register_of(who, item) for item in elements_of(who, value)]
    return [register_of(who, value)]


def pose_of(who: str, value: Any, robot: Any = None) -> APose:
    """Return the value if it is a pose."""
    from brbrain.pose import Pose

    if not isinstance(value, Pose):
        raise wrong_type(who, "a pose", value)
    return value


def sequence_of(who: str, value: Any, robot: Any = None) -> ASequence:
    """Return the value if it is a sequence."""
    from brbrain.sequence import Sequence

    if not isinstance(value, Sequence):
        raise wrong_type(who, "a sequence", value)
    return value


def device_of(who: str, value: Any, robot: Any = None) -> ADevice:
    """Return the value if it is a device."""
    from brbrain.device import Device

    if isinstance(value, Device):
        return value
    raise wrong_type(who, "a device", value)


def goals_of(who: str, value: Any, robot: Robot) -> dict[int, float]:
    """Return the angles by id of a list of lists (id angle)."""
    goals: dict[int, float] = {}
    for item in elements_of(who, value):
        goal = elements_of(who, item) if isinstance(item, Pair) else []
        if len(goal) != 2:
            raise wrong_type(who, "lists of an id and an angle", item)
        id = id_of(who, goal[0], robot)
        if id in goals:
            raise bad_value(who, "each servo once", value)
        goals[id] = number_of(who, goal[1])
    return goals


def block_of(who: str, value: Any, robot: Robot) -> tuple[int, Register, int]:
    """Return a list of an id, a register and a count."""
    parts = elements_of(who, value) if isinstance(value, Pair) else []
    if len(parts) != 3:
        raise wrong_type(who, "an id, a register and a count", value)
    id, register, count = parts
    return id_of(who, id, robot), register_of(who, register), integer_of(who, count)


# The converters by the names of the types above: (who, value, robot) -> argument.
ARGUMENTS: dict[str, Callable[[str, Any, Any], Any]] = {
    "ADevice": device_of,
    "APose": pose_of,
    "ASequence": sequence_of,
    "Bytes": lambda who, value, robot: bytes(bytes_of(who, value)),
    "Count": lambda who, value, robot: integer_of(who, value),
    "Datum": lambda who, value, robot: value,
    "Flag": flag_of,
    "Goals": goals_of,
    "Id": id_of,
    "Ids": ids_of,
    "Name": lambda who, value, robot: symbol_of(who, value).name,
    "Number": number_of,
    "Register": register_of,
    "Registers": registers_of,
    "Text": lambda who, value, robot: text_of(who, value),
    "Value": value_of,
}


# Results


def to_scheme(value: Any) -> Any:
    """Return what brbrain returned as a Scheme object; such objects stay themselves."""
    if value is None:
        return UNSPECIFIED
    if isinstance(value, bool):
        return boolean(value)
    if isinstance(value, str):
        return String(value)
    if isinstance(value, (list, tuple)):
        return list_from([to_scheme(item) for item in value])
    return value


def table(entries: Iterable[tuple[str, Any]]) -> Any:
    """Return an association list with symbols as keys."""
    return list_from([cons(symbol(key), to_scheme(value)) for key, value in entries])
