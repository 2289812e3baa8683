"""RobotHook: carries the outputs to the servos of a robot."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from math import degrees, isfinite

from brbrain.arguments import refused
from brbrain.dynamixel import MAX_ID
from brbrain.errors import StatusError
from brbrain.motion.hook import Frame, Pid
from brbrain.motion.link_hook import LinkHook
from brbrain.packets import MAX_DYNAMIXELS
from brbrain.registers import find
from brbrain.robot import Robot
from brbrain.robots import Joint
from brbrain.sensors import BUZZER_INDEX, LAST_NOTE
from brbrain.servos import GOAL_POSITION

LED = "/led"
"""What follows the name of a joint in the output that lights its LED."""

BUZZER = "/buzzer"
"""What follows "sensor-" and the id of an AX-S1 in the output that is its note."""

_SILENT, _PLAY_ON = (0, 0), 254
"""Buzzer index and time for no sound; the time with which a note lasts until stopped
(AX-S1 manual, page 21)."""

_LED, _PUNCH = find("led"), find("punch")
_TORQUE_LIMIT, _MAX_TORQUE = find("torque limit"), 1023
_MARGINS = find("cw compliance margin")  # of two, and of two slopes behind them

_Write = Callable[[Joint, float], Sequence[int]]


def robot_outputs(robot: Robot) -> list[str]:
    """Return the outputs of a robot: its joints, and without names "servo-13"."""
    if robot.description is not None:
        return [joint.name for joint in robot.description.joints]
    return [f"servo-{id}" for id in robot.servos()]


class RobotHook(LinkHook):
    """Sends outputs to servos: goal positions in rad, as in the robot's description.

    Without a description they count from the middle of a servo, 150 degrees. The output
    "left-knee/led" lights the LED of a servo if it is 0.5 or more, and with the output
    "sensor-100/buzzer" an AX-S1 plays the note 0 to 51 until there is another, or a
    negative number; an AX-S1 has no LED. PIDs go to the compliance registers and punch.
    What is beyond the limits of a joint goes as far as
    it can; NaN is not sent. Of several frames in a period the last is sent. Servos that
    do not answer at the start are left out. The robot stays open, and holds its pose.

    The engine is to have the robot's clock: ``MotionEngine(..., clock=robot.clock)``.
    """

    def __init__(self, robot: Robot, name: str = "") -> None:
        if not isinstance(robot, Robot):
            raise refused("robot", "a robot", robot)
        super().__init__(robot.clock, name or robot.name)
        self.robot = robot
        self._goals: dict[int, Joint] = {}
        self._leds: dict[int, Joint] = {}
        self._buzzers: dict[int, int] = {}
        self._notes: dict[int, tuple[int, int]] = {}  # what each plays, by id

    def _open(self) -> None:
        ids = self.robot.servos()
        for id in ids:
            self.robot.device(id)  # so that it is among those that a stop stops
        names = {joint.name: joint for joint in map(self._joint, ids)}
        self._goals, self._leds = {}, {}
        for at, output in enumerate(self.outputs):
            if output in names:
                self._goals[at] = names[output]
            elif output.removesuffix(LED) in names:
                self._leds[at] = names[output.removesuffix(LED)]
        self._buzzers = {
            at: sensor
            for at, output in enumerate(self.outputs)
            if (sensor := self._buzzer(output)) is not None
        }
        self._notes = {}

    def _buzzer(self, output: str) -> int | None:
        """Return the id of the AX-S1 whose buzzer an output is, if it answers."""
        if not (output.startswith("sensor-") and output.endswith(BUZZER)):
            return None
        id = output.removeprefix("sensor-").removesuffix(BUZZER)
        if id.isdecimal() and int(id) <= MAX_ID:
            with suppress(StatusError):
                device = self.robot.device(int(id))
                return device.id if device.kind == "axs1" else None
        return None

    def _joint(self, id: int) -> Joint:
        description = self.robot.description
        if description is not None and id in description.ids:
            return description.joint(id)
        return Joint(f"servo-{id}", id)

    def _send(self, frame: Frame | None, pids: Mapping[int, Pid]) -> None:
        self._send_pids({self._goals[at]: pids[at] for at in self._goals if at in pids})
        if frame is None:
            return
        goals = [
            (joint.id, _count(joint, frame[at]))
            for at, joint in self._goals.items()
            if isfinite(frame[at])
        ]
        lights = [
            (joint.id, int(frame[at] >= 0.5))
            for at, joint in self._leds.items()
            if isfinite(frame[at])
        ]
        self._write([(id, GOAL_POSITION, [count]) for id, count in goals])
        self._write([(id, _LED, [light]) for id, light in lights])
        self._play({id: frame[at] for at, id in self._buzzers.items()})

    def _play(self, values: Mapping[int, float]) -> None:
        """Play notes that are new; to write one again would begin it anew."""
        wanted = {id: _note(value) for id, value in values.items() if isfinite(value)}
        new = {id: note for id, note in wanted.items() if self._notes.get(id) != note}
        self._write([(id, BUZZER_INDEX, note) for id, note in new.items()])
        self._notes |= new

    def _close(self) -> None:
        """Let no buzzer go on; servos hold their pose."""
        playing = [id for id, note in self._notes.items() if note != _SILENT]
        self._write([(id, BUZZER_INDEX, _SILENT) for id in playing])

    def _send_pids(self, pids: Mapping[Joint, Pid]) -> None:
        """Write what Tekkotsu's driver does; slope 0 takes the torque away."""
        by_id = {joint.id: pid for joint, pid in pids.items()}
        self._write([(id, _MARGINS, _compliance(pid)) for id, pid in by_id.items()])
        self._write([(id, _PUNCH, [round(pid.punch)]) for id, pid in by_id.items()])
        self._write(
            [
                (id, _TORQUE_LIMIT, [_MAX_TORQUE if pid.slope else 0])
                for id, pid in by_id.items()
            ]
        )

    def _write(self, writes: Sequence[tuple[int, object, Sequence[int]]]) -> None:
        """Write to all servos at once; the fewer kinds there are, the better."""
        for at in range(0, len(writes), MAX_DYNAMIXELS):
            some = writes[at : at + MAX_DYNAMIXELS]
            blocks = [(id, start, len(values)) for id, start, values in some]
            values = [value for *_, values in some for value in values]
            self.robot.brain.write_registers(blocks, values)


def _count(joint: Joint, angle: float) -> int:
    """Return the position count at an angle in rad, within the joint's limits."""
    low, high = joint.limits
    return min(max(round(joint.count(degrees(angle))), low), high)


def _note(value: float) -> tuple[int, int]:
    """Return buzzer index and time for a note, or for silence."""
    return (min(round(value), LAST_NOTE), _PLAY_ON) if value >= 0 else _SILENT


def _compliance(pid: Pid) -> list[int]:
    """Return the two margins and the two slopes; a margin over 0 is 1 at least."""
    margin = max(1, round(pid.margin)) if pid.margin > 0 else 0
    slope = max(1, round(pid.slope))
    return [margin, margin, slope, slope]
