"""Drive Bioloid-class robots, real or simulated, from Python."""

from brbrain.brain import Brain, adc_to_volts
from brbrain.cache import CachedValue
from brbrain.clock import Clock, WallClock
from brbrain.dialogue import Counters
from brbrain.errors import (
    BrError,
    FormatError,
    LinkError,
    RegisterError,
    ReplyError,
    StatusError,
)
from brbrain.formats import Block
from brbrain.link import Link, MemoryLink, Peer, SerialLink
from brbrain.ports import SerialPort, list_ports
from brbrain.registers import AX12, AXS1, Register, find
from brbrain.status import StatusBits, status_text, verify_status

__version__ = "0.1.0"

__all__ = [
    "AX12",
    "AXS1",
    "Block",
    "BrError",
    "Brain",
    "CachedValue",
    "Clock",
    "Counters",
    "FormatError",
    "Link",
    "LinkError",
    "MemoryLink",
    "Peer",
    "Register",
    "RegisterError",
    "ReplyError",
    "SerialLink",
    "SerialPort",
    "StatusBits",
    "StatusError",
    "WallClock",
    "adc_to_volts",
    "find",
    "list_ports",
    "status_text",
    "verify_status",
]
