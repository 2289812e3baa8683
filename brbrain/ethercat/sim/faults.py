"""What can go wrong with a simulated hand, by name."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from brbrain.arguments import refused
from brbrain.ethercat.joints import find_motor
from brbrain.ethercat.sim.palm import SimulatedPalm
from brbrain.ethercat.sim.segment import Segment

Palms = Sequence[SimulatedPalm]


@dataclass(frozen=True, slots=True)
class Fault:
    """What a fault does, what stands behind its name, and what causes it."""

    what: str
    arguments: tuple[str, ...]
    cause: Callable[..., None]


def cause(palms: Palms, segment: Segment, name: str, *arguments: str | float) -> None:
    """Cause a fault in all palms; ArgumentError for one that there is not."""
    values = check(name, *arguments)
    FAULTS[name].cause(palms, segment, *values)


def check(name: str, *arguments: str | float) -> list[float]:
    """Return the arguments of a fault as numbers; ArgumentError for what is wrong."""
    fault = FAULTS.get(name)
    if fault is None:
        raise refused("fault", " or ".join(FAULTS), name)
    if len(arguments) != len(fault.arguments):
        expected = " ".join([name, *map(str.upper, fault.arguments)])
        raise refused("fault", expected, " ".join([name, *map(str, arguments)]))
    return [
        _argument(kind, given)
        for kind, given in zip(fault.arguments, arguments, strict=True)
    ]


def _argument(kind: str, given: str | float) -> float:
    """Return an argument as a number, a motor by its number."""
    if kind == "motor":
        motor = given
        if isinstance(given, str) and given.isdigit():
            motor = int(given)
        return find_motor(motor)  # type: ignore[arg-type]
    low, high = _RANGES[kind]
    try:
        value = float(int(given, 0) if isinstance(given, str) else given)
    except ValueError as error:
        raise refused(kind, f"{low:g} to {high:g}", given) from error
    if not low <= value <= high:
        raise refused(kind, f"{low:g} to {high:g}", given)
    return value if kind == "degrees" else int(value)


_RANGES = {
    "count": (0, 1_000_000),
    "degrees": (0, 180),
    "flags": (0, 0xFFFF),
    "microseconds": (0, 0xFFFF),
}


def _of_palms(what: str, arguments: tuple[str, ...], act: Callable[..., None]) -> Fault:
    """Return a fault of each palm."""

    def cause(palms: Palms, segment: Segment, *values: float) -> None:
        for palm in palms:
            act(palm, *values)

    return Fault(what, arguments, cause)


def _of_wire(what: str, arguments: tuple[str, ...], act: Callable[..., None]) -> Fault:
    """Return a fault of the wire."""

    def cause(palms: Palms, segment: Segment, *values: float) -> None:
        act(segment, *values)

    return Fault(what, arguments, cause)


def _set(place: str, value: object = None) -> Callable[..., None]:
    """Return what sets an attribute, such as "boards.lost", to the fault's argument."""
    *path, last = place.split(".")

    def act(of: object, *given: float) -> None:
        for name in path:
            of = getattr(of, name)
        setattr(of, last, given[0] if given else value)

    return act


def _none(palms: Palms, segment: Segment) -> None:
    for palm in palms:
        palm.clear_faults()
    segment.connected, segment.dropped, segment.miscounted = True, 0, 0


def _power_cycle(palms: Palms, segment: Segment) -> None:
    for slave in segment.slaves:
        slave.application.stop()
        slave.power_on()


FAULTS: Final = {
    "none": Fault("all faults end", (), _none),
    "zero-buffer": _of_palms(
        "every so-manieth status is not written; 0 ends it",
        ("count",),
        _set("zero_every"),
    ),
    "invalid-status": _of_palms(
        "the next statuses make no sense", ("count",), _set("invalid")
    ),
    "bad-can-data": _of_palms(
        "a motor's CAN data is damaged",
        ("motor",),
        lambda palm, motor: palm.bad.add(motor),
    ),
    "silent-motor": _of_palms(
        "a motor's CAN data does not arrive",
        ("motor",),
        lambda palm, motor: palm.silent.add(motor),
    ),
    "motor-flags": _of_palms(
        "a motor has these flags up",
        ("motor", "flags"),
        lambda palm, motor, flags: palm.motors.flags.update({motor: flags}),
    ),
    "idle-time": _of_palms(
        "the palm waits so long for frames", ("microseconds",), _set("idle_time")
    ),
    "object": _of_palms(
        "an object is in the hand, which fingers meet at this angle",
        ("degrees",),
        _set("fingers.object_at"),
    ),
    "no-ack": _of_palms("boards acknowledge nothing", (), _set("boards.silent", True)),
    "no-magic-ack": _of_palms(
        "boards do not start their boot loaders", (), _set("boards.deaf", True)
    ),
    "lost-ack": _of_palms(
        "the next acknowledgements are lost", ("count",), _set("boards.lost")
    ),
    "wrong-read-back": _of_palms(
        "the next reads of flash memory bring wrong bytes",
        ("count",),
        _set("boards.wrong_reads"),
    ),
    "wrong-counter": _of_wire(
        "the next working counters are one short", ("count",), _set("miscounted")
    ),
    "no-frame": _of_wire("the next frames are lost", ("count",), _set("dropped")),
    "unplug": _of_wire("the cable is out", (), _set("connected", False)),
    "plug": _of_wire("the cable is in again", (), _set("connected", True)),
    "power-cycle": Fault("all palms are switched off and on", (), _power_cycle),
}
"""The faults by name."""
