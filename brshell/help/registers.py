"""What is known about the registers of servos and sensor modules, in words."""

from __future__ import annotations

from brbrain.registers import DEVICES, Register, find
from brshell.help.entry import Entry
from brshell.help.show import aligned

DEVICE_NAMES = {"ax12": "AX-12", "axs1": "AX-S1"}
FAMILY = "Registers of {}"


def register_entries() -> dict[str, Entry]:
    """Return the entries of all registers, by BRBrain's names of them."""
    return {
        register.identifier: _entry(register.identifier, register)
        for table in DEVICES.values()
        for register in table
    }


def symbol_entries() -> dict[str, Entry]:
    """Return the entries of all registers, by their names in the language."""
    registers = [register for table in DEVICES.values() for register in table]
    names = dict.fromkeys(register.symbol for register in registers)
    return {name: _entry(name, find(name)) for name in names}


def register_rows(device: str) -> list[tuple[str, ...]]:
    """Return a table of the registers of "ax12" or "axs1": its head, then its rows."""
    rows: list[tuple[str, ...]] = [
        ("address", "register", "access", "raw", "natural", "area")
    ]
    rows += [
        (
            str(register.address),
            register.symbol,
            _access(register),
            _raw_range(register),
            _natural_range(register),
            register.area,
        )
        for register in DEVICES[device]
    ]
    return rows


def _entry(name: str, register: Register) -> Entry:
    device = DEVICE_NAMES[register.device]
    return Entry(
        name,
        "register",
        f"{register.symbol}, {register.identifier}",
        f"{register.description}\n\n{_facts(register)}",
        FAMILY.format(device),
        f"of the {device}",
    )


def _facts(register: Register) -> str:
    """Return a line for each fact."""
    size = "1 byte" if register.width == 1 else f"{register.width} bytes"
    facts = [
        ("address", f"{register.address}, {size}, {_area(register)}"),
        ("access", _access(register)),
        ("raw", _raw_range(register)),
        ("natural", _natural_range(register)),
        ("initially", "" if register.initial is None else f"{register.initial} (raw)"),
        ("note", register.note),
    ]
    return aligned([(f"  {title}", fact) for title, fact in facts if fact])


def _area(register: Register) -> str:
    if register.area == "EEPROM":
        return "EEPROM (kept without power)"
    return "RAM" if register.area == "RAM" else "kept by the CM-5"


def _access(register: Register) -> str:
    return "read, write" if register.writable else "read"


def _raw_range(register: Register) -> str:
    if register.minimum is None:
        return ""
    return f"{register.minimum} to {register.maximum}"


def _natural_range(register: Register) -> str:
    """Return the range in the natural unit, or the unit alone if it is only read."""
    if register.natural_limits is None:
        return register.unit
    low, high = register.natural_limits
    return f"{low:.6g} to {high:.6g} {register.unit}".rstrip()
