"""The registers of the AX-12 servo, the AX-S1 sensor module, and some other servos.

``registers.csv`` beside this file is the table: one row a register, under the names
that class BRBrain used. Its ``note`` column also says how the differences between
BRBrain and the AX-S1 manual were decided; ``description`` says in our own words what
the manuals (AX-12, AX-S1: "Control Table") say it is for. ``registers_mx.csv`` is that
of MX-28, MX-64 and MX-106 with protocol 1 (ROBOTIS e-manual), read when one is met.
"""

import csv
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Literal

from brbrain import units
from brbrain.arguments import is_whole
from brbrain.errors import RegisterError
from brbrain.names import hint

RAM_START_ADDRESS = 24
"""First RAM address; what lies below is EEPROM and survives power off."""

ERROR_ADDRESS = 54
"""Address of the virtual error register, which the CM-5 itself keeps."""

SIGN_BIT = 0x400
"""Bit 10 of a signed register: set means negative, that is clockwise."""

_MAGNITUDE = SIGN_BIT - 1
_LARGEST = 0xFFFF


@dataclass(frozen=True, slots=True, eq=False)
class Register:
    """One register of a device.

    Registers are compared by identity: there is one object for each, and copying or
    unpickling gives that object.
    """

    device: str
    name: str
    address: int
    width: int
    access: Literal["RO", "RW"]
    area: Literal["EEPROM", "RAM", "virtual"]
    minimum: int | None
    maximum: int | None
    signed: bool
    unit: str
    scale: str
    natural_by_default: bool
    initial: int | None
    initial_from: int | None
    note: str
    description: str
    conversion: units.Conversion

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return self.identifier

    def __reduce__(self) -> tuple[Callable[[str], "Register"], tuple[str]]:
        return find, (self.identifier,)

    @property
    def identifier(self) -> str:
        """BRBrain's name of it, such as ``AX12_GOAL_POSITION``."""
        return f"{self.device}_{self.name}".upper().replace(" ", "_")

    @property
    def symbol(self) -> str:
        """Its Scheme name, such as ``goal-position``."""
        return self.name.replace(" ", "-")

    @property
    def end(self) -> int:
        """The address just after it."""
        return self.address + self.width

    @property
    def writable(self) -> bool:
        """Whether the device lets it be written."""
        return self.access == "RW"

    @property
    def natural_limits(self) -> tuple[float, float] | None:
        """The lowest and highest value in the natural unit; None if read-only."""
        if self.minimum is None or self.maximum is None:
            return None
        low, high = sorted(map(self.to_natural, (self.minimum, self.maximum)))
        return low, high

    @property
    def is_boolean(self) -> bool:
        """Whether its only values are 0 and 1."""
        return (self.minimum, self.maximum) == (0, 1)

    def decode(self, data: bytes) -> int:
        """Return the raw value in ``data`` (``width`` bytes, low byte first).

        A signed register has its magnitude in bits 0-9 and its sign in bit 10.
        Zero has no direction: both 0x000 and 0x400 ("minus zero") are 0.
        """
        value = int.from_bytes(data, "little")
        return from_sign_magnitude(value) if self.signed else value

    def encode(self, raw: int) -> bytes:
        """Return ``raw`` as ``width`` bytes; RegisterError when it does not fit."""
        limit = _MAGNITUDE if self.signed else (1 << 8 * self.width) - 1
        low = -limit if self.signed else 0
        if not is_whole(raw, low, limit):
            raise RegisterError(
                f"{self}: expected {low} to {limit}, but received {raw!r}", self, raw
            )
        value = to_sign_magnitude(raw) if self.signed else raw
        return value.to_bytes(self.width, "little")

    def to_natural(self, raw: int) -> float:
        """Return a raw value in the register's natural unit (degrees, rpm, V ...)."""
        if abs(self._integer(raw)) > _LARGEST:
            raise RegisterError(
                f"{self}: expected at most {_LARGEST}, but received {raw}", self, raw
            )
        return self.conversion.to_natural(raw)

    def to_raw(self, natural: float) -> int:
        """Return the raw value nearest to a natural one; halves go up.

        Not Python's ``round``, which takes halves to the even neighbour. The result
        may lie outside of the register's range: see `check` and `validate`. Booleans
        are for registers that are 0 or 1.
        """
        try:
            if not isinstance(natural, bool) or self.is_boolean:
                return math.floor(self.conversion.to_raw(natural) + 0.5)
        except (TypeError, ValueError, OverflowError, ZeroDivisionError):
            pass
        unit = self.unit or "number"
        raise RegisterError(
            f"{self}: expected a finite number ({unit}), but received {natural!r}",
            self,
            natural,
        )

    def check(self, raw: int) -> Literal[-1, 0, 1]:
        """Return -1 if ``raw`` is below the range, 1 if above, 0 if within.

        A read-only register has no range, so that any value is within.
        """
        self._integer(raw)
        if self.minimum is not None and raw < self.minimum:
            return -1
        if self.maximum is not None and raw > self.maximum:
            return 1
        return 0

    def clamp(self, raw: int) -> int:
        """Return the value within the range that is nearest to ``raw``."""
        if self.minimum is None or self.maximum is None:
            return self._integer(raw)
        return min(max(self._integer(raw), self.minimum), self.maximum)

    def validate(self, raw: int) -> int:
        """Return ``raw`` if it may be written; raise RegisterError if not."""
        if not self.writable:
            raise RegisterError(
                f"{self}: expected a writable register, but it is read-only", self, self
            )
        known = is_whole(raw) or (self.is_boolean and isinstance(raw, bool))
        if not known or self.check(raw):
            raise RegisterError(
                f"{self}: expected an integer from {self.minimum} to {self.maximum}, "
                f"but received {raw!r}",
                self,
                raw,
            )
        return raw

    def validate_natural(self, natural: float) -> int:
        """Return the raw value of a natural one; raise RegisterError if not writable.

        The message tells the range in the natural unit.
        """
        raw = self.to_raw(natural)
        if self.natural_limits is not None and self.check(raw):
            low, high = self.natural_limits
            raise RegisterError(
                f"{self}: expected {low:.6g} to {high:.6g} {self.unit}".rstrip()
                + f", but received {natural!r}",
                self,
                natural,
            )
        return self.validate(raw)

    def _integer(self, raw: int) -> int:
        if isinstance(raw, int):
            return raw
        raise RegisterError(
            f"{self}: expected an integer, but received {raw!r}", self, raw
        )


