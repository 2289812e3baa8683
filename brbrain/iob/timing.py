"""Signals at whole periods, the cycle, and what switches all servos off in it."""

from math import ceil, inf
from typing import Final

from brbrain.alarms import Alarm, alarm_names
from brbrain.arguments import whole
from brbrain.device import POSITION, JointsLost, Phase, State
from brbrain.errors import LinkError, NotSupportedError
from brbrain.iob.base import ALL
from brbrain.iob.errors import (
    AlarmError,
    CommandError,
    EmergencyStop,
    PowerError,
    TrackingError,
)
from brbrain.iob.switches import Switches

PERIOD_NS: Final = 5_000_000
"""The signal period of hrpsys' iob in nanoseconds: 200 Hz."""

ROUNDING: Final = 1e-6
"""The share of a period by which a signal may be late and is not missed; our choice."""

STOPPING: Final = Alarm.OVER_LOAD | Alarm.OVER_HEAT | Alarm.EMERGENCY
"""The alarms that stop: those for which an AX-12 gives up by itself, and EMERGENCY."""


class Timing(Switches):
    """The cycle. Limits are in rad, rad/s and rad/s^2; infinity is none."""

    servo_error_limit: float
    velocity_limit: float
    acceleration_limit: float
    stopping_alarms: Alarm

    _period: int
    _due: float | None
    _frame: int
    _velocities: dict[str, float]

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
        that have passed are skipped and not made up for. Raises EmergencyStop after
        switching all servos off.
        """
        self._demand_open()
        clock, period = self.device.clock, self._period / 1e9
        now = clock.now()
        due = now if self._due is None else self._due + period
        missed = max(0, ceil((now - due) / period - ROUNDING))
        self._due = due + missed * period
        clock.sleep(self._due - now)
        self._cycle()
        return missed

    def _cycle(self) -> None:
        """Exchange, and see whether all is well; if not, no servo stays on."""
        device = self.device
        before = device.state
        held = device.held
        self._check_commands(before)
        commands, self._commands = self._commands, {}
        wanted = {
            f"{joint}/{POSITION}": angle - self._offsets.get(joint, 0.0)
            for joint, angle in commands.items()
        }
        try:
            state = device.exchange(wanted or None)
        except JointsLost as error:
            self._lost = frozenset(error.joints)
            raise AlarmError(str(error), ", ".join(error.joints)) from error
        except LinkError as error:
            raise AlarmError(str(error)) from error
        self._frame += 1
        if held and not state.stale:
            self._check(before, state)
            self._raise_gains()

    def _check(self, before: State, state: State) -> None:
        """Look at alarms, power and tracking of the joints that are on."""
        for joint in self._joints:
            if joint in self.device.held:
                self._check_alarm(joint)
                self._check_power(joint)
                self._check_tracking(joint, before, state)

    def _check_alarm(self, joint: str) -> None:
        if not self._has(f"{joint}/alarm"):
            return
        alarms = self.read_servo_alarm(joint)
        if alarms & self.stopping_alarms:
            self._stop(AlarmError(f"{joint}: {', '.join(alarm_names(alarms))}", joint))

    def _check_power(self, joint: str) -> None:
        try:
            powered = self.read_power_state(joint)
        except NotSupportedError:
            return
        if not powered:
            self._stop(PowerError(f"{joint}: expected power, but it has none", joint))

    def _check_tracking(self, joint: str, before: State, state: State) -> None:
        if not before.sent or self.servo_error_limit == inf:
            return
        goal = before.sent[self._sent_index(joint)]
        off = abs(state.values[self.device.index(f"{joint}/{POSITION}")] - goal)
        if off > self.servo_error_limit:
            self._stop(
                TrackingError(
                    f"{joint}: expected it within {self.servo_error_limit:g} rad of "
                    f"its command, but it is {off:g} rad away",
                    joint,
                )
            )

    def _check_commands(self, before: State) -> None:
        """Stop instead of sending a command that is too fast."""
        if self.velocity_limit == inf and self.acceleration_limit == inf:
            return
        period = self._period / 1e9
        velocities = {}
        for joint, angle in self._commands.items():
            sent = before.sent[self._sent_index(joint)] if before.sent else angle
            sent += self._offsets.get(joint, 0.0) if before.sent else 0.0
            velocity = (angle - sent) / period
            change = abs(velocity - self._velocities.get(joint, 0.0)) / period
            velocities[joint] = velocity
            for what, value, limit, unit in (
                ("velocity", abs(velocity), self.velocity_limit, "rad/s"),
                ("acceleration", change, self.acceleration_limit, "rad/s^2"),
            ):
                if value > limit:
                    self._stop(
                        CommandError(
                            f"{joint}: expected a command with a {what} of at most "
                            f"{limit:g} {unit}, but received {value:g}",
                            joint,
                        )
                    )
        self._velocities = velocities

    def _stop(self, error: EmergencyStop) -> None:
        """Switch all servos off, and raise the error."""
        self._commands = {}
        self._velocities = {}
        if self.device.phase is Phase.ACTIVE:
            self.write_servo(ALL, False)
        raise error
