"""Ready hooks: what a robot, a device, a scene and a file get of the outputs."""

from __future__ import annotations

import io
from math import degrees, inf, nan, radians

import pytest

import brbrain
from brbrain.clock import VirtualClock
from brbrain.device import Device, Phase, Signal
from brbrain.errors import ArgumentError, BrError, LinkError
from brbrain.motion import (
    DeviceHook,
    LogHook,
    MotionEngine,
    MotionHook,
    RobotHook,
    SceneHook,
    robot_outputs,
)

COUNT = radians(300 / 1023)


@pytest.fixture
def robot():
    with brbrain.open("sim:humanoid", fast=True) as robot:
        yield robot


def engine_of(robot, outputs=None, **options):
    return MotionEngine(outputs or robot_outputs(robot), clock=robot.clock, **options)


# A robot


def test_outputs_go_to_the_joints_in_rad(robot):
    engine = engine_of(robot)
    engine.add_hook(RobotHook(robot))
    with engine:
        engine.set_output("left-knee", 0.5)
        robot.clock.sleep(2)
    joint = robot.description.joint("left-knee")
    position = robot.get_raw("left-knee", "present position")
    assert radians(joint.angle(position)) == pytest.approx(0.5, abs=3 * COUNT)


def test_nothing_moves_that_nobody_has_set(robot):
    before = [robot.get_raw(id, "goal position") for id in robot.servos()]
    engine = engine_of(robot)
    hook = RobotHook(robot)
    engine.add_hook(hook)
    sent = robot.brain.counters.sent
    with engine:
        robot.clock.sleep(1)
    assert [robot.get_raw(id, "goal position") for id in robot.servos()] == before
    assert robot.brain.counters.sent - sent < 100


def test_what_is_beyond_a_joint_goes_as_far_as_it_can(robot):
    engine = engine_of(robot)
    engine.add_hook(RobotHook(robot))
    with engine:
        engine.set_output("right-knee", 7)
        robot.clock.sleep(0.2)
    limits = robot.description.joint("right-knee").limits
    assert robot.get_raw("right-knee", "goal position") in limits


def test_an_led_is_an_output_too(robot):
    engine = engine_of(robot, ["left-knee", "left-knee/led", "moon"])
    engine.add_hook(RobotHook(robot))
    with engine:
        engine.set_output("left-knee/led", 1)
        robot.clock.sleep(0.2)
        assert robot.get("left-knee", "led") == 1
        engine.set_output("left-knee/led", 0)
        robot.clock.sleep(0.2)
        assert robot.get("left-knee", "led") == 0


def test_a_buzzer_is_an_output_too(robot):
    engine = engine_of(robot, ["sensor-100/buzzer", "sensor-77/buzzer", "x/buzzer"])
    engine.add_hook(RobotHook(robot))
    registers = ["buzzer index", "buzzer time"]
    with engine:
        robot.clock.sleep(0.2)
        assert robot.get_raw(100, "buzzer time") == 0  # NaN is not sent
        for value, index, time in [(7, 7, 254), (-1, 0, 0), (0, 0, 254), (99, 51, 254)]:
            engine.set_output("sensor-100/buzzer", value)
            robot.clock.sleep(0.2)
            assert [robot.get_raw(100, r) for r in registers] == [index, time]
    robot.clock.sleep(0.2)
    assert robot.get_raw(100, "buzzer time") == 0


def test_a_note_is_not_begun_anew_when_another_output_changes(robot):
    engine = engine_of(robot, ["sensor-100/buzzer", "left-knee"])
    engine.add_hook(RobotHook(robot))
    with engine:
        engine.set_output("sensor-100/buzzer", 7)
        robot.clock.sleep(0.2)
        for angle in (0.5, 0.6, 0.7):
            engine.set_output("left-knee", angle)
            robot.clock.sleep(0.2)
    assert len([tone for tone in robot.sim.scene.tones if tone.number == 7]) == 1


def test_without_names_outputs_are_servos():
    with brbrain.open("sim:ids:1,2,100", fast=True) as robot:
        engine = engine_of(robot)
        assert engine.outputs == ("servo-1", "servo-2")
        engine.add_hook(RobotHook(robot))
        with engine:
            engine.set_output("servo-2", 0.3)
            robot.clock.sleep(1)
        assert robot.get(2, "goal position") == pytest.approx(150 + 17.2, abs=0.3)


