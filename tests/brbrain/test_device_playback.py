"""Playing on devices: the same sequence on a robot, and on a hand that is no robot."""

import logging
import threading
from itertools import pairwise
from math import degrees, inf, nan, radians

import pytest

import brbrain
from brbrain.clock import VirtualClock
from brbrain.device import Device, DeviceFault, Phase, PhaseError, Signal
from brbrain.errors import ArgumentError, BrError, LinkError, NotSupportedError
from brbrain.ethercat.device import EthercatDevice
from brbrain.ethercat.sim.hand import VirtualHand
from brbrain.playback import Playback
from brbrain.pose import Pose
from brbrain.robot_device import RobotDevice
from brbrain.robots import Joint
from brbrain.robots import Robot as Description
from brbrain.sequence import Sequence, Step

FINGER, THUMB = "finger/position", "thumb/position"
COUNT = radians(300 / 1023)


class Hand(Device):
    """Two joints that are at their goals at once; ``script`` tells what goes wrong."""

    def __init__(self, top_speed=inf):
        super().__init__("hand", VirtualClock())
        self.where, self.heard, self.enabled = [0.25, -0.5], [], []
        self.top_speed, self.script = top_speed, {}

    def _open(self):
        return [
            Signal(FINGER, "rad", command=True, low=-1.0, high=1.0),
            Signal(THUMB, "rad", command=True, low=-1.0, high=1.0),
            Signal("finger/velocity", "rad/s", high=self.top_speed),
        ]

    def _enable(self, on):
        self.enabled.append(on)

    def _exchange(self, commands):
        if commands is not None:
            self.heard.append(commands)
            wrong = self.script.get(len(self.heard))
            if wrong is not None:
                raise wrong
            self.where = list(commands)
        return (*self.where, nan)


@pytest.fixture
def hand():
    return Hand()


@pytest.fixture
def robot():
    """A robot whose description gives the ids to the joints of the hand."""
    with brbrain.open("sim:ids:1,2", fast=True) as robot:
        joints = (Joint("finger", 1), Joint("thumb", 2, sign=-1))
        robot.description = Description("hand", joints)
        yield robot


def pose(**angles):
    """Return a pose of finger (id 1) and thumb (id 2) at servo angles in radians."""
    counts = {
        {"finger": 1, "thumb": 2}[name]: [round(511.5 + degrees(angle) / 300 * 1023)]
        for name, angle in angles.items()
    }
    return Pose(counts, values=counts)


def going(**angles):
    return Sequence([Step(pose(**angles), 1.0)])


def test_joints_of_the_description_go_where_the_poses_say(hand, robot):
    end = Playback(robot, going(finger=0.8, thumb=0.6), on=hand).run()
    assert end.state == "ended"
    assert hand.where == pytest.approx([0.8, -0.6], abs=COUNT)
    assert end.positions[1] == pytest.approx(150 + degrees(0.8), abs=0.3)


def test_nothing_jumps_and_each_frame_is_one_exchange(hand, robot):
    frames = Playback(robot, going(finger=0.8), on=hand, rate=50.0).run().frames
    path = [commands[0] for commands in hand.heard]
    assert path[0] == 0.25
    assert path == sorted(path)
    assert max(b - a for a, b in pairwise(path)) < 0.05
    # Activating holds with one exchange, meeting the joints is another.
    assert len(path) == frames + 2


def test_what_the_sequence_does_not_name_is_held(hand, robot):
    Playback(robot, going(finger=0.8), on=hand).run()
    assert {commands[1] for commands in hand.heard} == {-0.5}


def test_it_stays_active_and_holds_at_the_end(hand, robot):
    Playback(robot, going(finger=0.8), on=hand).run()
    assert hand.phase is Phase.ACTIVE
    Playback(robot, going(finger=0.0), on=hand).run()
    assert hand.where[0] == pytest.approx(0.0, abs=COUNT)
    assert hand.enabled == [True]


def test_the_same_sequence_plays_on_a_robot_and_on_its_device(robot):
    sequence = going(finger=0.8, thumb=0.6)
    ends = []
    for device in (None, RobotDevice(robot)):
        Playback(robot, going(finger=0.0, thumb=0.0)).run()
        Playback(robot, sequence, on=device).run()
        robot.clock.sleep(0.5)
        ends.append([robot.get(id, "present position") for id in (1, 2)])
    assert ends[0] == pytest.approx(ends[1], abs=1.0)
    assert ends[0][0] == pytest.approx(150 + degrees(0.8), abs=1.5)


def test_without_a_description_joints_are_servos_with_numbers():
    with brbrain.open("sim:ids:1,2", fast=True) as robot:
        device = RobotDevice(robot)
        Playback(robot, going(finger=0.5), on=device).run()
        assert device.value("servo-1/position") == pytest.approx(0.5, abs=0.06)


def test_what_is_clipped_is_told_once(hand, robot, caplog):
    with caplog.at_level(logging.WARNING):
        Playback(robot, going(finger=2.0), on=hand).run()
    assert hand.where[0] == 1.0
    (record,) = caplog.records
    assert "finger goes to 1 rad, not to" in record.getMessage()


def test_an_unknown_joint_is_refused_before_anything_moves(hand, robot):
    robot.description = None
    third = Sequence([Step(Pose({3: [600]}, values={3: [600]}), 1.0)])
    with pytest.raises(ArgumentError, match=r"a joint of hand, .* 'servo-3'"):
        Playback(robot, third, on=hand).run()
    assert hand.heard == []
    assert hand.enabled == []