def to_sign_magnitude(value: int) -> int:
    """Return the bits of a signed value: magnitude, and bit 10 if negative."""
    return SIGN_BIT - value if value < 0 else value


def from_sign_magnitude(bits: int) -> int:
    """Return the signed value of ``bits``, of which bits 11-15 are ignored."""
    magnitude = bits & _MAGNITUDE
    return -magnitude if bits & SIGN_BIT else magnitude


def find(name: "str | Register", device: str | None = None) -> Register:
    """Return the register that ``name`` means.

    ``name`` is a name ("goal position"), a symbol ("goal-position"), an identifier
    ("AX12_GOAL_POSITION") or a register. A name that both devices have means the
    AX-12's unless ``device`` ("ax12", "axs1", or one of `OTHERS`) says otherwise; the
    first two have the same address, width and unit. Raises RegisterError, which names
    similar registers.
    """
    if isinstance(name, Register):
        return name
    if not isinstance(name, str):
        raise RegisterError(
            f"register: expected the name of one, but received {name!r}", wrong=name
        )
    key = name.lower().replace("-", " ").replace("_", " ")
    prefix, _, rest = key.partition(" ")
    if prefix in DEVICES or prefix in OTHERS:
        device, key = prefix, rest
    tables = list(_BY_NAME.values()) if device is None else [_names(device)]
    for table in tables:
        if key in table:
            return table[key]
    if device is None:
        for other in OTHERS:
            if key in _names(other):
                return _names(other)[key]
    similar = hint(key, dict.fromkeys(known for table in tables for known in table))
    raise RegisterError(
        f"register: expected the name of one{similar}, but received {name!r}",
        wrong=name,
    )