@pytest.mark.parametrize(
    ("pid", "registers"),
    [
        ((64, 20, 3), [3, 3, 64, 64, 20, 1023]),
        ((0, 32, 1), [1, 1, 1, 1, 32, 0]),  # no slope, no torque
        ((32, 0, 0.25), [1, 1, 32, 32, 0, 1023]),  # some margin is one
        ((32, 0, 0), [0, 0, 32, 32, 0, 1023]),
    ],
)
def test_pids_are_compliance(robot, pid, registers):
    engine = engine_of(robot)
    engine.add_hook(RobotHook(robot))
    with engine:
        engine.update_pids({"left-knee": pid})
        robot.clock.sleep(0.2)
    names = [
        "cw compliance margin",
        "ccw compliance margin",
        "cw compliance slope",
        "ccw compliance slope",
        "punch",
        "torque limit",
    ]
    found = [robot.get_raw("left-knee", name) for name in names]
    assert found == registers


def test_of_several_frames_in_a_period_the_last_is_sent(robot):
    goals = []
    robot.brain.write_registers = lambda blocks, values: goals.append(values)
    engine = engine_of(robot, ["left-knee"], frames=3)
    engine.add_hook(RobotHook(robot))
    with engine:
        robot.clock.sleep(0.2)
        engine.set_frame([[0.2], [0.9], [0.4]])
        robot.clock.sleep(0.2)
    count = round(robot.description.joint("left-knee").count(degrees(0.4)))
    assert [values for values in goals if values] == [[count]]


def test_all_joints_that_change_are_one_packet(robot):
    engine = engine_of(robot)
    engine.add_hook(RobotHook(robot))
    with engine:
        robot.clock.sleep(1)
        sent = robot.brain.counters.sent
        with engine.transaction():
            for name in engine.outputs:
                engine.set_output(name, 0.1)
        robot.clock.sleep(1)
        first = robot.brain.counters.sent - sent
        with engine.transaction():
            for name in engine.outputs:
                engine.set_output(name, 0.2)
        robot.clock.sleep(1)
        assert robot.brain.counters.sent - sent - first == 1
    assert first <= 2  # the CM-5 is told the format once


def test_a_link_is_taken_for_connected_until_it_fails_for_long(robot):
    hook = RobotHook(robot)
    assert hook.is_connected()
    robot.sim.faults.on("unplugged")
    engine = engine_of(robot, report=lambda trouble: None)
    engine.add_hook(hook)
    with engine:
        robot.clock.sleep(0.1)
        assert hook.is_connected()


def test_a_slow_link_holds_nobody_up_and_gets_the_newest_frame(robot):
    hook, times = RobotHook(robot), []
    watch = MotionHook()
    watch.motion_updated = lambda *_: times.append(robot.clock.now())
    engine = engine_of(robot, period=0.004)
    engine.add_hook(hook)
    engine.add_hook(watch)
    begin = robot.clock.now()
    engine.set_frame([0.0] * len(engine.outputs))  # 18 servos take more than 4 ms
    with engine:
        for turn in range(250):
            engine.set_output("left-knee", turn / 500)
            robot.clock.sleep(0.004)
        robot.clock.sleep(0.1)
    assert times[:250] == pytest.approx([begin + 0.004 * at for at in range(250)])
    assert hook.sent < 220
    joint = robot.description.joint("left-knee")
    goal = robot.get_raw("left-knee", "goal position")
    assert radians(joint.angle(goal)) == pytest.approx(249 / 500, abs=COUNT)


def test_a_lost_robot_is_told_and_found_again(robot):
    troubles = []
    engine = engine_of(robot, report=lambda trouble: troubles.append(str(trouble)))
    hook = RobotHook(robot)
    engine.add_hook(hook)
    with engine:
        robot.clock.sleep(0.5)
        assert hook.is_connected()
        robot.sim.faults.on("unplugged")
        engine.set_output("left-knee", 0.4)
        robot.clock.sleep(60)
        assert not hook.is_connected()
        assert troubles
        assert "motion hook sim:humanoid: motion_check raised" in troubles[0]
        robot.sim.faults.off("unplugged")
        robot.reconnect()
        robot.clock.sleep(2)
        assert hook.is_connected()
    joint = robot.description.joint("left-knee")
    goal = robot.get_raw("left-knee", "goal position")
    assert radians(joint.angle(goal)) == pytest.approx(0.4, abs=COUNT)


# A device


