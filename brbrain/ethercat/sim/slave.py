"""An EtherCAT slave controller in software, with an application behind it.

It serves the datagrams of a frame that flies past: registers, station address, AL
states, EEPROM, SyncManagers, FMMUs, working counter and the watchdog of its outputs.
FMMUs map whole bytes. There are no mailboxes, distributed clocks or aliases, and a
SyncManager in mailbox mode may be read and written any number of times.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from struct import pack_into, unpack_from
from typing import Protocol

from brbrain.clock import Clock, WallClock
from brbrain.ethercat import registers as esc
from brbrain.ethercat import sii
from brbrain.ethercat.datagrams import COUNTER, HEADER, LENGTH_MASK, Command
from brbrain.ethercat.registers import AlState
from brbrain.ethercat.sii import Area, Identity

MEMORY = 0x2000
"""Bytes of registers and process memory together: an ET1200's, which has 1 KB of the
latter, never uses more here."""

FMMUS, SYNC_MANAGERS = 3, 4
"""How many an ET1200 has."""

_READS = {Command.APRD, Command.FPRD, Command.BRD, Command.LRD}
_WRITES = {Command.APWR, Command.FPWR, Command.BWR, Command.LWR}
_BROADCASTS = {Command.BRD, Command.BWR, Command.BRW}
_POSITIONED = {Command.APRD, Command.APWR, Command.APRW, Command.ARMW}
_LOGICAL = {Command.LRD, Command.LWR, Command.LRW}

_UP = {
    (AlState.INIT, AlState.PRE_OP),
    (AlState.PRE_OP, AlState.SAFE_OP),
    (AlState.SAFE_OP, AlState.OP),
}
"""The changes that lead to OP; all that lead down are allowed."""


class Application(Protocol):
    """What is behind the slave controller."""

    identity: Identity
    areas: tuple[Area, ...]

    def exchange(self, outputs: bytes) -> bytes:
        """Take all outputs; return the inputs that the next frame reads."""
        ...

    def stop(self) -> None:
        """Stop what moves: the slave left OP, or its watchdog has expired."""
        ...


@dataclass(frozen=True, slots=True)
class _Mapping:
    """An FMMU that is active: logical bytes that are process memory."""

    start: int
    end: int
    physical: int
    reads: bool
    writes: bool


class SimulatedSlave:
    """A slave: `datagram` serves one datagram in place, as the hardware does.

    ``link`` is whether its port is connected; see `Segment`.
    """

    def __init__(self, application: Application, clock: Clock | None = None) -> None:
        self.application = application
        self.clock: Clock = clock or WallClock()
        self.eeprom = sii.encode(application.identity, application.areas)
        self.outputs = [area for area in application.areas if area.output]
        self.inputs = [area for area in application.areas if not area.output]
        self.power_on()

    def power_on(self) -> None:
        """Begin in INIT, without a station address or any configuration."""
        memory = self.memory = bytearray(MEMORY)
        memory[esc.TYPE] = 0x02  # an ET1200, as Shadow's palm has
        memory[esc.FMMU_COUNT] = FMMUS
        memory[esc.SYNC_MANAGER_COUNT] = SYNC_MANAGERS
        memory[esc.RAM_SIZE] = 1
        memory[esc.PORTS] = 0x0F
        memory[esc.AL_STATUS] = AlState.INIT
        pack_into("<H", memory, esc.WATCHDOG_DIVIDER, 2498)  # 100 microseconds
        pack_into("<H", memory, esc.WATCHDOG_TIME, 1000)  # 100 ms, as delivered
        self.set_ports(1)
        self._mappings: list[_Mapping] = []
        self._fed = self.clock.now()

    @property
    def state(self) -> AlState:
        """The state of the application layer."""
        return AlState(self.memory[esc.AL_STATUS] & 0x0F)

    @property
    def error(self) -> int:
        """The AL status code, 0 unless the error flag is up."""
        if not self.memory[esc.AL_STATUS] & esc.AL_ERROR:
            return esc.NO_ERROR
        return int.from_bytes(self.memory[esc.AL_STATUS_CODE :][:2], "little")

    def set_ports(self, connected: int) -> None:
        """Say on how many ports, 1 or 2, there is a neighbour: in DL status."""
        links = (0x10, 0x30)[connected - 1]
        loops = (0x5600, 0x5A00)[connected - 1]
        pack_into("<H", self.memory, esc.DL_STATUS, 0x0001 | links | loops)

    def datagram(self, frame: bytearray, at: int) -> None:
        """Serve the datagram that begins there: change its data and its counter."""
        command, _, station, offset, flags, _ = HEADER.unpack_from(frame, at)
        size = flags & LENGTH_MASK
        start = at + HEADER.size
        self.watch()
        if command in _LOGICAL:
            served = self._logical(frame, start, size, station | offset << 16, command)
        else:
            served = self._physical(frame, start, size, station, offset, command)
            if command in _POSITIONED or command in _BROADCASTS:
                pack_into("<H", frame, at + 2, (station + 1) & 0xFFFF)
        if served:
            (counter,) = COUNTER.unpack_from(frame, start + size)
            COUNTER.pack_into(frame, start + size, (counter + served) & 0xFFFF)

    def watch(self) -> None:
        """Leave OP if nobody has written outputs for the time of the watchdog."""
        if self.memory[esc.AL_STATUS] != AlState.OP:
            return
        limit = self._watchdog_seconds()
        if limit and self.clock.now() - self._fed > limit:
            self.memory[esc.WATCHDOG_COUNTER] = min(
                255, self.memory[esc.WATCHDOG_COUNTER] + 1
            )
            self.memory[esc.WATCHDOG_STATUS] = 0
            self._fail(AlState.SAFE_OP, esc.WATCHDOG)

    def _logical(
        self, frame: bytearray, start: int, size: int, address: int, command: int
    ) -> int:
        """Serve a logical command by the FMMUs; return what it adds to the counter."""
        memory = self.memory
        read = wrote = False
        for mapping in self._mappings:
            low = max(address, mapping.start)
            high = min(address + size, mapping.end)
            if low >= high:
                continue
            there = start + low - address
            here = mapping.physical + low - mapping.start
            count = high - low
            if mapping.reads and command != Command.LWR:
                frame[there : there + count] = memory[here : here + count]
                read = True
            if mapping.writes and command != Command.LRD:
                memory[here : here + count] = frame[there : there + count]
                wrote = True
        if wrote:
            self._take_outputs()
        if command == Command.LRW:
            return read + 2 * wrote
        return read + wrote

    def _physical(
        self,
        frame: bytearray,
        start: int,
        size: int,
        station: int,
        offset: int,
        command: int,
    ) -> int:
        """Serve a command on this slave's memory, if it is meant."""
        if not self._meant(command, station):
            return 0
        if command in (Command.ARMW, Command.FRMW):
            return self._read_or_take(frame, start, size, station, offset, command)
        size = min(size, MEMORY - offset)
        if size <= 0:
            return 0
        end, stop = offset + size, start + size
        added = 0
        data = bytes(frame[start:stop])
        if command not in _WRITES:
            read = self.memory[offset:end]
            if command in _BROADCASTS:
                read = bytearray(a | b for a, b in zip(data, read, strict=True))
            frame[start:stop] = read
            added += 1
        if command not in _READS:
            self._write(offset, data)
            added += 1 if command in _WRITES else 2
        return added

    def _read_or_take(
        self,
        frame: bytearray,
        start: int,
        size: int,
        station: int,
        offset: int,
        command: int,
    ) -> int:
        """Serve ARMW and FRMW: the slave addressed is read, all others written."""
        chosen = station == 0 if command == Command.ARMW else self._at(station)
        if chosen:
            frame[start : start + size] = self.memory[offset : offset + size]
        else:
            self._write(offset, bytes(frame[start : start + size]))
        return 1

    def _meant(self, command: int, station: int) -> bool:
        if command in (Command.APRD, Command.APWR, Command.APRW):
            return station == 0
        if command in (Command.FPRD, Command.FPWR, Command.FPRW):
            return self._at(station)
        return command in _BROADCASTS or command in (Command.ARMW, Command.FRMW)

    def _at(self, station: int) -> bool:
        return bool(station == unpack_from("<H", self.memory, esc.STATION_ADDRESS)[0])

    def _write(self, offset: int, data: bytes) -> None:
        """Write memory, and do what the registers among it stand for."""
        end = offset + len(data)
        written = bytearray(data)
        for address in range(max(offset, 0), min(end, esc.STATION_ADDRESS)):
            written[address - offset] = self.memory[address]  # cannot be written
        if offset <= esc.AL_STATUS < end:
            written[esc.AL_STATUS - offset] = self.memory[esc.AL_STATUS]
        self.memory[offset:end] = written

        def touches(first: int, size: int) -> bool:
            return offset < first + size and first < end

        if touches(esc.FMMU, FMMUS * esc.FMMU_SIZE):
            self._mappings = list(self._active_mappings())
        if touches(esc.AL_CONTROL, 2):
            self._control(self.memory[esc.AL_CONTROL])
        if touches(esc.EEPROM_CONTROL, 2):
            self._read_eeprom()
        for area in self.outputs:
            if touches(area.address, area.size):
                self._take_outputs()
                break

    def _read_eeprom(self) -> None:
        """Bring eight bytes, if the control register asks for them."""
        memory = self.memory
        control, word = unpack_from("<HI", memory, esc.EEPROM_CONTROL)
        if control & esc.EEPROM_READ:
            found = self.eeprom[2 * word : 2 * word + 8]
            memory[esc.EEPROM_DATA : esc.EEPROM_DATA + 8] = found.ljust(8, b"\xff")
        pack_into("<H", memory, esc.EEPROM_CONTROL, esc.EEPROM_EIGHT_BYTES)

    def _active_mappings(self) -> Sequence[_Mapping]:
        found = []
        for number in range(FMMUS):
            start, size, _, _, physical, _, kind, active = unpack_from(
                "<IHBBHBBB", self.memory, esc.FMMU + esc.FMMU_SIZE * number
            )
            if active & 1 and size and physical + size <= MEMORY:
                reads = bool(kind & esc.FMMU_READS)
                writes = bool(kind & esc.FMMU_WRITES)
                found.append(_Mapping(start, start + size, physical, reads, writes))
        return found

    def _take_outputs(self) -> None:
        """Hand outputs that were written to the application, and take its inputs."""
        self._fed = self.clock.now()
        self.memory[esc.WATCHDOG_STATUS] = 1
        if self.memory[esc.AL_STATUS] != AlState.OP:
            return
        memory = self.memory
        outputs = b"".join(
            memory[area.address : area.address + area.size] for area in self.outputs
        )
        inputs = self.application.exchange(outputs)
        at = 0
        for area in self.inputs:
            memory[area.address : area.address + area.size] = inputs[
                at : at + area.size
            ]
            at += area.size

    def _watchdog_seconds(self) -> float:
        """Return the time without outputs that lets it expire; 0 for never."""
        (divider,) = unpack_from("<H", self.memory, esc.WATCHDOG_DIVIDER)
        (count,) = unpack_from("<H", self.memory, esc.WATCHDOG_TIME)
        return float(count * (divider + 2) * 40e-9)

    def _control(self, requested: int) -> None:
        """Change the state as AL control says, or refuse with an error code."""
        state, status = self.state, self.memory[esc.AL_STATUS]
        if status & esc.AL_ERROR and not requested & esc.AL_ERROR:
            return  # an error has to be acknowledged first
        try:
            wanted = AlState(requested & 0x0F)
        except ValueError:
            self._fail(state, esc.UNKNOWN_STATE)
            return
        self._refuse_or_change(state, wanted)

    def _refuse_or_change(self, state: AlState, wanted: AlState) -> None:
        if wanted is AlState.BOOT:
            self._fail(state, esc.NO_BOOT)
        elif wanted > state and (state, wanted) not in _UP:
            self._fail(state, esc.INVALID_CHANGE)
        elif wanted >= AlState.SAFE_OP and (code := self._unconfigured()):
            self._fail(min(state, AlState.PRE_OP), code)
        else:
            self._enter(wanted)

    def _unconfigured(self) -> int:
        """Return an error code unless a SyncManager guards each area of data."""
        managers = {
            unpack_from("<HH", self.memory, at)
            for at in range(
                esc.SYNC_MANAGER,
                esc.SYNC_MANAGER + SYNC_MANAGERS * esc.SYNC_MANAGER_SIZE,
                esc.SYNC_MANAGER_SIZE,
            )
            if self.memory[at + 6] & 1
        }
        for area in (*self.outputs, *self.inputs):
            if (area.address, area.size) not in managers:
                return esc.INVALID_OUTPUTS if area.output else esc.INVALID_INPUTS
        return esc.NO_ERROR

    def _enter(self, state: AlState, error: int = esc.NO_ERROR) -> None:
        if self.state is AlState.OP and state is not AlState.OP:
            self.application.stop()
        flag = esc.AL_ERROR if error else 0
        self.memory[esc.AL_STATUS] = state | flag
        pack_into("<H", self.memory, esc.AL_STATUS_CODE, error)
        if state is AlState.OP:
            self._fed = self.clock.now()

    def _fail(self, state: AlState, code: int) -> None:
        self._enter(state, code)
