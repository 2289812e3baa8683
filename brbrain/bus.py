"""The servos straight on the Dynamixel bus, with the calls of a `Brain`."""

from typing import Any, NoReturn

from brbrain.arguments import whole
from brbrain.brain import DEFAULT_RETRIES, Brain
from brbrain.bus_dialogue import ALWAYS, QUIET, READS_ONLY, BusDialogue
from brbrain.cm5 import PacketHook
from brbrain.dialogue import Counters
from brbrain.dynamixel import Instruction as BusInstruction
from brbrain.dynamixel import (
    InstructionPacket,
    action,
    error_text,
    reg_write,
    sync_write,
)
from brbrain.errors import NotSupportedError, ReplyError
from brbrain.formats import Format, ReadFormat, WriteFormat
from brbrain.link import Link
from brbrain.packets import CM5_ID, Capability, Instruction
from brbrain.registers import ERROR_ADDRESS, find
from brbrain.status import StatusBits, both, make_status

RETURN_LEVEL = find("status return level")

BUS_BAUD = 1_000_000
"""Bits per second of servos as they come (AX-S1 manual, address 4)."""

_CAPABILITIES = Capability.SYNC_WRITE | Capability.WRITE_READ


class BusController:
    """Does on the bus itself what a CM-5 does for its host; see `cm5.CM5`.

    ``adc`` is always None: a bare bus measures nothing.
    """

    adc = None

    def __init__(self, link: Link, timeout: float | None, retries: int) -> None:
        self.dialogue = BusDialogue(link, timeout=timeout, retries=retries)
        self.capabilities: Capability | None = _CAPABILITIES
        self._on_packet: PacketHook | None = None

    @property
    def retries(self) -> int:
        """How often a read is sent again."""
        return self.dialogue.retries

    @retries.setter
    def retries(self, retries: int) -> None:
        self.dialogue.retries = retries

    @property
    def on_packet(self) -> PacketHook | None:
        """What to call with each packet sent or received."""
        return self._on_packet

    @on_packet.setter
    def on_packet(self, call: PacketHook | None) -> None:
        self._on_packet = call
        self.dialogue.trace = self._trace if call else None

    def forget_formats(self) -> None:
        """Take it that other devices may be there now."""
        self.dialogue.return_levels.clear()

    def install(self, format: Format) -> int:
        """Return 0: nobody has to be told a format."""
        return 0

    def negotiate(self) -> Capability:
        """Return what can be done beyond the original protocol of the CM-5."""
        return _CAPABILITIES

    def ping(self, id: int) -> int:
        """Send PING and return the status."""
        if id == CM5_ID:
            _refuse("ping the CM-5")
        try:
            self.dialogue.ping(id)
        except ReplyError as error:
            return _status(error)
        return 0

    def set_baud(self, code: int) -> int:
        """Refuse: there is nobody to be told."""
        _refuse("link baud")

    def pass_through(self, data: bytes, size: int) -> tuple[bytes, int]:
        """Refuse: the link itself is the bus."""
        _refuse("pass through")

    def read(self, format: ReadFormat) -> tuple[bytes, int]:
        """Return the data as in a CM-5's DATA packet, and the status.

        What a device did not say is filled with 0xFF.
        """
        before = self.dialogue.counters.retries
        data, status = bytearray((Instruction.DATA,)), 0
        for id, start, size in format.spans:
            try:
                data += self._read_span(id, start, size)
            except ReplyError as error:
                status |= _status(error)
                data += b"\xff" * size
        retries = self.dialogue.counters.retries - before
        return bytes(data), make_status(status, min(retries, 0xFF))

    def write(self, format: WriteFormat, request: bytes, together: bool) -> int:
        """Write the data of ``request``, in all devices at once; return the status.

        ``together`` is by SYNC_WRITE, if the format allows, that nobody answers; else
        by REG_WRITE, that is answered, and ACTION. Nothing is sent twice.
        """
        pieces, at = [], 1
        for id, start, size in format.spans:
            if size:
                pieces.append((id, start, request[at : at + size]))
            at += size
        if together and format.uniform:
            start, size = format.spans[0][1:]
            blocks = [(id, data) for id, _, data in pieces]
            self.dialogue.send(sync_write(start, size, blocks))
            status = 0
        else:
            status = self._write_each(pieces)
        for id, start, data in pieces:
            if start <= RETURN_LEVEL.address < start + len(data):
                self.dialogue.return_levels.pop(id, None)
        return status

    def write_read(
        self, format: WriteFormat, request: bytes, reading: ReadFormat
    ) -> tuple[bytes, int]:
        """Read, then write, together if that can be; return the data and the status."""
        packet, status = self.read(reading)
        return packet, both(status, self.write(format, request, together=True))

    def _read_span(self, id: int, start: int, size: int) -> bytes:
        """Return the bytes of a span, the error byte of the reply among them.

        Its address is not the device's, but where the CM-5's firmware shows it.
        """
        if not size:
            return b""
        if (start, size) == (ERROR_ADDRESS, 1):
            return bytes((self.dialogue.ping(id).error,))
        at = ERROR_ADDRESS - start
        # An AX-12 ends where the error is; an MX has more behind it.
        reply = self.dialogue.read(id, start, size - (at == size - 1))
        data = bytearray(reply.parameters)
        if 0 <= at < size:
            data[at : at + 1] = bytes((reply.error,))
        return bytes(data)

    def _write_each(self, pieces: list[tuple[int, int, bytes]]) -> int:
        status = 0
        for id, start, data in pieces:
            try:
                self._learn_return_level(id)
                self.dialogue.send(reg_write(id, start, data))
            except ReplyError as error:
                status |= _status(error)
        if pieces:
            self.dialogue.send(action())
        return status

    def _learn_return_level(self, id: int) -> None:
        """Make sure to know whether a device answers; ReplyError if it is not there."""
        levels = self.dialogue.return_levels
        if id in levels:
            return
        try:
            reply = self.dialogue.read(id, RETURN_LEVEL.address, 1)
            levels[id] = reply.parameters[0]
        except ReplyError:
            self.dialogue.ping(id)  # which a device answers at any level
            levels[id] = ALWAYS - READS_ONLY - 1

    def _trace(self, sent: bytes, received: bytes) -> None:
        if self._on_packet is not None:
            self._on_packet("sent", sent, _sent_in_words(sent))
            words = "no reply"
            if len(received) >= 6:
                errors = error_text(received[4]) or "ok"
                words = f"STATUS id {received[2]}: {errors}"
            self._on_packet("received", received, words)


