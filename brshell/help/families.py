"""The families of procedures: which modules and Scheme files have those of each."""

from __future__ import annotations

# The title of each family, and what it is declared in: modules of brshell.builtins, and
# files of the Scheme library. The order is that of the reference.
FAMILIES: dict[str, tuple[str, ...]] = {
    "Link": ("robot.link",),
    "Bus": ("robot.bus",),
    "Registers": ("robot.registers",),
    "Formats": ("robot.formats",),
    "Motion": ("robot.motion",),
    "Poses": ("robot.poses",),
    "Sequences and playback": ("robot.sequences", "robot.playing"),
    "Motion hooks": ("robot.motion_hooks",),
    "Devices": ("robot.device",),
    "iob": ("robot.iob",),
    "EtherCAT hand": ("robot.hand",),
    "Joints": ("robot.joints",),
    "Sensors and devices": ("robot.devices",),
    "Time and tasks": ("robot.time", "scheme/every.scm"),
    "Firmware": ("robot.firmware",),
    "Simulated robot": ("robot.simulator",),
    "Errors of the robot": ("robot.errors",),
    "Numbers": (
        "arithmetic",
        "integers",
        "numbers",
        "transcendental",
        "bitwise",
        "random",
        "srfi/27.scm",
    ),
    "Truth and equivalence": ("booleans", "equivalence"),
    "Pairs and lists": (
        "pairs",
        "cxr",
        "list_library",
        "scheme/lists.scm",
        "srfi/1.scm",
        "srfi/1-sets.scm",
    ),
    "Sorting": ("srfi/95.scm", "srfi/132.scm"),
    "Symbols and characters": ("symbols", "characters"),
    "Strings": (
        "strings",
        "string_library",
        "format",
        "scheme/strings.scm",
        "srfi/13.scm",
    ),
    "Vectors and bytevectors": ("vectors", "bytevectors", "scheme/vectors.scm"),
    "Hash tables": ("hashtables", "hashing", "srfi/69.scm", "srfi/125.scm"),
    "Control": (
        "control",
        "continuations",
        "promises",
        "scheme/control.scm",
    ),
    "Errors": ("conditions",),
    "Ports": ("ports", "input", "output", "scheme/ports.scm"),
    "Programs and the system": ("evaluation", "system"),
    "Help": ("help",),
}


def family_of(origin: str) -> str:
    """Return the title of the family that a module or file belongs to, "" if none."""
    for title, origins in FAMILIES.items():
        if origin in origins:
            return title
    return ""
