"""Poses: values of the same registers of several devices of one kind.

Which ids and registers a pose has is fixed, the values are not. They are kept raw;
``get`` and ``put`` take natural units.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise, takewhile
from typing import TypeVar

from brbrain.arguments import elements, text, whole
from brbrain.dynamixel import MAX_ID
from brbrain.errors import BrError, RegisterError
from brbrain.formats import Block
from brbrain.registers import DEVICES, Register, find, gaps

T = TypeVar("T")

GOAL_POSITION = find("goal position")

Raw = Mapping[int, Sequence[int]]
"""Raw values by id, in the order of the registers."""


class Pose:
    """A pose of the devices ``ids``.

    ``registers`` are those that it has a value of, in any order and with others between
    them. Without ``values`` they begin as the middle of their ranges. ``writes`` says
    which registers are written, if not the most that can be: see `write_block`.
    Raises BrError for ids or registers given twice, or of two kinds of device.
    """

    def __init__(
        self,
        ids: Iterable[int],
        registers: Iterable[str | Register] = (GOAL_POSITION,),
        values: Raw | None = None,
        *,
        device: str = "ax12",
        name: str = "",
        writes: Iterable[str | Register] | None = None,
    ) -> None:
        self.name = text("name", name)
        # What a file says about the pose (None) and its devices, and in which units.
        self.comments: dict[int | None, list[str]] = {}
        self.units = "natural"
        if device not in list(DEVICES):  # what poses do counts on their registers
            raise RegisterError(
                f"register: expected device {' or '.join(DEVICES)}, "
                f"but received {device!r}"
            )
        self.device = device
        self.ids = _distinct("ids", elements("ids", "a list of ids", ids))
        for id in self.ids:
            whole("id", id, 0, MAX_ID)
        listed = elements("registers", "a list of registers", registers)
        self.registers = _distinct(
            "registers", (_register(register, device) for register in listed)
        )
        if not self.registers:
            raise BrError("registers: expected one or more, but received none")
        self.writes = (
            _longest_writable(self.registers)
            if writes is None
            else self._chosen_writes(writes)
        )
        self._values = {id: [_middle(own) for own in self.registers] for id in self.ids}
        for id, raw in (values or {}).items():
            self.put_all(id, raw)

    def __repr__(self) -> str:
        return f"<Pose {self.name or 'without name'} of {len(self.ids)} devices>"

    def describe(self) -> tuple[str, list[tuple[str, object]]]:
        """Return the name and the parts with which a shell shows it."""
        return f"pose {self.name}".rstrip(), [("servos", len(self.ids))]

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Pose)
            and self.registers == other.registers
            and self._values == other._values
        )

    __hash__ = None  # type: ignore[assignment]  # it can be changed

    def copy(self, name: str | None = None) -> "Pose":
        """Return an equal pose that can be changed by itself."""
        return self.with_values(self._values, self.name if name is None else name)

    def with_values(self, values: Raw, name: str = "") -> "Pose":
        """Return a pose of the same registers with other ids and values."""
        return Pose(
            values,
            self.registers,
            values,
            device=self.device,
            name=name,
            writes=self.writes or None,
        )

    # Values

    def raw(self, id: int) -> tuple[int, ...]:
        """Return the raw values of a device, in the order of the registers."""
        return tuple(self._values[self._id(id)])

    def get_raw(self, id: int, register: str | Register = GOAL_POSITION) -> int:
        """Return the raw value of a register of a device."""
        return self._values[self._id(id)][self._at(register)]

    def get(self, id: int, register: str | Register = GOAL_POSITION) -> float:
        """Return the value of a register of a device in its natural unit."""
        return self.registers[self._at(register)].to_natural(self.get_raw(id, register))

    def put_raw(self, id: int, register: str | Register, raw: int) -> None:
        """Change a value; RegisterError if the register has no such value."""
        at = self._at(register)
        self._values[self._id(id)][at] = _checked(self.registers[at], raw)

    def put(self, id: int, register: str | Register, natural: float) -> None:
        """Change a value, given in its natural unit; see `put_raw`."""
        own = self.registers[self._at(register)]
        to_raw = own.validate_natural if own.writable else own.to_raw
        self.put_raw(id, own, to_raw(natural))

    def put_all(self, id: int, raw: Sequence[int]) -> None:
        """Change all values of a device; nothing is changed if one is not right."""
        if len(raw) != len(self.registers):
            raise BrError(
                f"id {id}: expected {len(self.registers)} values, "
                f"but received {len(raw)}"
            )
        checked = [_checked(*pair) for pair in zip(self.registers, raw, strict=True)]
        self._values[self._id(id)] = checked

    # Formats

    @property
    def read_blocks(self) -> list[Block]:
        """The read format: for each device the shortest span with all registers."""
        first = min(self.registers, key=_address)
        return [Block(id, first, self._read_length) for id in self.ids]

    @property
    def write_blocks(self) -> list[Block]:
        """The write format: for each device the registers ``writes``.

        Unless chosen otherwise they are the writable RAM registers, one after the other
        without a gap, that begin with the lowest of the pose.
        """
        if not self.writes:
            raise RegisterError(
                "pose: expected a writable RAM register, but received only "
                + ", ".join(map(str, self.registers))
            )
        return [Block(id, self.writes[0], len(self.writes)) for id in self.ids]

    def gather(self, values: Sequence[int], offset: int = 0) -> None:
        """Take the values from those of the read format, from ``offset`` on."""
        table = DEVICES[self.device]
        first = min(map(table.index, self.registers))
        places = [table.index(register) - first for register in self.registers]
        length = self._read_length
        for id in self.ids:
            self._values[id] = [values[offset + place] for place in places]
            offset += length

    def scatter(self) -> list[int]:
        """Return the values for the write format, device after device."""
        places = [self.registers.index(register) for register in self.writes]
        return [self._values[id][place] for id in self.ids for place in places]

    @property
    def _read_length(self) -> int:
        table = DEVICES[self.device]
        places = [table.index(register) for register in self.registers]
        return max(places) - min(places) + 1

    def _chosen_writes(self, writes: Iterable[str | Register]) -> tuple[Register, ...]:
        chosen = _distinct("writes", (_register(own, self.device) for own in writes))
        ordered = tuple(sorted(chosen, key=_address))
        if not chosen or not set(ordered) <= set(self.registers):
            raise BrError(
                f"writes: expected registers of the pose, but received {_names(chosen)}"
            )
        if _longest_writable(ordered) != ordered:
            raise BrError(
                "writes: expected writable RAM registers without others between, "
                f"but received {_names(chosen)}"
            )
        return ordered

    def _id(self, id: int) -> int:
        if id not in self._values:
            ids = ", ".join(map(str, self.ids))
            raise BrError(f"pose: expected one of ids {ids}, but received {id!r}")
        return id

    def _at(self, register: str | Register) -> int:
        own = _register(register, self.device)
        if own not in self.registers:
            raise RegisterError(
                f"pose: expected one of {_names(self.registers)}, but received {own}",
                own,
            )
        return self.registers.index(own)


def _longest_writable(registers: Sequence[Register]) -> tuple[Register, ...]:
    """Return the run of writable RAM registers that begins with the lowest one."""
    writable = sorted(
        (own for own in registers if own.writable and own.area == "RAM"), key=_address
    )
    if not writable:
        return ()
    table = DEVICES[writable[0].device]
    run = takewhile(
        lambda pair: (
            table.index(pair[1]) == table.index(pair[0]) + 1 and not gaps(pair)
        ),
        pairwise(writable),
    )
    return (writable[0], *(following for _, following in run))


def _register(register: str | Register, device: str) -> Register:
    own = find(register, device if isinstance(register, str) else None)
    if own.device != device:
        raise BrError(f"registers: expected those of an {device}, but received {own!r}")
    return own


def _checked(register: Register, raw: int) -> int:
    """Return the value if the register can hold it; it need not be writable."""
    if not isinstance(raw, int) or isinstance(raw, bool):
        raise RegisterError(
            f"{register}: expected an integer, but received {raw!r}", register
        )
    if register.writable:
        return register.validate(raw)
    register.encode(raw)
    return raw


def _middle(register: Register) -> int:
    return ((register.minimum or 0) + (register.maximum or 0) + 1) // 2


def _distinct(what: str, values: Iterable[T]) -> tuple[T, ...]:
    given = tuple(values)
    for at, value in enumerate(given):
        if value in given[:at]:
            raise BrError(f"{what}: expected each once, but received {value!s} twice")
    return given


def _address(register: Register) -> int:
    return register.address


def _names(registers: Iterable[Register]) -> str:
    return ", ".join(map(str, registers)) or "none"
