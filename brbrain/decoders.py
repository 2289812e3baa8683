"""Taking apart the packets between host and CM-5 as their bytes come in.

There is no length field: a decoder must be told how long data are. No input or output
here.
"""

from brbrain.packets import (
    STATUS_SIZE,
    TRAILER_SIZE,
    BadRequest,
    BusExchange,
    Data,
    Instruction,
    Ping,
    ReadData,
    Reply,
    Request,
    SetBaud,
    SetOptions,
    SetReadFormat,
    SetWriteFormat,
    Span,
    Status,
    Version,
    WriteData,
    WriteRead,
    checksum,
)


class RequestDecoder:
    """Takes requests apart as their bytes come in: the CM-5's side.

    ``write_size`` is the number of data bytes in a WRITE_DATA or WRITE_READ; who
    receives the requests sets it when the write format changes. Unknown instruction
    bytes come out one by one as `BadRequest`; without ``extensions`` only those of the
    original protocol are known.
    """

    def __init__(self, write_size: int = 0, extensions: bool = True) -> None:
        self.write_size = write_size
        self._highest = Instruction.SET_BAUD if extensions else Instruction.WRITE_DATA
        self._buffer = bytearray()

    @property
    def first(self) -> int | None:
        """The instruction of the next request, None if none has come or is known."""
        return self._known(self._buffer[0]) if self._buffer else None

    @property
    def missing(self) -> int:
        """The number of bytes that are still to come of it, as far as is known."""
        return (self._size() or len(self._buffer)) - len(self._buffer)

    @property
    def pending(self) -> int:
        """The number of bytes of a request that is not complete yet."""
        return len(self._buffer)

    def feed(self, data: bytes) -> None:
        """Take bytes that came in."""
        self._buffer += data

    def reset(self) -> None:
        """Forget the bytes of an incomplete request."""
        self._buffer.clear()

    def next(self) -> Request | BadRequest | None:
        """Return the next request, or None if more bytes are needed."""
        size = self._size()
        if size is None or len(self._buffer) < size:
            return None
        packet = bytes(self._buffer[:size])
        del self._buffer[:size]
        request = _request(self._known(packet[0]), packet[1:-1])
        if request is None or packet[-1] != checksum(packet[:-1]):
            return BadRequest(packet, request)
        return request

    def _known(self, instruction: int) -> int | None:
        """Return an instruction byte if it is known, else None."""
        return instruction if instruction <= self._highest else None

    def _size(self) -> int | None:
        """Return the length of the packet at the front, or None if not known yet."""
        if not self._buffer:
            return None
        count = self._buffer[1] if len(self._buffer) > 1 else None
        match self._known(self._buffer[0]):
            case Instruction.READ_DATA | Instruction.VERSION:
                return 2
            case Instruction.PING | Instruction.SET_OPTIONS | Instruction.SET_BAUD:
                return 3
            case Instruction.SET_READ_FORMAT | Instruction.SET_WRITE_FORMAT:
                return None if count is None else 3 + 3 * count
            case Instruction.WRITE_DATA | Instruction.WRITE_READ:
                return 2 + self.write_size
            case Instruction.BUS:
                return None if count is None else 4 + count
        return 1


def _request(instruction: int | None, data: bytes) -> Request | None:
    match instruction:
        case Instruction.PING:
            return Ping(data[0])
        case Instruction.SET_READ_FORMAT:
            return SetReadFormat(_spans(data[1:]))
        case Instruction.SET_WRITE_FORMAT:
            return SetWriteFormat(_spans(data[1:]))
        case Instruction.READ_DATA:
            return ReadData()
        case Instruction.WRITE_DATA:
            return WriteData(data)
        case Instruction.VERSION:
            return Version()
        case Instruction.SET_OPTIONS:
            return SetOptions(data[0])
        case Instruction.WRITE_READ:
            return WriteRead(data)
        case Instruction.BUS:
            return BusExchange(data[2:], data[1])
        case Instruction.SET_BAUD:
            return SetBaud(data[0])
    return None


def _spans(data: bytes) -> tuple[Span, ...]:
    fields = iter(data)
    return tuple(Span(*triple) for triple in zip(fields, fields, fields, strict=True))


class ReplyDecoder:
    """Takes replies apart as their bytes come in: the host's side.

    ``data_size`` is the number of data bytes in a DATA reply, None if none may come.
    Bytes that start no valid reply are dropped one by one until one fits.
    """

    def __init__(self, data_size: int | None = None) -> None:
        self._data_size = data_size
        self._buffer = bytearray()
        self.dropped = 0
        self.bad_checksums = 0

    def feed(self, data: bytes) -> None:
        """Take bytes that came in."""
        self._buffer += data

    def next(self) -> Reply | None:
        """Return the next reply, or None if more bytes are needed."""
        packet = self.next_bytes()
        return None if packet is None else _reply(packet)

    def next_bytes(self) -> bytes | None:
        """Return the bytes of the next reply, or None if more bytes are needed."""
        while self._buffer:
            size = self._size()
            if size > len(self._buffer):
                return None
            packet = bytes(self._buffer[:size])
            if size and packet[-1] == checksum(packet[:-1]):
                del self._buffer[:size]
                return packet
            self.bad_checksums += size > 0
            self.dropped += 1
            del self._buffer[0]
        return None

    def _size(self) -> int:
        """Return the length of the packet at the front, 0 if none starts there."""
        if self._buffer[0] == Instruction.STATUS:
            return STATUS_SIZE
        if self._buffer[0] == Instruction.DATA and self._data_size is not None:
            return self._data_size + STATUS_SIZE
        return 0


def _reply(packet: bytes) -> Reply:
    status, retries, pos, neg, therm = packet[-TRAILER_SIZE - 1 : -1]
    if packet[0] == Instruction.STATUS:
        return Status(status, retries, (pos, neg, therm))
    return Data(packet[1 : -TRAILER_SIZE - 1], status, retries, (pos, neg, therm))