class DynamixelBus(Brain):
    """Servos and sensor modules on the bare bus: a `Brain` without a CM-5.

    ``link`` is of a USB2Dynamixel, U2D2 or the like. ``timeout`` is what the adapter
    may add to each answer in seconds; by default 2 ms, 1 ms in a simulation, or 18 ms
    where the system does not let it have low latency. What only a CM-5 has raises
    NotSupportedError.
    """

    bare = True

    def __init__(
        self,
        link: Link,
        *,
        timeout: float | None = None,
        retries: int = DEFAULT_RETRIES,
    ) -> None:
        super().__init__(
            link, retries=retries, controller=BusController(link, timeout, retries)
        )

    @property
    def counters(self) -> Counters:
        """Packets, errors and retries so far."""
        return self._cm5.dialogue.counters

    def adc(self, channel: str | int) -> int:
        """Refuse: only a CM-5 measures."""
        _refuse("adc")

    def change_link_baud(self, baud: Any) -> None:
        """Talk to devices that have another speed, in bits per second, from now on.

        The devices keep theirs: see `Robot.change_baud`.
        """
        whole("baud", baud, 1)
        with self._lock:
            # What nobody answers may still be on its way out of the port.
            self._cm5.dialogue.pause(QUIET)
            self.link.baud = baud

    def forget_capabilities(self) -> None:
        """Do nothing: there is no controller that could be another now."""

    def pass_through(self, data: bytes, size: int = 0) -> bytes:
        """Refuse: the link itself is the bus."""
        _refuse("pass through")


def _refuse(what: str) -> NoReturn:
    raise NotSupportedError(
        f"{what}: expected a robot behind a CM-5, but received the bare servo bus"
    )


def _status(error: ReplyError) -> int:
    """Return what a CM-5 would say of an answer that is missing or wrong."""
    if error.received:
        return StatusBits.INVALID_DYNAMIXEL_RESPONSE.value
    return StatusBits.DYNAMIXEL_TIMEOUT.value


def _sent_in_words(sent: bytes) -> str:
    packet = InstructionPacket(sent[2], sent[4], sent[5:-1])
    name = BusInstruction(packet.instruction).name
    return f"{name} id {packet.id} {packet.parameters.hex(' ').upper()}".rstrip()
