"""A master of ours: finds slaves, brings them to OP, exchanges data, over any link."""

from collections.abc import Sequence
from dataclasses import dataclass
from struct import pack, unpack
from typing import Final

from brbrain.device import Diagnosis
from brbrain.errors import LinkError, NotSupportedError
from brbrain.ethercat import registers as esc
from brbrain.ethercat import sii
from brbrain.ethercat.datagrams import (
    COUNTER,
    FRAME_HEADER,
    HEADER,
    MAXIMUM_DATA,
    Command,
    Datagram,
    decode_frame,
    encode_frame,
)
from brbrain.ethercat.link import FrameLink
from brbrain.ethercat.master import (
    CHANGE_SECONDS,
    FRAME_SECONDS,
    NO_FRAME,
    Slave,
    SlaveState,
    slave_diagnoses,
    wire_diagnosis,
)
from brbrain.ethercat.registers import AlState

ATTEMPTS: Final = 3
"""Times that a frame which only configures is sent; our choice."""

EEPROM_READS: Final = 2048
"""Reads of eight bytes after which an EEPROM without an end is given up: 16 KB."""

FIRST_STATION: Final = 0x1001
"""Station address of the first slave, as SOEM gives it."""


@dataclass(frozen=True, slots=True)
class _Found:
    """A slave with its areas and its station address."""

    slave: Slave
    areas: tuple[sii.Area, ...]
    station: int


