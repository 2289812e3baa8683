"""Opening a robot by its URL: behind a CM-5, or simulated."""

import atexit
import os
from typing import Any

from brbrain.arguments import flag, kind, positive, refused, text, whole
from brbrain.brain import DEFAULT_TIMEOUT, Brain
from brbrain.bus import BUS_BAUD, DynamixelBus
from brbrain.clock import Clock, VirtualClock, WallClock
from brbrain.errors import BrError
from brbrain.link import DEFAULT_BAUD, MemoryLink, SerialLink
from brbrain.robot import Robot
from brbrain.robots import Robot as Description
from brbrain.robots import find_robot

PORT_VARIABLE = "BRSHELL_PORT"
"""The environment variable that names the robot if nothing else does."""

DEFAULT_ROBOT = "humanoid"


def open(
    url: str | None = None,
    *,
    baud: int | None = None,
    timeout: float | None = None,
    robot: str | None = None,
    fast: bool = False,
    speed: float | None = None,
    faults: str = "",
    clock: Clock | None = None,
) -> Robot:
    """Open a robot; raise BrError (LinkError for a port) if that cannot be done.

    ``url`` is "sim:humanoid", "sim:arm" or "sim:ids:1,2,100" for a simulated robot;
    "cm5:/dev/ttyUSB0", just "/dev/ttyUSB0" or "COM3", "socket://host:port" or
    "rfc2217://host:port" for a CM-5; "dxl:/dev/ttyUSB0" for an adapter on the bare
    servo bus, "dxl:sim:humanoid" for a simulated one. If it is None, the environment
    variable BRSHELL_PORT has it, or else a robot is simulated.

    ``timeout`` is the patience with the robot in seconds, ``baud`` the port's bits per
    second (115200, on the bare bus 1000000). ``robot`` is the one to simulate, or
    tells the joints of the one at the port. Only a simulated robot can be ``fast`` (on
    a virtual clock, without any waiting), live ``speed`` times as fast as the wall
    clock, or have ``faults`` (see `Simulation`); if it is given a ``clock``, it
    shares it with others.

    A real robot that was not closed is stopped and closed when Python ends.
    """
    _check(url, baud, timeout, robot, fast, speed, faults, clock)
    simulated = {"fast": fast, "speed": speed, "faults": faults}
    asked = [name for name, value in simulated.items() if value]
    url = _url(url, robot, bool(asked))
    scheme, _, rest = url.partition(":")
    if scheme == "dxl" and rest.partition(":")[0] == "sim":
        named = rest.partition(":")[2]
        clock = clock or _clock(fast, speed)
        return _simulate_bus(_one_of(robot, named), clock, faults, timeout)
    if scheme == "sim":
        if baud is not None:
            raise BrError(f"baud: expected a serial port, but received {url}")
        clock = clock or _clock(fast, speed)
        return _simulate(
            _one_of(robot, rest), clock, faults, timeout or DEFAULT_TIMEOUT
        )
    if asked:
        raise BrError(f"{asked[0]}: expected a simulated robot, but received {url}")
    description = find_robot(robot) if robot is not None else None
    opened = Robot(_brain(scheme, rest, url, baud, timeout), description)
    atexit.register(opened.leave)
    return opened


def _brain(
    scheme: str, rest: str, url: str, baud: int | None, timeout: float | None
) -> Brain:
    """Return what talks to the robot at a port."""
    if scheme == "dxl":
        return DynamixelBus(SerialLink(rest, baud or BUS_BAUD), timeout=timeout)
    link = SerialLink(rest if scheme == "cm5" else url, baud or DEFAULT_BAUD)
    return Brain(link, timeout=timeout or DEFAULT_TIMEOUT)


def _check(
    url: str | None,
    baud: int | None,
    timeout: float | None,
    robot: str | None,
    fast: bool,
    speed: float | None,
    faults: str,
    clock: Clock | None,
) -> None:
    """Raise ArgumentError for what cannot be meant."""
    if url is not None and not text("url", url):
        raise refused("url", "a robot or a port", url)
    if baud is not None:
        whole("baud", baud, 1)
    if timeout is not None:
        positive("timeout", timeout)
    if robot is not None:
        text("robot", robot)
    flag("fast", fast)
    if speed is not None:
        positive("speed", speed)
    text("faults", faults)
    if clock is not None:
        kind("clock", clock, "a clock", "now", "sleep", "lock")


def described(**options: Any) -> Description | None:
    """Return what `open` would know of the robot's joints, without opening it.

    ``options`` are those of `open`. None if it would know nothing, or refuse the names.
    """
    robot = options.get("robot")
    asked = any(options.get(name) for name in ("fast", "speed", "faults"))
    url = _url(options.get("url"), robot, asked).removeprefix("dxl:")
    scheme, _, named = url.partition(":")
    if robot is None and scheme == "sim":
        robot = named or DEFAULT_ROBOT
    try:
        return None if robot is None else find_robot(robot)
    except BrError:
        return None


def _url(url: str | None, robot: str | None, simulated: bool) -> str:
    """Return the URL that is meant, of a simulated robot if nothing says otherwise.

    The environment does, if nothing asks for a certain or a simulated robot.
    """
    if url is None and robot is None and not simulated:
        url = os.environ.get(PORT_VARIABLE)
    return url or "sim"


def _clock(fast: bool, speed: float | None) -> Clock:
    if not fast:
        return WallClock(1.0 if speed is None else speed)
    if speed is not None:
        raise BrError("speed: expected none with a virtual clock, but received one")
    return VirtualClock()


def _one_of(robot: str | None, named: str) -> str:
    """Return which robot is meant by the option or the URL."""
    if robot is not None and named and robot != named:
        raise BrError(f"robot: expected sim:{robot} as URL, but received sim:{named}")
    return robot or named or DEFAULT_ROBOT


def _simulate(robot: str, clock: Clock, faults: str, timeout: float) -> Robot:
    from brbrain.sim import Simulation  # a real robot does not need it

    sim = Simulation(robot, clock, faults=faults)
    link = MemoryLink(sim, clock, f"sim:{robot}")
    link.baud = DEFAULT_BAUD  # whatever the CM-5 has: it may be in its boot loader
    return Robot(Brain(link, timeout=timeout), sim.robot, sim)


def _simulate_bus(
    robot: str, clock: Clock, faults: str, timeout: float | None
) -> Robot:
    from brbrain.sim import Simulation  # a real robot does not need it

    sim = Simulation(robot, clock, bus=True, faults=faults)
    link = MemoryLink(sim, clock, f"dxl:sim:{robot}")
    return Robot(DynamixelBus(link, timeout=timeout), sim.robot, sim)
