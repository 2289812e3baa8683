"""Serve simulated palms: ``python -m brbrain.ethercat.sim --help``."""

import argparse
import sys
import threading
from collections.abc import Sequence

from brbrain.errors import BrError
from brbrain.ethercat.datagrams import UDP_PORT
from brbrain.ethercat.sim.ethernet import EthernetSegment
from brbrain.ethercat.sim.faults import cause
from brbrain.ethercat.sim.palm import SimulatedPalm
from brbrain.ethercat.sim.segment import Segment, UdpSegment
from brbrain.ethercat.sim.slave import SimulatedSlave

MOST_PALMS = 4
"""How many fit one frame."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until Ctrl-C or the end of the input, whose lines are faults to cause."""
    options = _parser().parse_args(arguments)
    palms = [SimulatedPalm(serial=number) for number in range(1, options.palms + 1)]
    segment = Segment([SimulatedSlave(palm) for palm in palms])
    try:
        served = _served(segment, options)
    except BrError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    ended = threading.Event()
    reader = threading.Thread(target=_read, args=(palms, segment, ended), daemon=True)
    reader.start()
    try:
        served.serve(lambda: not ended.is_set())
    except KeyboardInterrupt:
        return 130
    finally:
        served.close()
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "python -m brbrain.ethercat.sim",
        description="Serve simulated palms. Each line of input causes a fault, such as "
        "'zero-buffer 10'; the end of the input ends it.",
    )
    parser.add_argument("--host", default="127.0.0.1", help="where to serve UDP")
    parser.add_argument(
        "--port", type=int, default=UDP_PORT, help="the port, 0 for a free one"
    )
    parser.add_argument("--interface", help="serve this network interface instead")
    parser.add_argument(
        "--palms", type=int, choices=range(1, MOST_PALMS + 1), default=1
    )
    return parser


def _served(
    segment: Segment, options: argparse.Namespace
) -> UdpSegment | EthernetSegment:
    """Return what serves the segment, after telling where."""
    served: UdpSegment | EthernetSegment
    if options.interface:
        served, where = EthernetSegment(segment, options.interface), options.interface
    else:
        served = UdpSegment(segment, options.host, options.port)
        where = "udp:{}:{}".format(*served.address)
    print(f"serving {options.palms} simulated palm(s) at {where}", flush=True)
    return served


def _read(
    palms: Sequence[SimulatedPalm], segment: Segment, ended: threading.Event
) -> None:
    """Cause the fault of each line in all palms; tell of those that are none."""
    for line in sys.stdin:
        if not line.split():
            continue
        try:
            cause(palms, segment, *line.split())
        except BrError as error:
            print(f"error: {error}", file=sys.stderr, flush=True)
    ended.set()


if __name__ == "__main__":
    sys.exit(main())
