"""A device that has everything of which iob speaks, and robots that have less."""

from math import nan

import pytest

import brbrain
from brbrain.clock import VirtualClock
from brbrain.device import Device, JointsLost, Signal
from brbrain.device_settings import Setting
from brbrain.iob import Interface
from brbrain.robot_device import RobotDevice

AXES = "xyz"
FORCES = [f"foot/{what}-{axis}" for what in ("force", "moment") for axis in AXES]
GYRO = [f"chest/gyro-{axis}" for axis in AXES]
ACCELERATION = [f"chest/acceleration-{axis}" for axis in AXES]
ATTITUDE = [f"chest/{angle}" for angle in ("roll", "pitch", "yaw")]


class Body(Device):
    """Two joints, a and b, with switches of their own, that follow at once.

    What is measured of a is in ``a``, of b in ``b``; ``written`` has what was sent,
    ``log`` what was switched, in order.
    """

    def __init__(self):
        super().__init__("body", VirtualClock())
        self.joint = {
            name: {
                "position": position,
                "velocity": 0.0,
                "torque": 1.5,
                "voltage": 9.6,
                "temperature": 31.0,
                "alarm": 0.0,
            }
            for name, position in (("a", 0.1), ("b", -0.2))
        }
        self.sensed = {name: float(at) for at, name in enumerate(FORCES + GYRO)}
        self.sensed.update({name: float(at) for at, name in enumerate(ACCELERATION)})
        self.sensed.update({name: 0.1 * at for at, name in enumerate(ATTITUDE)})
        self.sensed.update(
            {"chest/thermometer": 40.0, "foot/touch": 1.0, "power/voltage": 11.1}
        )
        self.power = {"a": True, "b": True}
        self.kept = {"a/pgain": 8.0, "b/pgain": 8.0, "a/dgain": 0.5, "b/dgain": 0.5}
        self.kept.update({"a/torque-limit": 1.0, "b/torque-limit": 1.0})
        self.kept.update({"eye/left": 0.0, "eye/right": 0.0})
        self.stuck, self.gone = set(), ()
        self.log, self.written = [], []

    def _open(self):
        signals = []
        for name, values in self.joint.items():
            for what in values:
                signals.append(Signal(f"{name}/{what}", "", what == "position"))
        return [
            *signals,
            *(
                Signal(name, "bool" if name == "foot/touch" else "")
                for name in self.sensed
            ),
        ]

    def _list_settings(self):
        return [
            Setting(name, "bool" if name.startswith("eye") else "", 0.125, 64.0)
            if not name.endswith("limit")
            else Setting(name, "", 0.0, 1.0)
            for name in self.kept
        ]

    def _get(self, setting):
        return self.kept[setting]

    def _set(self, setting, value):
        self.kept[setting] = value
        self.log.append((setting, value))

    def _enable(self, on):
        self._switch(list(self.joint), on)

    def _switch(self, joints, on):
        self.log += [(joint, on) for joint in joints]

    def _switch_power(self, joints, on):
        self.log += [(f"{joint} power", on) for joint in joints]
        self.power.update(dict.fromkeys(joints, on))

    def _powered(self, joint):
        return self.power[joint]

    def _exchange(self, commands):
        if self.gone:
            raise JointsLost("body: no answer", self.gone)
        if commands is not None:
            self.written.append(commands)
            for name, command in zip(self.joint, commands, strict=True):
                if name in self.held and name not in self.stuck:
                    self.joint[name]["position"] = command
        values = [each for joint in self.joint.values() for each in joint.values()]
        return [*values, *self.sensed.values()]


class Bare(Device):
    """One joint of which only the position is known, and nothing else."""

    def __init__(self):
        super().__init__("bare", VirtualClock())

    def _open(self):
        return [Signal("joint/position", "rad", command=True)]

    def _exchange(self, commands):
        return (nan,) if commands is None else commands


@pytest.fixture
def body():
    iob = Interface(Body())
    iob.open_iob()
    return iob


@pytest.fixture
def bare():
    iob = Interface(Bare())
    iob.open_iob()
    return iob


@pytest.fixture(params=["sim:ids:1,2,100", "dxl:sim:ids:1,2,100"], ids=["CM-5", "bus"])
def robot(request):
    """iob on two servos and an AX-S1, behind a CM-5 and on the bare bus."""
    with brbrain.open(request.param, fast=True) as opened:
        iob = Interface(RobotDevice(opened, sensors=[100]))
        iob.open_iob()
        iob.set_signal_period(20_000_000)
        yield iob
