"""The simulated robot: what is around it, and what goes wrong with it."""

from __future__ import annotations

from brbrain.errors import BrError
from brshell.builtins.checks import symbol_of
from brshell.builtins.robot.convert import id_of, number_of
from brshell.builtins.robot.procedures import bound, procedure
from brshell.runtime.datums import FALSE, Symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brbrain.robot import Robot
    from brbrain.sim import Simulation
    from brbrain.sim.servo import Servo
    from brshell.builtins.robot.convert import Count, Datum, Id, Name, Number
    from brshell.machine import Machine


@procedure("simulated?")
def is_simulated(robot: Robot) -> bool:
    """Return whether the robot is a simulated one."""
    return robot.sim is not None


def _sim(robot: Robot) -> Simulation:
    if robot.sim is None:
        raise BrError(f"expected a simulated robot, but received {robot.name}")
    return robot.sim


def _servo(robot: Robot, id: int) -> Servo:
    servos = _sim(robot).servos
    if id not in servos:
        raise BrError(f"expected the id of a servo, but received {id}", id)
    return servos[id]


@procedure("sim-load!")
def sim_load(robot: Robot, id: Id, kilograms: Number) -> None:
    """Hang a weight on what a servo carries; 0 takes it away."""
    _sim(robot).load(id, kilograms)


@procedure("sim-push!")
def sim_push(robot: Robot, id: Id, torque: Number) -> None:
    """Push a servo with a torque in N.m, counterclockwise; 0 ends it."""
    _servo(robot, id).push(torque)


@procedure("sim-turn!")
def sim_turn(robot: Robot, id: Id, degrees: Number) -> None:
    """Turn a limp servo to an angle, as by hand."""
    from brbrain.registers import find

    _servo(robot, id).turn(find("present position").conversion.to_raw(degrees))


@procedure("sim-wall!")
def sim_wall(robot: Robot, *metres: Datum) -> None:
    """Put a wall so far ahead, or three: left, ahead and right; #f takes it away."""
    distances = (_optional("sim-wall!", distance) for distance in metres)
    _sim(robot).scene.wall(*distances)


@procedure("sim-light!")
def sim_light(robot: Robot, *levels: Count) -> None:
    """Let light come in, 0 to 255: from all sides, or left, ahead and right."""
    _sim(robot).scene.light(*levels)


@procedure("sim-clap!")
def sim_clap(robot: Robot, count: Count = 1) -> None:
    """Clap hands so many times, every 0.3 s."""
    _sim(robot).scene.clap(count)


@procedure("sim-remote!")
def sim_remote(robot: Robot, value: Count) -> None:
    """Send a number, 0 to 65535, with a remote control."""
    _sim(robot).scene.remote(value)


@procedure("sim-fault!")
def sim_fault(
    robot: Robot, kind: Datum, value: Datum = None, times: Count | None = None
) -> None:
    """Let something go wrong: for ever, or so many times.

    The kinds, and their values: noise, lost, corrupt, echo, link-noise, link-lost,
    link-corrupt (a chance from 0 to 1), late, link-late (seconds), dead (the id of a
    device), unplugged (seconds from now). With #f as value it is over; (sim-fault! #f)
    ends all.
    """
    faults = _sim(robot).faults
    if kind is FALSE:
        faults.off()
        return
    name = symbol_of("sim-fault!", kind).name
    if isinstance(value, Symbol):
        value = id_of("sim-fault!", value, robot)
    if value is FALSE:
        faults.off(name)
    else:
        faults.on(name, _optional("sim-fault!", value), times)


@procedure("sim-press!")
def sim_press(robot: Robot, button: Name) -> None:
    """Press a button of the CM-5: mode (which resets it), start, up, down, left, right.

    MODE with # on the link calls the boot loader. START goes from cable to Bluetooth.
    """
    _sim(robot).press(button)


@procedure("sim-power-cycle!")
def sim_power_cycle(robot: Robot) -> None:
    """Switch the robot off and on again."""
    _sim(robot).power_cycle()
    robot.forget_devices()


@procedure("sim-time")
def sim_time(robot: Robot) -> float:
    """Return the seconds that the simulated robot has lived."""
    return _sim(robot).time


def _optional(who: str, value: Any) -> float | None:
    return None if value is None or value is FALSE else number_of(who, value)


def bind(machine: Machine) -> list[Any]:
    """Return the procedures of this module for a machine."""
    return bound(machine, globals().values())
