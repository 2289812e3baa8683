"""Drive Bioloid-class robots, real or simulated, from Python.

    import brbrain

    with brbrain.open() as robot:
        robot.move("left-elbow", 60, seconds=1)
        robot.wait_until_still()

The names below are imported from their modules when first used, so that
``import brbrain`` costs nothing.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from brbrain.brain import Brain as Brain
    from brbrain.brain import adc_to_volts as adc_to_volts
    from brbrain.cache import CachedValue as CachedValue
    from brbrain.clock import Clock as Clock
    from brbrain.clock import VirtualClock as VirtualClock
    from brbrain.clock import WallClock as WallClock
    from brbrain.devices import Identity as Identity
    from brbrain.dialogue import Counters as Counters
    from brbrain.errors import ArgumentError as ArgumentError
    from brbrain.errors import BrError as BrError
    from brbrain.errors import FormatError as FormatError
    from brbrain.errors import LinkError as LinkError
    from brbrain.errors import RegisterError as RegisterError
    from brbrain.errors import ReplyError as ReplyError
    from brbrain.errors import StatusError as StatusError
    from brbrain.formats import Block as Block
    from brbrain.link import Link as Link
    from brbrain.link import MemoryLink as MemoryLink
    from brbrain.link import Peer as Peer
    from brbrain.link import SerialLink as SerialLink
    from brbrain.opening import open as open
    from brbrain.ports import SerialPort as SerialPort
    from brbrain.ports import list_ports as list_ports
    from brbrain.registers import AX12 as AX12
    from brbrain.registers import AXS1 as AXS1
    from brbrain.registers import Register as Register
    from brbrain.registers import find as find
    from brbrain.robot import Robot as Robot
    from brbrain.status import StatusBits as StatusBits
    from brbrain.status import status_text as status_text
    from brbrain.status import verify_status as verify_status

__version__ = "0.1.0"

_MODULES = {
    "brain": ("Brain", "adc_to_volts"),
    "cache": ("CachedValue",),
    "clock": ("Clock", "VirtualClock", "WallClock"),
    "devices": ("Identity",),
    "dialogue": ("Counters",),
    "errors": (
        "ArgumentError",
        "BrError",
        "FormatError",
        "LinkError",
        "RegisterError",
        "ReplyError",
        "StatusError",
    ),
    "formats": ("Block",),
    "link": ("Link", "MemoryLink", "Peer", "SerialLink"),
    "opening": ("open",),
    "ports": ("SerialPort", "list_ports"),
    "registers": ("AX12", "AXS1", "Register", "find"),
    "robot": ("Robot",),
    "status": ("StatusBits", "status_text", "verify_status"),
}
_HOME = {name: module for module, names in _MODULES.items() for name in names}

__all__ = list(_HOME)


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'brbrain' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"brbrain.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*_HOME, "__version__"])
