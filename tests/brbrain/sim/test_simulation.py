"""The whole robot: time, sameness, rest, power, the scene, and threads."""

import time

import pytest

from brbrain.clock import VirtualClock, WallClock
from brbrain.errors import BrError, RegisterError
from brbrain.robots import find_robot
from brbrain.sim import Simulation
from brbrain.sim.motor import COUNT

PING = bytes.fromhex("F0 FF 10")
OK = bytes.fromhex("FA 00 00 7A 0C 50 2F")


def session(seed=0):
    """Return all bytes and times of a talk with a humanoid with faults."""
    clock = VirtualClock()
    sim = Simulation("humanoid", clock, faults="corrupt,late=0.0005", seed=seed)
    log = []

    def ask(text):
        sim.receive(bytes.fromhex(text))
        while (due := sim.next_time()) is not None:
            clock.sleep(due - clock.now())
            log.append((clock.now(), sim.poll()))

    ask("F1 03 0D 24 08 0E 24 08 64 1A 0C EA")
    ask("F2 02 0D 1E 04 0E 1E 04 AC")
    ask("F4 00 02 40 00 00 02 40 00 87")
    for _ in range(50):
        ask("F3 0C")
        clock.sleep(0.05)
    sim.scene.clap(3)
    sim.servos[13].push(0.8)
    for _ in range(50):
        ask("F3 0C")
        clock.sleep(0.05)
    return log


def test_the_same_program_gets_the_same_bytes_at_the_same_times():
    first = session()
    assert len(first) > 500
    assert session() == first
    assert session(seed=1) != first


@pytest.mark.parametrize("robot", ["humanoid", "arm", "ids:1,2,100"])
def test_how_often_it_is_looked_at_does_not_change_what_happens(robot):
    def places(pauses):
        clock = VirtualClock()
        sim = Simulation(robot, clock)
        sim.servos[1].turn(200.0)
        for pause in pauses:
            clock.sleep(pause)
            sim.poll()
        return [servo.position for servo in sim.servos.values()]

    seldom = places([3.0])
    assert places([0.0007] * 4200 + [0.06]) == seldom
    assert places([0.013, 1.2, 0.5, 1.287]) == seldom


def test_a_day_of_rest_is_leapt_over():
    clock = VirtualClock()
    sim = Simulation("humanoid", clock)
    sim.poll()
    clock.sleep(86_400.0)
    began = time.process_time()
    sim.poll()
    assert time.process_time() - began < 1.0
    assert sim.time == 86_400.0


def test_a_leap_does_not_miss_an_alarm():
    clock = VirtualClock()
    sim = Simulation("arm", clock, servo_model="ax-12a")
    shoulder = sim.servos[2]
    shoulder["goal position"] = 1000  # beyond its stop at 852
    clock.sleep(3600.0)
    sim.advance()
    assert shoulder["torque limit"] == 0
    # It pushed for 1.5 s only, so that it is cool; then the arm lay down.
    assert shoulder["present temperature"] < 27


def test_the_torso_is_held_and_limp_legs_hang():
    clock = VirtualClock()
    sim = Simulation("humanoid", clock)
    clock.sleep(5.0)
    sim.advance()
    robot = find_robot("humanoid")
    for name in ("left-knee", "right-knee"):
        joint = robot.joint(name)
        before, after = (
            joint.angle(robot.home[joint.id]),
            joint.angle(sim.servos[joint.id].position),
        )
        # The weight unbends the knee until the gears' friction holds it.
        assert 30.0 < after < before
    assert sim.servos[13].position + sim.servos[14].position == pytest.approx(1023)


def test_a_hand_moves_a_limp_joint_and_a_held_one_comes_back():
    clock = VirtualClock()
    sim = Simulation("ids:1,2", clock)
    sim.servos[1].turn(700.0)
    sim.servos[2]["torque enable"] = 1
    sim.servos[2].turn(700.0)
    clock.sleep(2.0)
    positions = [round(servo.position) for servo in sim.servos.values()]
    assert positions[0] == 700
    assert positions[1] == pytest.approx(512, abs=2)


def test_the_battery_sags_under_load():
    clock = VirtualClock()
    sim = Simulation("ids:1,2,3,4", clock, battery=9.6)
    for servo in sim.servos.values():
        servo.motor.stops = (512.0, 1023.0)
        servo["goal position"] = 0
    clock.sleep(1.0)
    sim.advance()
    # 4 stalled motors of 8 ohm behind 0.1 ohm
    assert sim.servos[1]["present voltage"] == round(96 / (1 + 0.1 * 4 / 8))
    assert sim.battery == 9.6


def test_power_cycle_makes_it_limp_and_forgets_what_is_under_way():
    clock = VirtualClock()
    sim = Simulation("humanoid", clock)
    sim.receive(PING)
    sim.power_cycle()
    clock.sleep(1.0)
    assert sim.poll() == b""
    assert {servo["torque enable"] for servo in sim.servos.values()} == {0}
    sim.receive(PING)
    clock.sleep(1.0)
    assert sim.poll() == OK


