"""What AX-12 and AX-S1 have in common: registers and the instructions upon them."""

from collections.abc import Mapping
from typing import Protocol

from brbrain.arguments import is_whole, refused
from brbrain.dynamixel import (
    BROADCAST_ID,
    ErrorBits,
    Instruction,
    InstructionPacket,
    StatusPacket,
    error_text,
)
from brbrain.errors import RegisterError
from brbrain.registers import RAM_START_ADDRESS, Register, find
from brbrain.sim.models import SIZE, Model

LOCKED_WINDOW = range(24, 36)
"""The addresses that can be written while locked (AX-12 manual, page 17)."""

REFUSED = ErrorBits.RANGE
NO_ERROR = ErrorBits(0)


class Surroundings(Protocol):
    """What a module shares with the rest of the robot."""

    time: float
    """Seconds since the simulation began."""
    voltage: float
    """Volts on the bus."""

    def catch_up(self) -> None:
        """Let all happen that happens until now."""
        ...


class Device:
    """A module on the bus, with its registers by name as the wire has them.

    ``device["goal position"]`` is the value now; setting it is a write that needs no
    bus. Raises RegisterError for a name that it does not have, and if it refuses.
    """

    def __init__(self, model: Model, id: int, surroundings: Surroundings) -> None:
        self.model = model
        self.surroundings = surroundings
        self.memory = bytearray(model.factory())
        # Where each register is, and the address of its second byte, 0 for none: they
        # are looked up hundreds of times for each cycle of a controller.
        self._places = {
            register.name: (
                register.address,
                register.address + 1 if register.width == 2 else 0,
            )
            for register in model.table
        }
        self._at = _by_address(model.table)
        self._pending: tuple[int, bytes] | None = None
        self._put("id", id)
        self.power_up()

    def __getitem__(self, name: str) -> int:
        register = find(name, self.model.device)
        self.surroundings.catch_up()
        self.refresh()
        if register.area == "virtual":
            return int(self.alarms())
        return self._get(register.name)

    def __setitem__(self, name: str, value: int) -> None:
        register = find(name, self.model.device)
        if not is_whole(value):
            raise refused(name, "an integer", value)
        self.surroundings.catch_up()
        try:
            data = value.to_bytes(register.width, "little")
        except OverflowError:
            error = REFUSED
        else:
            error = self._write(register.address, data)
        if error:
            raise RegisterError(
                f"{name}: expected a value that module {self.id} takes, "
                f"but received {value} ({error_text(error)})"
            )

    @property
    def id(self) -> int:
        """The id that it listens to."""
        return self._get("id")

    @property
    def baud(self) -> float:
        """The bits per second that it listens to."""
        return 2_000_000 / (self._get("baud rate") + 1)

    @property
    def return_delay(self) -> float:
        """Seconds between an instruction and its status packet."""
        return self._get("return delay time") * 2e-6

    def power_up(self) -> None:
        """Switch on: the EEPROM is as it was, the RAM starts anew."""
        self.memory[RAM_START_ADDRESS:] = self.model.factory()[RAM_START_ADDRESS:]
        for register in self.model.table:
            if register.initial_from is not None:
                source = self._at[register.initial_from]
                self._put(register.name, self._get(source.name))
        self._pending = None

    def alarms(self) -> ErrorBits:
        """Return the errors that its state amounts to at the moment."""
        volts = round(10 * self.surroundings.voltage)
        too_low = volts < self._get("lowest limit voltage")
        too_high = volts > self._get("highest limit voltage")
        return ErrorBits.INPUT_VOLTAGE if too_low or too_high else NO_ERROR

    def refresh(self) -> None:
        """Bring the registers up to date that the module itself changes."""
        self._put("present voltage", round(10 * self.surroundings.voltage))

    def changed(self, addresses: range) -> None:
        """Act upon a write to these addresses."""

    def was_read(self, addresses: range) -> None:
        """Act upon a read of these addresses."""

    def check_values(self, values: Mapping[str, int]) -> ErrorBits:
        """Return what is wrong with values that are each within their ranges."""
        return NO_ERROR

    def raised(self, error: ErrorBits) -> None:
        """Act upon an error that an instruction caused."""

    def execute(self, packet: InstructionPacket) -> StatusPacket | None:
        """Carry out an instruction addressed to it; return the reply, if any."""
        # The reply goes out under the old id and level (AX-S1 manual, examples 7, 14).
        id, level, alarms = self.id, self._get("status return level"), self.alarms()
        error, data = self._perform(packet)
        self.raised(error)
        answered = packet.id != BROADCAST_ID and (
            level == 2 or (level == 1 and packet.instruction == Instruction.READ)
        )
        if answered or packet.instruction == Instruction.PING:
            return StatusPacket(id, alarms | error, data)
        return None

    def refuse_checksum(self) -> StatusPacket | None:
        """Return the reply to a packet for it whose checksum is wrong."""
        self.raised(ErrorBits.CHECKSUM)
        if self._get("status return level") < 2:
            return None
        return StatusPacket(self.id, self.alarms() | ErrorBits.CHECKSUM)

    def _perform(self, packet: InstructionPacket) -> tuple[ErrorBits, bytes]:
        match packet.instruction, [*packet.parameters]:
            case Instruction.PING, []:
                return NO_ERROR, b""
            case Instruction.READ, [start, size]:
                return self._read(start, size)
            case Instruction.WRITE, [start, *data] if data:
                return self._write(start, bytes(data)), b""
            case Instruction.REG_WRITE, [start, *data] if data:
                return self._register(start, bytes(data)), b""
            case Instruction.ACTION, []:
                return self._act(), b""
            case Instruction.RESET, []:
                return self._reset(), b""
            case Instruction.SYNC_WRITE, [start, size, *blocks] if size:
                return self._sync_write(start, size, bytes(blocks)), b""
        return ErrorBits.INSTRUCTION, b""

    def _read(self, start: int, size: int) -> tuple[ErrorBits, bytes]:
        end = start + size
        if not size or end > SIZE:
            return REFUSED, b""
        self.refresh()
        data = bytes(self.memory[start:end])
        self.was_read(range(start, end))
        return NO_ERROR, data

    def _write(self, start: int, data: bytes) -> ErrorBits:
        """Write all of the data, or nothing if any of it is wrong."""
        error = self._check(start, data)
        if not error:
            self.memory[start : start + len(data)] = data
            self.changed(range(start, start + len(data)))
        return error

    def _register(self, start: int, data: bytes) -> ErrorBits:
        error = self._check(start, data)
        if not error:
            self._pending = start, data
            self._put("registered instruction", 1)
        return error

    def _act(self) -> ErrorBits:
        if self._pending is None:
            return ErrorBits.INSTRUCTION
        pending, self._pending = self._pending, None
        self._put("registered instruction", 0)
        return self._write(*pending)

    def _reset(self) -> ErrorBits:
        self.memory[:] = self.model.factory()
        self.power_up()
        return NO_ERROR

    def _sync_write(self, start: int, size: int, blocks: bytes) -> ErrorBits:
        for at in range(0, len(blocks) - size, size + 1):
            if blocks[at] == self.id:
                return self._write(start, blocks[at + 1 : at + 1 + size])
        return NO_ERROR

    def _check(self, start: int, data: bytes) -> ErrorBits:
        end = start + len(data)
        if end > SIZE or not self._open(start, end):
            return REFUSED
        values = {}
        for address in range(start, end):
            register = self._at.get(address)
            if register is None:
                continue  # a reserved byte can be written (AX-S1 manual, page 13)
            if register.address < start or register.end > end or not register.writable:
                return REFUSED
            low, high = self.bounds(register)
            bits = data[register.address - start : register.end - start]
            values[register.name] = int.from_bytes(bits, "little")
            if not low <= values[register.name] <= high:
                return REFUSED
        return self.check_values(values)

    def bounds(self, register: Register) -> tuple[int, int]:
        """Return the lowest and highest bits that may be written at the moment."""
        return self.model.bounds(register)

    def _open(self, start: int, end: int) -> bool:
        """Return whether the addresses may be written, whatever the values."""
        within = start >= LOCKED_WINDOW.start and end <= LOCKED_WINDOW.stop
        return within or not self._get("lock")

    def _get(self, name: str) -> int:
        low, high = self._places[name]
        memory = self.memory
        return memory[low] | memory[high] << 8 if high else memory[low]

    def _put(self, name: str, bits: int) -> None:
        low, high = self._places[name]
        self.memory[low] = bits & 0xFF
        if high:
            self.memory[high] = bits >> 8

    def _touched(self, name: str, addresses: range) -> bool:
        return self._places[name][0] in addresses


def _by_address(table: tuple[Register, ...]) -> dict[int, Register]:
    return {
        address: register
        for register in table
        for address in range(register.address, register.end)
    }