class FrameMaster:
    """A master in Python for a segment of a few slaves without mailboxes.

    All process data goes in one LRW datagram, so it has to fit one frame.
    """

    def __init__(self, link: FrameLink) -> None:
        self.link = link
        self.clock = link.clock
        self.slaves: tuple[Slave, ...] = ()
        self.expected_counter = 0
        self.outputs = bytearray()
        self.inputs = b""
        self.frames = self.lost = self.miscounted = 0
        self._found: list[_Found] = []
        self._states: tuple[SlaveState, ...] = ()
        self._frame = bytearray()
        self._index = 0

    def scan(self) -> tuple[Slave, ...]:
        """Find all slaves. Raises LinkError if there is none."""
        count = self._command(Command.BRD, 0, esc.TYPE, bytes(1)).counter
        if not count:
            raise LinkError(
                f"{self.link.name}: expected EtherCAT slaves, but found none"
            )
        self._command(Command.BWR, 0, esc.AL_CONTROL, pack("<H", AlState.INIT | 0x10))
        self._found = [self._identify(position) for position in range(count)]
        self.slaves = tuple(found.slave for found in self._found)
        self._map_memory()
        self.request_state(AlState.PRE_OP)
        return self.slaves

    def configure(self) -> None:
        """Write SyncManagers and FMMUs; slaves go to SAFE-OP."""
        if not self._found:
            self.scan()
        outputs, inputs = 0, len(self.outputs)
        for found in self._found:
            self._configure(found, outputs, inputs)
            outputs += found.slave.output_size
            inputs += found.slave.input_size
        self.request_state(AlState.SAFE_OP)

    def request_state(self, state: AlState) -> None:
        """Bring all slaves to a state, and wait until they are there."""
        for found in self._found:
            self._request(found, state)
        deadline = self.clock.now() + CHANGE_SECONDS
        while True:
            states = self.states()
            if all(each.state is state and not each.error for each in states):
                return
            for found, each in zip(self._found, states, strict=True):
                if each.error or each.state is None or self.clock.now() > deadline:
                    raise LinkError(
                        f"{self._named(found)}: expected it to go to "
                        f"{state.name.replace('_', '-')}, but it is {each}"
                    )

    def states(self) -> tuple[SlaveState, ...]:
        """Ask each slave for its state."""
        self._states = tuple(self._state(found) for found in self._found)
        return self._states

    def recover(self) -> bool:
        """Acknowledge errors, configure what was off, and ask for OP, step by step."""
        try:
            states = self.states()
            for found, each in zip(self._found, states, strict=True):
                self._recover(found, each)
        except LinkError:
            return False  # it went away again; the next step tries anew
        return all(each.state is AlState.OP and not each.error for each in states)

    def exchange(self) -> int:
        """Send ``outputs``; ``inputs`` are new if the counter is as expected."""
        frame, size = self._frame, len(self.outputs)
        index = self._next_index()
        frame[3] = index
        start = FRAME_HEADER.size + HEADER.size
        frame[start : start + size] = self.outputs
        self.frames += 1
        self.link.send(bytes(frame))
        reply = self._reply(index, len(frame))
        if reply is None:
            self.lost += 1
            return NO_FRAME
        counter = int(COUNTER.unpack_from(reply, len(frame) - COUNTER.size)[0])
        if counter == self.expected_counter:
            self.inputs = reply[start + size : -COUNTER.size]
        else:
            self.miscounted += 1
        return counter

    def diagnostics(self) -> list[Diagnosis]:
        """Return how the wire and each slave are, as far as it was seen last."""
        wire = wire_diagnosis(self.link.name, self.frames, self.lost, self.miscounted)
        return [wire, *slave_diagnoses(self.slaves, self._states)]

    def close(self) -> None:
        """Bring the slaves to INIT, if they can be reached, and close the link."""
        try:
            for found in self._found:
                self._request(found, AlState.INIT)
        except LinkError:
            pass  # their watchdogs stop them
        finally:
            self._found = []
            self.link.close()

    def _identify(self, position: int) -> _Found:
        """Give the slave at a position its address and read its EEPROM."""
        station = FIRST_STATION + position
        before = -position & 0xFFFF
        self._acknowledged(
            Command.APWR, before, esc.STATION_ADDRESS, pack("<H", station)
        )
        identity, areas = sii.decode(self._eeprom(station))
        slave = Slave(
            position,
            identity.name,
            identity.vendor,
            identity.product,
            identity.revision,
            identity.serial,
            sum(area.size for area in areas if area.output),
            sum(area.size for area in areas if not area.output),
        )
        return _Found(slave, areas, station)

    def _eeprom(self, station: int) -> bytes:
        """Return an EEPROM up to its end category."""
        self._acknowledged(Command.FPWR, station, esc.EEPROM_OWNER, bytes(1))
        memory = b""
        for _ in range(EEPROM_READS):
            memory += self._eeprom_read(station, len(memory) // 2)
            if _ends(memory):
                return memory
        raise LinkError(
            f"{self.link.name}: expected an end of the EEPROM of station {station:#06x}"
        )

    def _eeprom_read(self, station: int, word: int) -> bytes:
        request = pack("<HI", esc.EEPROM_READ, word)
        self._acknowledged(Command.FPWR, station, esc.EEPROM_CONTROL, request)
        deadline = self.clock.now() + CHANGE_SECONDS
        while True:
            reply = self._acknowledged(
                Command.FPRD, station, esc.EEPROM_CONTROL, bytes(14)
            )
            (status,) = unpack("<H", reply.data[:2])
            if not status & esc.EEPROM_BUSY:
                break
            if self.clock.now() > deadline:
                raise LinkError(f"{self.link.name}: the EEPROM stays busy")
        return reply.data[6 : 14 if status & esc.EEPROM_EIGHT_BYTES else 10]

    def _map_memory(self) -> None:
        """Make room for the process data of all slaves: outputs, then inputs."""
        outputs = sum(slave.output_size for slave in self.slaves)
        inputs = sum(slave.input_size for slave in self.slaves)
        if outputs + inputs > MAXIMUM_DATA:
            raise NotSupportedError(
                f"{self.link.name}: expected process data of {MAXIMUM_DATA} bytes at "
                f"most, which fit one frame, but {len(self.slaves)} slaves have "
                f"{outputs + inputs}"
            )
        self.outputs = bytearray(outputs)
        self.inputs = bytes(inputs)
        self.expected_counter = sum(
            2 * bool(slave.output_size) + bool(slave.input_size)
            for slave in self.slaves
        )
        template = Datagram(Command.LRW, 0, 0, bytes(outputs + inputs))
        self._frame = bytearray(encode_frame([template]))

    def _configure(self, found: _Found, outputs: int, inputs: int) -> None:
        """Write the SyncManagers and FMMUs of a slave for logical addresses."""
        managers = b"".join(
            pack(
                "<HHBBBB",
                area.address,
                area.size,
                sii.ONE_BUFFER_OUTPUT if area.output else sii.ONE_BUFFER_INPUT,
                0,
                1,
                0,
            )
            for area in found.areas
        )
        self._acknowledged(Command.FPWR, found.station, esc.SYNC_MANAGER, managers)
        mappings = b""
        for output, logical in ((True, outputs), (False, inputs)):
            for address, size in _merged(found.areas, output):
                kind = esc.FMMU_WRITES if output else esc.FMMU_READS
                mappings += pack(
                    "<IHBBHBBB3x", logical, size, 0, 7, address, 0, kind, 1
                )
                logical += size
        self._acknowledged(Command.FPWR, found.station, esc.FMMU, mappings)

    def _recover(self, found: _Found, each: SlaveState) -> None:
        """Make the next step of one slave towards OP."""
        if each.state is None:
            self._find_again(found)
        elif each.error:
            self._request(found, each.state, acknowledge=True)
        elif each.state is AlState.INIT:
            self._request(found, AlState.PRE_OP)
        elif each.state is AlState.PRE_OP:
            before = self._found[: found.slave.position]
            outputs = sum(other.slave.output_size for other in before)
            inputs = sum(other.slave.input_size for other in before)
            self._configure(found, outputs, len(self.outputs) + inputs)
            self._request(found, AlState.SAFE_OP)
        elif each.state is AlState.SAFE_OP:
            self._request(found, AlState.OP)

    def _find_again(self, found: _Found) -> None:
        """Give its address to a slave that was off in between."""
        before = -found.slave.position & 0xFFFF
        address = pack("<H", found.station)
        self._command(Command.APWR, before, esc.STATION_ADDRESS, address)

    def _request(
        self, found: _Found, state: AlState, acknowledge: bool = False
    ) -> None:
        value = state | (esc.AL_ERROR if acknowledge else 0)
        self._command(Command.FPWR, found.station, esc.AL_CONTROL, pack("<H", value))

    def _state(self, found: _Found) -> SlaveState:
        try:
            reply = self._command(Command.FPRD, found.station, esc.AL_STATUS, bytes(6))
        except LinkError:
            return SlaveState(None)
        status, _, code = unpack("<HHH", reply.data)
        if not reply.counter or status & 0x0F not in list(AlState):
            return SlaveState(None)
        error = bool(status & esc.AL_ERROR)
        return SlaveState(AlState(status & 0x0F), error, code if error else 0)

    def _acknowledged(
        self, command: Command, station: int, offset: int, data: bytes
    ) -> Datagram:
        """Send a command to one slave; LinkError if it does not serve it."""
        reply = self._command(command, station, offset, data)
        if reply.counter != 1:
            raise LinkError(
                f"{self.link.name}: expected one slave to serve {command.name} at "
                f"register {offset:#06x}, but {reply.counter} did"
            )
        return reply

    def _command(
        self, command: Command, station: int, offset: int, data: bytes
    ) -> Datagram:
        """Send one datagram until it comes back; LinkError if it does not."""
        for _ in range(ATTEMPTS):
            index = self._next_index()
            frame = encode_frame([Datagram(command, station, offset, data, index)])
            self.link.send(frame)
            reply = self._reply(index, len(frame))
            if reply is not None:
                return decode_frame(reply)[0]
        raise LinkError(
            f"{self.link.name}: expected the frame to come back within "
            f"{FRAME_SECONDS * 1000:g} ms, but {ATTEMPTS} were lost"
        )

    def _next_index(self) -> int:
        self._index = (self._index + 1) & 0xFF
        return self._index

    def _reply(self, index: int, size: int) -> bytes | None:
        """Return the frame with that index; what is left of others is passed over."""
        reply = self.link.receive(FRAME_SECONDS)
        if reply is not None and len(reply) == size and reply[3] == index:
            return reply
        deadline = self.clock.now() + FRAME_SECONDS
        while reply is not None:
            left = deadline - self.clock.now()
            if left <= 0.0:
                return None
            reply = self.link.receive(left)
            if reply is not None and len(reply) == size and reply[3] == index:
                return reply
        return None

    def _named(self, found: _Found) -> str:
        return f"{self.link.name}: slave {found.slave.position}, {found.slave.name}"


def _merged(areas: Sequence[sii.Area], output: bool) -> list[tuple[int, int]]:
    """Return addresses and sizes of one direction; neighbours share one FMMU."""
    merged: list[tuple[int, int]] = []
    for area in areas:
        if area.output is not output:
            continue
        if merged and sum(merged[-1]) == area.address:
            address, size = merged.pop()
            merged.append((address, size + area.size))
        else:
            merged.append((area.address, area.size))
    return merged


def _ends(memory: bytes) -> bool:
    """Return whether all categories of an EEPROM have been read."""
    at = sii.HEADER_SIZE
    while at + 4 <= len(memory):
        number, words = unpack("<HH", memory[at : at + 4])
        if number == sii.END:
            return True
        at += 4 + 2 * words
    return False