def span(start: Register, count: int) -> tuple[Register, ...]:
    """Return ``count`` registers from ``start`` on, to the last if negative.

    The last is the virtual error register. Raises RegisterError if there are fewer.
    """
    table = registers_of(start.device)
    rest = table[table.index(start) :]
    if count > len(rest):
        raise RegisterError(
            f"span: expected at most {len(rest)} registers from {start}, "
            f"but received {count}"
        )
    return rest if count < 0 else rest[:count]


def span_bytes(registers: Sequence[Register]) -> int:
    """Return the number of bytes from the first register to the last, gaps included."""
    return registers[-1].end - registers[0].address if registers else 0


def gaps(registers: Sequence[Register]) -> tuple[int, ...]:
    """Return the reserved addresses that lie between the registers of a span."""
    return tuple(
        address
        for register, following in pairwise(registers)
        for address in range(register.end, following.address)
    )


def span_layout(registers: Sequence[Register]) -> str:
    """Return the span as codes of module struct: B or H a register, x a gap byte."""
    codes = []
    address = registers[0].address if registers else 0
    for register in registers:
        codes.append("x" * (register.address - address))
        codes.append("B" if register.width == 1 else "H")
        address = register.end
    return "".join(codes)


def __getattr__(name: str) -> Register:
    """Let each register be an attribute: ``registers.AX12_GOAL_POSITION``."""
    if name in _BY_IDENTIFIER:
        return _BY_IDENTIFIER[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _names(device: str) -> Mapping[str, Register]:
    if device in list(DEVICES):
        return _BY_NAME[device]
    if device in list(OTHERS):
        return {register.name: register for register in _others()[device]}
    raise RegisterError(
        f"register: expected device {', '.join(DEVICES)}, {' or '.join(OTHERS)}, "
        f"but received {device!r}"
    )


def registers_of(device: str) -> tuple[Register, ...]:
    """Return the table of a device of `DEVICES` or `OTHERS`, by its name."""
    return DEVICES[device] if device in DEVICES else _others()[device]


@cache
def _others() -> Mapping[str, tuple[Register, ...]]:
    """Return the tables that are seldom needed."""
    rows = tuple(_read(Path(__file__).with_name("registers_mx.csv")))
    return {
        device: tuple(register for register in rows if register.device == device)
        for device in OTHERS
    }


def _optional(text: str) -> int | None:
    return int(text) if text else None


def _read(path: Path) -> Iterator[Register]:
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        for device in row["device"].split():
            yield Register(
                device=device,
                name=row["name"],
                address=int(row["address"]),
                width=int(row["width"]),
                access="RW" if row["access"] == "RW" else "RO",
                area=row["area"],  # type: ignore[arg-type]  # the table is our own
                minimum=_optional(row["minimum"]),
                maximum=_optional(row["maximum"]),
                signed=row["signed"] == "yes",
                unit=row["unit"],
                scale=row["scale"],
                natural_by_default=row["natural_by_default"] == "yes",
                initial=_optional(row["initial"]),
                initial_from=_optional(row["initial_from"]),
                note=row["note"],
                description=row["description"],
                conversion=units.conversion(row["scale"]),
            )


_ALL = tuple(_read(Path(__file__).with_name("registers.csv")))
_BY_IDENTIFIER = {register.identifier: register for register in _ALL}

AX12 = tuple(register for register in _ALL if register.device == "ax12")
AXS1 = tuple(register for register in _ALL if register.device == "axs1")

DEVICES: Mapping[str, tuple[Register, ...]] = {"ax12": AX12, "axs1": AXS1}
"""The tables by device name, each in the order of the addresses."""

OTHERS = ("mx28", "mx64", "mx106")
"""Devices that have tables of their own, beside `DEVICES`; see `registers_of`."""

_BY_NAME = {
    device: {register.name: register for register in table}
    for device, table in DEVICES.items()
}
