"""Opening a hand by what names it: a simulated one, one over UDP, an interface."""

from brbrain.arguments import refused, text
from brbrain.ethercat.datagrams import UDP_PORT
from brbrain.ethercat.frame_master import FrameMaster
from brbrain.ethercat.hand import PERIOD
from brbrain.ethercat.link import UdpLink
from brbrain.ethercat.master import Master
from brbrain.ethercat.process import HandProcess

SIMULATED = "sim"
EXPECTED = '"sim", "udp:HOST" or "udp:HOST:PORT", or a network interface such as "eth0"'


def open_hand(where: str = SIMULATED, period: float = PERIOD) -> HandProcess:
    """Return a hand that has started, halted, its cycle in a process of its own.

    Raises ArgumentError for what names none, LinkError if it cannot be opened.
    """
    if where == SIMULATED:
        from brbrain.ethercat.sim.hand import SimulatedHand

        hand: HandProcess = SimulatedHand(period)
    else:
        check_place(where)
        hand = HandProcess(where, period)
    hand.start()
    return hand


def open_master(where: str, quick: bool = True) -> Master:
    """Return a master for slaves over UDP, ``quick`` or not, or on an interface.

    Raises ArgumentError for what is neither, and LinkError if it cannot be opened.
    """
    check_place(where)
    if where.startswith("udp:"):
        return FrameMaster(UdpLink(*_address(where), quick))
    from brbrain.ethercat.soem import SoemMaster  # it is an extra

    return SoemMaster(where)


def check_place(where: str) -> None:
    """Raise ArgumentError for what names neither a host nor an interface."""
    if text("where", where).startswith("udp:"):
        _address(where)
    elif not where or where == SIMULATED or ":" in where or "/" in where:
        raise refused("where", EXPECTED, where)


def _address(where: str) -> tuple[str, int]:
    """Return host and port of a name such as "udp:127.0.0.1:34980"."""
    _, _, rest = where.partition(":")
    host, _, port = rest.partition(":")
    if not host or (port and not port.isdigit()) or int(port or UDP_PORT) > 0xFFFF:
        raise refused("where", EXPECTED, where)
    return host, int(port or UDP_PORT)
