"""Packets in words, for those who want to see what goes over the link."""

from itertools import groupby

from brbrain.decoders import ReplyDecoder, RequestDecoder
from brbrain.formats import Format
from brbrain.packets import (
    BAUDS,
    CM5_ID,
    BusExchange,
    Data,
    Option,
    Ping,
    ReadData,
    SetBaud,
    SetOptions,
    SetReadFormat,
    SetWriteFormat,
    Span,
    Status,
    Version,
    WriteData,
    WriteRead,
)
from brbrain.status import make_status, status_text


def describe_request(packet: bytes, format: Format) -> str:
    """Return what a request says; ``format`` is the CM-5's write format."""
    decoder = RequestDecoder(format.size)
    decoder.feed(packet)
    match decoder.next():
        case Ping(id):
            return "PING CM-5" if id == CM5_ID else f"PING {id}"
        case SetReadFormat(spans):
            return f"SET_READ_FORMAT {_spans(spans)}"
        case SetWriteFormat(spans):
            return f"SET_WRITE_FORMAT {_spans(spans)}"
        case ReadData():
            return "READ_DATA"
        case WriteData():
            return f"WRITE_DATA {_values(packet, format)}"
        case WriteRead():
            return f"WRITE_READ {_values(packet, format)}"
        case Version():
            return "VERSION"
        case SetOptions(options):
            names = [option.name or "" for option in Option if options & option]
            return f"SET_OPTIONS {', '.join(names) or 'none'}"
        case BusExchange(data, size):
            return f"BUS {data.hex(' ').upper()}, for {size} bytes"
        case SetBaud(code):
            return f"SET_BAUD {BAUDS[code] if code < len(BAUDS) else code}"
    return "not a request"


def describe_reply(packet: bytes, format: Format) -> str:
    """Return what a reply says; ``format`` is the CM-5's read format."""
    decoder = ReplyDecoder(format.size)
    decoder.feed(packet)
    match decoder.next():
        case Status(status, retries, _):
            return f"STATUS {_status(status, retries)}"
        case Data(_, status, retries, _):
            return f"DATA {_values(packet, format)}; {_status(status, retries)}"
    return "not a reply" if packet else "no reply"


def _spans(spans: tuple[Span, ...]) -> str:
    parts = [f"id {id} bytes {start}-{start + size - 1}" for id, start, size in spans]
    return ", ".join(parts) or "nothing"


def _values(packet: bytes, format: Format) -> str:
    pairs = zip(format.keys, format.unpack(packet), strict=True)
    return ", ".join(
        f"id {id}: " + ", ".join(f"{key[1]} {value}" for key, value in group)
        for id, group in groupby(pairs, lambda pair: pair[0][0])
    )


def _status(status: int, retries: int) -> str:
    return status_text(make_status(status, retries)) or "ok"
