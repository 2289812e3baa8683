"""The physical side of a simulated robot: servos, weight, battery, and time."""

import math
from collections.abc import Callable
from dataclasses import replace

from brbrain.arguments import number
from brbrain.robots import Joint, Robot
from brbrain.sim.device import Device
from brbrain.sim.gravity import Gravity
from brbrain.sim.models import MODELS, servo_model
from brbrain.sim.motor import STEP, Motor
from brbrain.sim.scene import Scene
from brbrain.sim.sensor import SensorModule
from brbrain.sim.servo import MAXIMUM, Servo

COARSE = 10
"""Steps between two looks at weight, battery and alarms."""

HOME = 512
"""Position count of a servo without a home."""

BATTERY_RESISTANCE = 0.1
"""Ohm (our guess)."""

HIGHEST_VOLTAGE = 25.5
"""Volts: tenths of it have to fit in a byte."""

BATTERY_VOLTAGE = 9.65
"""Volts of the battery without load: eight cells of 1.2 V, charged (our guess)."""


class World:
    """The modules of a robot and what acts on them; times are since the beginning.

    ``catch_up`` brings it up to now; ``voltage`` is what the bus has at the moment.
    Motion goes in steps of 1 ms; while nothing moves, time leaps.
    """

    def __init__(
        self,
        robot: Robot,
        scene: Scene,
        model: str,
        battery: float,
        catch_up: Callable[[], None],
    ) -> None:
        check_voltage(battery)
        self.catch_up = catch_up
        self.time = 0.0
        self.battery = battery
        self.voltage = battery
        servo = servo_model(model)
        self.servos = [
            Servo(servo, joint.id, self, _motor(robot, joint)) for joint in robot.joints
        ]
        sensor = MODELS["ax-s1"]
        sensors = [SensorModule(sensor, id, self, scene) for id in robot.sensors]
        self.devices: list[Device] = [*self.servos, *sensors]
        self._robot = robot
        self._loads: dict[str, float] = {}
        self._gravity = Gravity(robot)
        self._weighed: list[float] = []
        self._step = 0
        self._looked = 0
        self._look()

    def advance(self, time: float) -> None:
        """Let all happen that happens until ``time``."""
        last = math.floor(time / STEP + 1e-6)
        still = False
        while self._step < last:
            aligned = self._step % COARSE == 0
            if still and last - self._step >= COARSE:
                self._leap(last)
                still = False
            else:
                still = not self._run(last) and aligned
            self.time = self._step * STEP
            if self._step % COARSE == 0:
                still = self._look() and still
        self.time = max(self.time, time)

    def load(self, name: str, mass: float) -> None:
        """Add a mass (kg) to the link of a joint, at the link's center of mass."""
        self._loads[name] = mass
        joints = tuple(
            replace(joint, mass=joint.mass + self._loads.get(joint.name, 0.0))
            for joint in self._robot.joints
        )
        self._gravity = Gravity(replace(self._robot, joints=joints))
        self._weighed = []
        self._weigh()

    def power_up(self) -> None:
        """Switch off and on: all modules start anew."""
        for device in self.devices:
            device.power_up()

    def _run(self, last: int) -> bool:
        """Step to the next look or to ``last``; return whether anything moved."""
        steps = min(last - self._step, COARSE - self._step % COARSE)
        moved = [servo.motor.run(steps, self.voltage) for servo in self.servos]
        self._step += steps
        return any(moved)

    def _look(self) -> bool:
        """See to weight, battery and alarms; return whether the voltage is steady."""
        seconds = (self._step - self._looked) * STEP
        self._looked = self._step
        for servo in self.servos:
            servo.watch(seconds)
        self._weigh()
        before = self.voltage
        current = sum(servo.motor.current(before) for servo in self.servos)
        self.voltage = self.battery - BATTERY_RESISTANCE * current
        return abs(self.voltage - before) < 1e-9

    def _weigh(self) -> None:
        positions = [servo.motor.position for servo in self.servos]
        if self._gravity.absent or positions == self._weighed:
            return
        self._weighed = positions
        torques = self._gravity.torques(positions)
        for servo, torque in zip(self.servos, torques, strict=True):
            servo.motor.gravity = torque

    def _leap(self, last: int) -> None:
        """Pass over the time in which nothing changes, towards ``last``."""
        calm = min((servo.calm_time() for servo in self.servos), default=math.inf)
        looks = min(1.0 + calm / STEP / COARSE, (last - self._step) // COARSE)
        self._step += int(looks) * COARSE


def check_voltage(volts: float) -> None:
    """Raise ArgumentError for a battery that no module can measure."""
    number("battery", volts, 0.0, HIGHEST_VOLTAGE, "V")


def _motor(robot: Robot, joint: Joint) -> Motor:
    """Return the motor of a joint, in the robot's home pose."""
    home = float(robot.home.get(joint.id, HOME))
    low, high = joint.limits
    stops = (
        float(low) if low > 0 else -math.inf,
        float(high) if high < MAXIMUM else math.inf,
    )
    return Motor(home, goal=home, target=home, stops=stops)
