"""Brain: the robot as its CM-5 shows it, by ids, registers and formats."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from types import TracebackType
from typing import TYPE_CHECKING, Any

from brbrain.arguments import hook, is_whole, kind, positive, refused, whole
from brbrain.cache import Cache, CachedValue
from brbrain.cm5 import CM5, PacketHook
from brbrain.dialogue import RECOVER_SECONDS, Counters
from brbrain.dynamixel import MAX_ID
from brbrain.errors import FormatError, LinkError
from brbrain.extensions import Extensions
from brbrain.formats import (
    ReadFormat,
    WriteFormat,
    parse_blocks,
    read_format,
    write_format,
)
from brbrain.link import Link
from brbrain.packets import CM5_ID, Capability, Instruction
from brbrain.registers import Register, find
from brbrain.status import both, is_ok, status_error

if TYPE_CHECKING:
    from brbrain.extensions import Controller

DEFAULT_TIMEOUT = 1.0
"""Seconds that a reply may take beyond what the command itself needs."""

DEFAULT_RETRIES = 2
"""How often a command that changes nothing is sent again; our choice."""

ADC_CHANNELS = ("pos", "neg", "therm")
"""Battery terminals and thermistor, in the order of the reply."""


def adc_channel(channel: str | int) -> int:
    """Return the number, 0 to 2, of a channel: "pos", "neg", "therm", or its number."""
    if isinstance(channel, str) and channel in ADC_CHANNELS:
        return ADC_CHANNELS.index(channel)
    if not is_whole(channel, 0, len(ADC_CHANNELS) - 1):
        raise refused("adc", f"channel {', '.join(ADC_CHANNELS)} or 0 to 2", channel)
    return int(channel)


def adc_to_volts(value: int) -> float:
    """Return the volts at the divider (10 kohm over 3.3 kohm) of an ADC channel.

    ``value`` is a reading, 0 to 255. Raises ArgumentError.
    """
    return whole("value", value, 0, 255) / 255 * 5.0 * (10.0 + 3.3) / 3.3


class Brain(Extensions):
    """A CM-5 with the BRBrain firmware, and the devices on its Dynamixel bus.

        with Brain(SerialLink("/dev/ttyUSB0")) as brain:
            brain.set_read_format([3, 7], "present position", 5)
            brain.set_write_format([3, 7], "goal position", 1)
            brain.write_natural([100.0, 200.0])
            *state, status = brain.read_natural()

    Calls that return a status give the CM-5's status byte in bits 0-7 and the number
    of retries on the bus in bits 8-15 (see module status). All calls may come from any
    thread and wait their turn; `transaction` holds several together. A call that fails
    raises a BrError and leaves the link so that the next call works.
    """

    bare = False
    """Whether the link is the servo bus itself, without a CM-5."""

    def __init__(
        self,
        link: Link,
        *,
        timeout: float = DEFAULT_TIMEOUT,
        retries: int = DEFAULT_RETRIES,
        controller: "Controller | None" = None,
    ) -> None:
        kind("link", link, "a link to a CM-5", "read", "write", "discard_input")
        super().__init__(
            link, controller or CM5(link, positive("timeout", timeout), retries)
        )
        self._read_format = read_format(())
        self._write_format = write_format(())
        self._cache = Cache(link.clock)
        self.retries = retries

    def __enter__(self) -> "Brain":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the link; closing twice does no harm.

        If it was made faster, the CM-5 goes back to the speed that other programs know.
        """
        if self.link.is_open:
            with suppress(
                LinkError
            ):  # then it goes back by itself, when it is talked to
                self.restore_link_baud()
        self.link.close()

    def reconnect(self) -> None:
        """Open a lost or closed link again and start afresh; formats are kept."""
        with self._lock:
            self.link.reopen()
            self.forget_capabilities()
            self.recover()

    def recover(self) -> None:
        """Wait half a second, then discard all that has come in."""
        with self._lock:
            self._cm5.forget_formats()
            self._cm5.dialogue.pause(RECOVER_SECONDS)
            self._cm5.dialogue.resynchronise()

    def transaction(self) -> AbstractContextManager[object]:
        """Return a context manager that keeps other threads out for several calls."""
        return self._lock

    @property
    def busy(self) -> bool:
        """Whether the calling thread is in the middle of an exchange of packets.

        A signal handler that finds it true should leave a note and let the exchange
        end: see ``on_idle``.
        """
        return self._cm5.dialogue.busy

    @property
    def on_idle(self) -> Callable[[], None] | None:
        """What to call before and after each exchange, when no packet is under way.

        It may raise, such as KeyboardInterrupt; the link stays in order.
        """
        return self._cm5.dialogue.on_idle

    @on_idle.setter
    def on_idle(self, call: Callable[[], None] | None) -> None:
        hook("on_idle", call)
        self._cm5.dialogue.on_idle = call

    @property
    def on_packet(self) -> PacketHook | None:
        """What to call with each packet: "sent" or "received", its bytes, and words."""
        return self._cm5.on_packet

    @on_packet.setter
    def on_packet(self, call: PacketHook | None) -> None:
        hook("on_packet", call)
        self._cm5.on_packet = call

    @property
    def counters(self) -> Counters:
        """Packets, errors and retries so far."""
        return self._cm5.dialogue.counters

    @property
    def timeout(self) -> float:
        """Seconds that a reply may take beyond what the command itself needs."""
        return self._cm5.dialogue.timeout

    @timeout.setter
    def timeout(self, seconds: float) -> None:
        self._cm5.dialogue.timeout = positive("timeout", seconds)

    @property
    def retries(self) -> int:
        """How often a command that changes nothing is sent again after a failure."""
        return self._cm5.retries

    @retries.setter
    def retries(self, retries: int) -> None:
        self._cm5.retries = whole("retries", retries, 0)

    def link_status(self) -> str:
        """Return the state of the link and what has happened on it, in words."""
        c = self.counters
        return (
            f"{self.link.status()}; {c.sent} packets sent, {c.received} received, "
            f"{c.errors} errors, {c.retries} retries, {c.device_retries} on the bus"
        )

    def ping(self, id: int) -> bool:
        """Return whether device ``id`` (0-253) answers, be it after retries."""
        return is_ok(self.ping_status(id))

    def ping_cm5(self) -> bool:
        """Return whether the CM-5 is well; ReplyError if it does not answer."""
        return is_ok(self.ping_status(CM5_ID))

    def ping_status(self, id: int) -> int:
        """Ping device ``id`` (0-253) or the CM-5 (255) and return the status."""
        if not is_whole(id, 0, MAX_ID) and not is_whole(id, CM5_ID, CM5_ID):
            raise FormatError(
                f"ping: expected an id from 0 to {MAX_ID} or {CM5_ID}, "
                f"but received {id!r}",
                id,
            )
        with self._lock:
            return self._cm5.ping(id)

    def scan(
        self, max_id: int = MAX_ID, progress: Callable[[int], None] | None = None
    ) -> list[int]:
        """Return the ids from 0 to ``max_id`` that answer.

        Each id that does not costs 2.5 ms, or 100 ms with the original firmware of the
        CM-5. ``progress`` is called with each id done.
        """
        if not is_whole(max_id, 0, MAX_ID):
            raise FormatError(
                f"scan: expected a highest id from 0 to {MAX_ID}, "
                f"but received {max_id!r}",
                max_id,
            )
        hook("progress", progress)
        present = []
        for id in range(max_id + 1):
            if self.ping(id):
                present.append(id)
            if progress is not None:
                progress(id)
        return present

    @property
    def read_format(self) -> ReadFormat:
        """What `read_raw` and `read_natural` read."""
        return self._read_format

    @property
    def write_format(self) -> WriteFormat:
        """What `write_raw` and `write_natural` write."""
        return self._write_format

    def set_read_format(
        self, ids: Sequence[Any], starts: Any = None, counts: Any = None
    ) -> int:
        """Say what to read, tell the CM-5, and return the status.

        Either three lists, ``set_read_format([3, 7], [AX12_GOAL_POSITION], [1])``, or
        triples ``[(3, "goal position", 1), ...]``, or the same flat. See
        `formats.parse_blocks`. A bad status leaves the format as it was.
        """
        wanted = read_format(parse_blocks(ids, starts, counts))
        with self._lock:
            status = self._cm5.install(wanted)
            if is_ok(status):
                self._read_format = wanted
        return status

    def set_write_format(
        self, ids: Sequence[Any], starts: Any = None, counts: Any = None
    ) -> int:
        """Say what to write, tell the CM-5, and return the status.

        Arguments as for `set_read_format`; no register may be read-only.
        """
        wanted = write_format(parse_blocks(ids, starts, counts))
        with self._lock:
            status = self._cm5.install(wanted)
            if is_ok(status):
                self._write_format = wanted
        return status

    def read_raw(self) -> list[int]:
        """Return the raw values of the read format, and then the status.

        If the status is bad, values of a device that did not answer are all ones.
        """
        with self._lock:
            values, status, _ = self._read(self._read_format)
        return [*values, status]

    def read_natural(self) -> list[float]:
        """Return the values of the read format in natural units, and then the status.

        If the status is bad, values of a device that did not answer mean nothing.
        """
        with self._lock:
            format = self._read_format
            values, status, _ = self._read(format)
        return [*format.to_natural(values), status]

    def write_raw(self, values: Sequence[int]) -> int:
        """Write raw values in the order of the write format and return the status.

        All devices take them at the same moment. Raises RegisterError, before anything
        is sent, for a value that its register does not take.
        """
        return self._write(self._write_format, values)

    def write_natural(self, values: Sequence[float]) -> int:
        """Like `write_raw`, with values in the natural units of the registers."""
        format = self._write_format
        return self._write(format, format.to_raw(values))

    def write_read_raw(self, values: Sequence[int]) -> list[int]:
        """Write raw values by the write format, and return those of the read format.

        The last is the status. What is returned was true before the writing: if the
        CM-5 can (see `negotiate`), it is one exchange, in which it reads while it is
        still being told what to write; if not, it reads and then writes.
        """
        with self._lock:
            found, status, _ = self._write_read(
                self._write_format, values, self._read_format
            )
        return [*found, status]

    def write_read_natural(self, values: Sequence[float]) -> list[float]:
        """Like `write_read_raw`, with values in the natural units of the registers."""
        with self._lock:
            reading, raw = self._read_format, self._write_format.to_raw(values)
            found, status, _ = self._write_read(self._write_format, raw, reading)
        return [*reading.to_natural(found), status]

    def exchange_registers(
        self, blocks: Sequence[Any], values: Sequence[int], reading: Sequence[Any]
    ) -> list[int]:
        """Write raw values to some blocks and return those of others, at once.

        The formats stay as they were. Raises StatusError, as `read_registers` does, and
        reads first, as `write_read_raw` does.
        """
        writing = write_format(parse_blocks(blocks))
        format = read_format(parse_blocks(reading))
        with self._lock:
            found, status, failed = self._write_read(writing, values, format)
        return _demand_values("write and read", format, found, status, failed)

    def read_registers(self, blocks: Sequence[Any]) -> list[int]:
        """Return raw values of (id, start register, count) blocks.

        The read format stays as it was. Raises StatusError, whose ``failed`` names the
        ids, if a device does not answer; its ``values`` are what the others said.
        """
        format = read_format(parse_blocks(blocks))
        with self._lock:
            values, status, failed = self._read(format)
        return _demand_values("read registers", format, values, status, failed)

    def write_registers(self, blocks: Sequence[Any], values: Sequence[int]) -> None:
        """Write raw values to (id, start register, count) blocks, all at once.

        The write format stays as it was. Raises StatusError for a bad status, and as
        `write_raw` does.
        """
        status = self._write(write_format(parse_blocks(blocks)), values)
        if not is_ok(status):
            raise status_error(status, "write registers")

    def cached(self, id: int, register: str | Register) -> CachedValue | None:
        """Return what the register held when it was read last, None if never."""
        return self._cache.get(whole("id", id, 0, MAX_ID), find(register))

    def adc(self, channel: str | int) -> int:
        """Return what the CM-5 measured last (0-255), as of its last reply.

        ``channel`` is "pos", "neg", "therm", or its number 0-2.
        """
        number = adc_channel(channel)
        values = self._cm5.adc
        if values is None:
            raise LinkError("adc: expected a reply of the CM-5 before, but had none")
        return values[number]

    def volts(self, channel: str | int = "pos") -> float:
        """Return the volts of a battery terminal, "pos" or "neg"."""
        return adc_to_volts(self.adc(channel))

    def _read(self, format: ReadFormat) -> tuple[list[int], int, tuple[int, ...]]:
        """Return raw values, status, and the ids that failed; update the cache."""
        return self._take(format, *self._cm5.read(format))

    def _take(
        self, format: ReadFormat, packet: bytes, status: int
    ) -> tuple[list[int], int, tuple[int, ...]]:
        failed = () if is_ok(status) else format.failed(packet)
        values = format.unpack(packet)
        self._cache.store(format.names, values, failed)
        return values, status, failed

    def _write(self, format: WriteFormat, values: Sequence[int]) -> int:
        request = format.pack(values)
        with self._lock:
            return self._cm5.write(format, request, self.sync_write)

    def _write_read(
        self, format: WriteFormat, values: Sequence[int], reading: ReadFormat
    ) -> tuple[list[int], int, tuple[int, ...]]:
        """Read and write; return what `_read` does, with the status of both."""
        if Capability.WRITE_READ not in (self.capabilities or Capability(0)):
            request = format.pack(values)
            found, status, failed = self._read(reading)
            written = self._cm5.write(format, request, self.sync_write)
            return found, both(status, written), failed
        request = format.pack(values, Instruction.WRITE_READ)
        return self._take(reading, *self._cm5.write_read(format, request, reading))


def _demand_values(
    what: str,
    format: ReadFormat,
    values: list[int],
    status: int,
    failed: tuple[int, ...],
) -> list[int]:
    """Return values that were read; raise StatusError if some of them were not."""
    if not is_ok(status):
        answers = format.by_id(values)
        for id in failed:
            del answers[id]
        raise status_error(status, what, failed, answers)
    return values