def test_next_time_is_when_the_next_byte_comes():
    clock = VirtualClock()
    clock.sleep(100.0)
    sim = Simulation("ids:1", clock)
    assert sim.next_time() is None
    sim.receive(PING)
    byte = 10 / 115_200
    times = []
    while (due := sim.next_time()) is not None:
        clock.sleep(due - clock.now())
        if sim.poll():
            times.append(due - 100.0)
    assert times == pytest.approx([byte * (3 + n) for n in range(1, 8)])


def test_on_the_wall_clock_replies_come_at_once():
    sim = Simulation("humanoid", WallClock())
    sim.receive(PING)
    assert sim.poll() == OK
    sim.receive(bytes.fromhex("F0 63 AC"))  # 99 is absent
    assert sim.poll() == b""
    assert 0.0 < sim.next_time() - sim.clock.now() <= 0.1
    sim.close()
    assert sim.poll() == b""


def test_the_robot_lives_from_the_moment_it_is_made():
    clock = VirtualClock()
    clock.sleep(50.0)
    sim = Simulation("ids:1,100", clock, bus=True)
    assert sim.time == 0.0
    clock.sleep(2.0)
    sim.sensors[100]["buzzer time"] = 30
    assert [(tone.start, tone.end) for tone in sim.buzzer] == [(2.0, 5.0)]
    assert sim.cm5 is None


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Simulation("dog"), "robot: expected humanoid, arm or ids:"),
        (lambda: Simulation("arm", faults="x"), "fault: expected one of noise"),
        (lambda: Simulation("arm", battery=26.0), "battery: expected 0 to 25.5 V"),
        (lambda: Simulation(servo_model="ax-s1"), "expected ax-12 or ax-12a, but rec"),
        (
            lambda: setattr(Simulation("arm"), "baud", 0),
            "baud: expected an integer of",
        ),
        (lambda: Simulation("arm").scene.wall(-1.0), "wall: expected 0 m or more"),
        (lambda: Simulation("arm").scene.wall(1.0, 2.0), "expected one value or three"),
        (
            lambda: Simulation("arm").scene.light(256),
            "from 0 to 255, but received 256",
        ),
        (
            lambda: Simulation("arm").scene.sound(-1, 1.0),
            "from 0 to 255, but received -1",
        ),
        (
            lambda: Simulation("arm").scene.remote(65536),
            "0 to 65535, but received 65536",
        ),
        (
            lambda: Simulation("arm").scene.clap(1, -1.0),
            "interval: expected 0 s or",
        ),
    ],
    ids=range(11),
)
def test_mistakes_say_what_is_expected(make, message):
    with pytest.raises(BrError) as caught:
        make()
    assert message in str(caught.value)


def test_what_is_done_to_the_robot_is_done_now_not_when_it_was_last_looked_at():
    clock = VirtualClock()
    sim = Simulation("ids:1,100", clock)
    servo, module = sim.servos[1], sim.sensors[100]
    clock.sleep(1.0)
    servo.push(0.3)
    assert servo.position == 512.0
    clock.sleep(0.1)
    assert 512.0 < servo.position < 612.0
    sim.receive(bytes.fromhex("F1 01 64 1A 03 8C F3 0C"))  # read the three distances
    clock.sleep(0.1)
    sim.scene.wall(0.05)
    assert sim.poll()[7:11] == bytes.fromhex("FB 00 00 00")
    assert module["left ir sensor data"] == 255


def test_registers_of_a_module_by_name():
    servo = Simulation("ids:1", battery=5.0).servos[1]
    assert servo["goal-position"] == servo["AX12_GOAL_POSITION"] == 512
    assert servo["error"] == 1  # the voltage
    for name, value, message in [
        ("goal position", 1024, "takes, but received 1024 (RANGE)"),
        ("goal position", -1, "takes, but received -1 (RANGE)"),
        ("goal position", 70_000, "takes, but received 70000 (RANGE)"),
        ("present position", 0, "takes, but received 0 (RANGE)"),
        ("error", 0, "takes, but received 0 (RANGE)"),
        ("colour", 0, "register: expected the name of one"),
    ]:
        with pytest.raises(RegisterError) as caught:
            servo[name] = value
        assert message in str(caught.value)


def test_motion_takes_its_time_on_the_whole_robot():
    clock = VirtualClock()
    sim = Simulation("ids:1", clock, battery=12.0)
    servo = sim.servos[1]
    servo.turn(300.0)
    servo["moving speed"] = 100
    servo["goal position"] = 600
    clock.sleep(0.7)
    middle = sim.servos[1].position
    clock.sleep(0.1)
    rate = (sim.servos[1].position - middle) / 0.1
    assert rate * COUNT == pytest.approx(11.14 / 60 * 6.2832, rel=0.02)
    clock.sleep(1.0)
    assert sim.servos[1].position == pytest.approx(600, abs=1.5)
