"""Motion hooks: outputs of a robot, shown to many, every period of simulated time.

from brbrain.motion import LogHook, MotionEngine, RobotHook, robot_outputs

engine = MotionEngine(robot_outputs(robot), clock=robot.clock)
engine.add_hook(RobotHook(robot))
engine.add_hook(LogHook("log.txt"))
with engine:
    engine.set_output("left-knee", 0.5)
    robot.clock.sleep(1)
"""

from brbrain.motion.device_hook import DeviceHook
from brbrain.motion.engine import MotionEngine
from brbrain.motion.hook import Frame, Frames, MotionHook, Pid
from brbrain.motion.log_hook import LogHook
from brbrain.motion.robot_hook import RobotHook, robot_outputs
from brbrain.motion.scene_hook import SceneHook
from brbrain.motion.seat import Trouble
from brbrain.motion.time_scale import FULL_SPEED, PAUSED, TimeScale

__all__ = [
    "FULL_SPEED",
    "PAUSED",
    "DeviceHook",
    "Frame",
    "Frames",
    "LogHook",
    "MotionEngine",
    "MotionHook",
    "Pid",
    "RobotHook",
    "SceneHook",
    "TimeScale",
    "Trouble",
    "robot_outputs",
]