class FakeDevice(Device):
    """Measures what it is commanded; ``broken`` loses all exchanges."""

    def __init__(self, clock):
        super().__init__("fake", clock)
        self.values = [0.1, 0.2]
        self.broken = self.enabled = False
        self.log = []

    def _open(self):
        return [
            Signal("knee/position", "rad", command=True, low=-1, high=1),
            Signal("lamp", "", command=True, low=0, high=1, start=0.0),
        ]

    def _enable(self, on):
        self.enabled = on

    def _exchange(self, commands):
        if self.broken:
            raise LinkError("fake: no answer")
        if commands is not None:
            self.values = list(commands)
            self.log.append(tuple(commands))
        return self.values

    def _close(self):
        self.log.append("closed")


@pytest.fixture
def clock():
    return VirtualClock()


@pytest.fixture
def device(clock):
    return FakeDevice(clock)


@pytest.fixture
def troubles():
    return []


@pytest.fixture
def engine(clock, device, troubles):
    engine = MotionEngine(
        ["knee", "lamp", "moon"],
        clock=clock,
        report=lambda trouble: troubles.append(str(trouble)),
    )
    engine.add_hook(DeviceHook(device))
    yield engine
    engine.stop()


def test_a_device_holds_until_outputs_are_set(engine, device, clock):
    engine.start()
    clock.sleep(0.2)
    assert device.phase is Phase.ACTIVE
    assert device.enabled
    assert set(device.log) == {(0.1, 0.0)}
    with engine.transaction():
        engine.set_output("knee", 0.5)
        engine.set_output("lamp", 1)
        engine.set_output("moon", 1)
    clock.sleep(0.2)
    assert device.log[-1] == (0.5, 1.0)
    assert (0.5, 0.0) not in device.log
    engine.set_output("knee", nan)
    clock.sleep(0.2)
    assert device.log[-1] == (0.5, 1.0)
    engine.stop()
    assert device.log[-1] == "closed"
    assert not device.enabled


def test_a_device_is_exchanged_with_in_each_period(engine, device, clock):
    engine.start()
    clock.sleep(100 * engine.period)
    assert device.exchanges == pytest.approx(103, abs=1)


def test_a_device_that_fails_is_told_and_begins_anew(engine, device, clock, troubles):
    engine.start()
    engine.set_output("knee", 0.5)
    clock.sleep(0.5)
    device.broken = True
    clock.sleep(2)
    assert troubles[0] == (
        "motion hook fake: motion_check raised LinkError: fake: no answer"
    )
    assert not engine.is_connected()
    device.broken = False
    clock.sleep(0.5)
    assert engine.is_connected()
    assert device.phase is Phase.ACTIVE
    engine.set_output("knee", 0.7)
    clock.sleep(0.1)
    assert device.log[-1] == (0.7, 0.0)


def test_a_device_has_no_pids(engine, clock, troubles):
    engine.start()
    engine.update_pids({"knee": (1, 2, 3)})
    clock.sleep(0.2)
    assert troubles == [
        "motion hook fake: update_pids raised NotSupportedError: "
        "fake: it has no PIDs to update"
    ]


# A scene, and a file


def test_a_scene_shows_the_outputs_at_once(robot):
    robot.limp()
    engine = engine_of(robot)
    engine.add_hook(SceneHook(robot))
    engine.pause()
    with engine:
        engine.set_output("left-elbow", 0.5)
        engine.step()
        position = robot.get_raw("left-elbow", "present position")
    joint = robot.description.joint("left-elbow")
    assert radians(joint.angle(position)) == pytest.approx(0.5, abs=5 * COUNT)


def test_a_scene_is_that_of_a_simulated_robot():
    with pytest.raises(ArgumentError, match="robot: expected one that is simulated"):
        SceneHook(None)


LINES = """\
(0 (a 1) (b #f))
(0.064 (b -0.5))
(0.096 (a 0.333333333) (b 0))
"""


def write_log(hook):
    engine = MotionEngine(["a", "b"], clock=VirtualClock())
    engine.add_hook(hook)
    engine.pause()
    engine.set_output("a", 1)
    with engine:
        engine.step(2)
        engine.set_output("b", -0.5)
        engine.step()
        engine.set_frame([1 / 3, 0])
        engine.step()


def test_a_log_has_what_changed(tmp_path):
    path = tmp_path / "log.txt"
    for _ in range(2):  # the second one begins anew
        write_log(LogHook(path))
        assert path.read_text() == LINES
    stream = io.StringIO()
    write_log(LogHook(stream))
    assert stream.getvalue() == LINES


def test_a_log_that_cannot_be_written_is_told(tmp_path, clock):
    hook = LogHook(tmp_path / "no" / "log.txt")
    with pytest.raises(BrError, match=r"log: cannot write .*: no such file"):
        hook.motion_starting()
    with pytest.raises(ArgumentError, match="file: expected a path or a text stream"):
        LogHook(inf)