def test_without_joints_of_that_name_ids_count_the_joints_of_the_device(hand, robot):
    robot.description = None
    Playback(robot, going(finger=0.5, thumb=0.25), on=hand).run()
    assert hand.where == pytest.approx([0.5, 0.25], abs=COUNT)


def test_a_sequence_plays_on_an_ethercat_palm_unchanged(robot):
    sequence = going(finger=0.5, thumb=0.25)
    Playback(robot, sequence, on=RobotDevice(robot)).run()
    palm = VirtualHand(robot.clock)
    palm.start()
    device = EthercatDevice(palm)
    end = Playback(robot, sequence, on=device).run()
    palm.clock.sleep(0.5)
    assert (end.state, device.phase) == ("ended", Phase.ACTIVE)
    assert palm.angle("FFJ0") == pytest.approx(0.5, abs=0.02)
    assert palm.angle("FFJ3") == pytest.approx(0.25, abs=0.02)
    device.cleanup()
    assert palm.halted
    palm.close()


def test_what_is_no_position_is_refused_before_anything_moves(hand, robot):
    stiff = Pose([1], ["goal position", "cw compliance slope"])
    with pytest.raises(NotSupportedError, match="plays positions, no cw compliance"):
        Playback(robot, Sequence([Step(stiff, 1.0)]), on=hand).run()
    assert hand.heard == []


def test_what_is_no_device_is_refused(robot):
    with pytest.raises(ArgumentError, match="on: expected a device, but received 5"):
        Playback(robot, going(finger=0.5), on=5)


def test_a_joint_that_is_not_so_fast_takes_longer(robot, caplog):
    slow = Hand(top_speed=0.1)
    Playback(robot, going(finger=0.75), on=slow).run()
    # 0.5 rad at 0.1 rad/s with the peak of a minimum-jerk path.
    assert slow.clock.now() == pytest.approx(1.875 * 5.0, abs=0.2)
    assert "takes 9.4 s instead of 1" in caplog.text


def test_it_pauses_resumes_and_changes_its_speed(hand, robot):
    seen = []

    def look(progress):
        seen.append(hand.where[0])
        if progress.frames == 10:
            playback.pause()
        elif progress.frames == 40:
            playback.resume()
            playback.speed = 4.0

    playback = Playback(robot, going(finger=0.8), on=hand, on_progress=look)
    assert playback.run().state == "ended"
    assert seen[20] == seen[38]
    assert hand.clock.now() == pytest.approx((10 + 30 + 20 / 4) / 30, abs=0.15)


def interrupted(progress):
    if progress.frames == 10:
        raise KeyboardInterrupt


def failing(progress):
    if progress.frames == 10:
        raise BrError("a mistake in the program")


@pytest.mark.parametrize("trouble", [interrupted, failing])
@pytest.mark.parametrize(
    ("policy", "phase"), [("hold", Phase.ACTIVE), ("limp", Phase.INACTIVE)]
)
def test_broken_off_it_holds_or_is_limp_as_its_policy_says(
    hand, robot, trouble, policy, phase
):
    hand.stop_policy = policy
    with pytest.raises((KeyboardInterrupt, BrError)):
        Playback(robot, going(finger=0.8), on=hand, on_progress=trouble).run()
    assert hand.phase is phase
    assert hand.enabled[-1] is (policy == "hold")
    before = list(hand.where)
    hand.exchange()
    assert hand.where == before


@pytest.mark.parametrize("trouble", [LinkError("gone"), DeviceFault("too hot")])
def test_a_device_that_cannot_go_on_is_switched_off(hand, robot, trouble):
    hand.script = dict.fromkeys(range(10, 20), trouble)
    with pytest.raises(type(trouble)):
        Playback(robot, going(finger=0.8), on=hand).run()
    assert hand.phase is Phase.FAULT
    assert hand.enabled[-1] is False
    with pytest.raises(PhaseError, match="in a fault"):
        Playback(robot, going(finger=0.8), on=hand).run()


def test_a_lost_frame_is_no_matter(hand, robot):
    hand.script = {10: LinkError("lost")}
    assert Playback(robot, going(finger=0.8), on=hand).run().state == "ended"
    assert hand.lost == 1


def test_servos_that_are_made_limp_end_it_and_stay_limp(robot):
    def let_go(progress):
        if progress.frames == 10:
            robot.limp()

    device = RobotDevice(robot)
    with pytest.raises(DeviceFault, match="made limp"):
        Playback(robot, going(finger=0.8), on=device, on_progress=let_go).run()
    assert [robot.get_raw(id, "torque enable") for id in (1, 2)] == [0, 0]


def in_a_thread(work):
    """Do some work in another thread, and return the error that it ended with."""
    errors = []

    def go():
        try:
            work()
        except BrError as error:
            errors.append(error)

    thread = threading.Thread(target=go)
    thread.start()
    thread.join()
    return errors[0] if errors else None


def test_another_thread_plays_once_the_owner_has_handed_over(hand, robot):
    hand.configure()
    playback = Playback(robot, going(finger=0.8), on=hand)
    assert isinstance(in_a_thread(playback.run), PhaseError)
    assert hand.heard == []
    hand.hand_over()
    assert in_a_thread(Playback(robot, going(finger=0.8), on=hand).run) is None
    assert hand.exchange().values[0] == pytest.approx(0.8, abs=COUNT)


def test_stopped_by_another_thread_a_playback_ends(hand, robot):
    def stop(progress):
        if progress.frames == 10:
            in_a_thread(hand.stop)

    playback = Playback(robot, going(finger=0.8), on=hand, on_progress=stop)
    with pytest.raises(PhaseError, match="another thread owns it"):
        playback.run()
    assert hand.phase is Phase.ACTIVE
    assert hand.where[0] < 0.5
