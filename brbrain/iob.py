"""The joints of any device as hrpsys' iob has them: by number, in SI units.

The functions have iob's names. Where iob returns TRUE, FALSE or E_ID, these return a
value, raise NotSupportedError, or raise ArgumentError for an id that there is not.
Which functions of iob are here and which are not, docs/iob.md tells.
"""

from collections.abc import Sequence
from math import ceil, inf, isnan
from typing import Final

from brbrain.arguments import (
    elements,
    flag,
    is_whole,
    number,
    positive,
    refused,
    whole,
)
from brbrain.device import Device, Phase, PhaseError, State
from brbrain.errors import BrError, NotSupportedError

PERIOD_NS = 5_000_000
"""The signal period of hrpsys' iob in nanoseconds: 200 Hz."""

ROUNDING = 1e-6
"""The share of a period by which a signal may be late and is not missed; our choice."""


class _All:
    """All joints at once; an object of its own, so no number is taken for it."""

    def __repr__(self) -> str:
        return "ALL"


ALL: Final = _All()
"""iob's JID_ALL."""

_POSITION, _VELOCITY, _TEMPERATURE = "position", "velocity", "temperature"


class TrackingError(BrError):
    """A joint is further from its command than allowed; all servos are off."""


class Interface:
    """The joints of a device by number, in the order of its position commands.

    ``servo_error_limit``, in rad, is how far a joint may be from its command of the
    cycle before; beyond it, all servos go off in the same cycle.
    """

    def __init__(self, device: Device, servo_error_limit: float = inf) -> None:
        self.device = device
        if servo_error_limit != inf:
            positive("servo_error_limit", servo_error_limit)
        self.servo_error_limit = servo_error_limit
        self._period = PERIOD_NS
        self._due: float | None = None
        self._frame = 0
        self._joints: tuple[str, ...] = ()
        self._commands: dict[str, float] = {}

    def open_iob(self) -> None:
        """Configure the device; servos are off."""
        self.device.configure()
        suffix = "/" + _POSITION
        self._joints = tuple(
            signal.name.removesuffix(suffix)
            for signal in self.device.commands
            if signal.name.endswith(suffix)
        )
        self._commands = {}
        self._due = None
        self._frame = 0

    def close_iob(self) -> None:
        """Switch all off and close the device."""
        self.device.cleanup()

    def reset_body(self) -> None:
        """Switch all servos off; what was commanded is forgotten."""
        self.write_servo(ALL, False)

    def number_of_joints(self) -> int:
        """Return how many joints there are."""
        return len(self._joints)

    def read_actual_angle(self, id: int) -> float:
        """Return the angle that was measured in the last cycle, in rad."""
        return self._measured(id, _POSITION)

    def read_actual_angles(self) -> list[float]:
        """Return the angles of all joints, in rad."""
        return [self.read_actual_angle(id) for id in range(len(self._joints))]

    def read_actual_velocity(self, id: int) -> float:
        """Return how fast a joint turns, in rad/s."""
        return self._measured(id, _VELOCITY)

    def read_actual_velocities(self) -> list[float]:
        """Return how fast all joints turn, in rad/s."""
        return [self.read_actual_velocity(id) for id in range(len(self._joints))]

    def read_driver_temperature(self, id: int) -> float:
        """Return the temperature inside a servo, in degrees C."""
        return self._measured(id, _TEMPERATURE)

    def read_command_angle(self, id: int) -> float:
        """Return the angle to send next, or what was sent last, in rad.

        With servos off it is what is measured: that would be commanded first.
        """
        name = self._signal(id, _POSITION)
        if name in self._commands:
            return self._commands[name]
        state = self.device.state
        if not state.sent:
            return state.values[self.device.index(name)]
        return state.sent[self._sent_index(name)]

    def read_command_angles(self) -> list[float]:
        """Return the command angles of all joints, in rad."""
        return [self.read_command_angle(id) for id in range(len(self._joints))]

    def write_command_angle(self, id: int, angle: float) -> None:
        """Say where a joint shall be, in rad; it is sent with the next cycle."""
        name = self._signal(id, _POSITION)
        self._demand_servo()
        self._commands[name] = number("angle", angle)

    def write_command_angles(self, angles: Sequence[float]) -> None:
        """Say where all joints shall be, in rad: one angle each, or none is taken."""
        listed = elements("angles", "an angle for each joint", angles)
        if len(listed) != len(self._joints):
            raise refused("angles", f"{len(self._joints)} angles", angles)
        checked = [number("angle", angle) for angle in listed]
        self._demand_servo()
        for id, angle in enumerate(checked):
            self._commands[self._signal(id, _POSITION)] = angle

    def read_servo_state(self, id: int) -> bool:
        """Return whether the servo of a joint is on."""
        self._signal(id, _POSITION)
        return self.device.phase is Phase.ACTIVE

    def write_servo(self, id: int | _All, on: bool) -> None:
        """Switch the servos of ``ALL`` joints on, where they stand, or off.

        Single ones raise NotSupportedError.
        """
        on = flag("on", on)
        if not isinstance(id, _All):
            self._signal(id, _POSITION)
            raise NotSupportedError("servo: this switches ALL joints only", id)
        self._commands = {}
        active = self.device.phase is Phase.ACTIVE
        if on and not active:
            self.device.activate()
        elif active and not on:
            self.device.deactivate()

    def read_calib_state(self, id: int) -> bool:
        """Return whether the angle of a joint is known: whether it was measured."""
        return not isnan(self.read_actual_angle(id))

    def set_signal_period(self, period_ns: int) -> None:
        """Set the time from one signal to the next, in nanoseconds."""
        self._period = whole("period_ns", period_ns, 1)
        self._due = None

    def get_signal_period(self) -> int:
        """Return the time from one signal to the next, in nanoseconds."""
        return self._period

    def read_iob_frame(self) -> int:
        """Return how many cycles there were since the interface was opened."""
        return self._frame

    def number_of_substeps(self) -> int:
        """Return 1: each signal is a cycle."""
        return 1

    def wait_for_iob_signal(self) -> int:
        """Wait for the next signal, run one cycle, and return the signals missed.

        Signals are whole periods after the first one, whatever a cycle takes; those
        that have passed are skipped and not made up for. Raises TrackingError.
        """
        clock, period = self.device.clock, self._period / 1e9
        now = clock.now()
        due = now if self._due is None else self._due + period
        missed = max(0, ceil((now - due) / period - ROUNDING))
        self._due = due + missed * period
        clock.sleep(self._due - now)
        self._cycle()
        return missed

    def _cycle(self) -> None:
        """Exchange; off with all servos if a joint is too far from its command."""
        before = self.device.state
        commands, self._commands = self._commands, {}
        state = self.device.exchange(commands or None)
        self._frame += 1
        if before.sent and not state.stale:
            self._check_tracking(before, state)

    def _check_tracking(self, before: State, state: State) -> None:
        for joint in self._joints:
            name = f"{joint}/{_POSITION}"
            goal = before.sent[self._sent_index(name)]
            off = abs(state.values[self.device.index(name)] - goal)
            if off > self.servo_error_limit:
                self.reset_body()
                raise TrackingError(
                    f"{joint}: expected it within {self.servo_error_limit:g} rad of "
                    f"its command, but it is {off:g} rad away; all servos are off"
                )

    def _sent_index(self, name: str) -> int:
        return [signal.name for signal in self.device.commands].index(name)

    def _demand_servo(self) -> None:
        if self.device.phase is not Phase.ACTIVE:
            raise PhaseError("command angle: expected servos on, but they are off")

    def _measured(self, id: int, what: str) -> float:
        return self.device.value(self._signal(id, what))

    def _signal(self, id: int, what: str) -> str:
        """Return the name of a joint's signal; ArgumentError if there is no such id."""
        if not is_whole(id, 0, len(self._joints) - 1):
            raise refused("id", f"a joint from 0 to {len(self._joints) - 1}", id)
        name = f"{self._joints[id]}/{what}"
        if all(signal.name != name for signal in self.device.signals):
            raise NotSupportedError(f"{self.device.name}: it has no {what}", name)
        return name
