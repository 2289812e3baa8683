"""SceneHook: turns the joints of a simulated robot, to show what the outputs say."""

from collections.abc import Sequence
from math import degrees, isfinite

from brbrain.arguments import refused
from brbrain.motion.hook import Frames, MotionHook
from brbrain.robot import Robot


class SceneHook(MotionHook):
    """Turns simulated joints to the outputs at once, as if by hand: no motor, no link.

    Outputs are joints of the robot's description, in rad; others, and NaN, are left
    out. Raises ArgumentError for a robot that is not simulated.
    """

    def __init__(self, robot: Robot, name: str = "") -> None:
        super().__init__(name or "scene")
        if not isinstance(robot, Robot) or robot.sim is None:
            raise refused("robot", "one that is simulated", robot)
        self._servos = robot.sim.servos
        self._joints = {
            joint.name: joint for joint in robot.demand_description().joints
        }

    def motion_updated(self, changed: Sequence[int], frames: Frames) -> None:
        """Turn the joints whose outputs changed."""
        for at in changed:
            joint, angle = self._joints.get(self.outputs[at]), frames[-1][at]
            if joint is not None and isfinite(angle):
                self._servos[joint.id].turn(joint.count(degrees(angle)))
