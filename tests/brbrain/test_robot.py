"""A robot's devices and registers by id and joint name, and what is refused."""

import pytest

import brbrain
from brbrain import (
    ArgumentError,
    BrError,
    FormatError,
    LinkError,
    RegisterError,
    StatusError,
    find,
)


@pytest.fixture
def robot():
    """A simulated humanoid that takes no time, with a weaker sensor beside it."""
    return brbrain.open("sim:humanoid", fast=True)


def test_the_example_of_the_readme(capsys):
    import brbrain

    with brbrain.open(fast=True) as robot:  # without fast: in real time
        print(robot.scan(20))
        robot.move("left-elbow", 60, seconds=1.5)
        robot.wait_until_still()
        print(round(robot.get("left-elbow", "present position")), "degrees")
        try:
            robot.move("left-elbow", 400)
        except brbrain.RegisterError as error:
            print(error)
    assert capsys.readouterr().out.splitlines() == [
        str(list(range(1, 19))),
        "60 degrees",
        "goal position: expected 0 to 300 deg, but received 400",
    ]


@pytest.mark.parametrize(
    ("key", "register", "natural", "raw"),
    [
        (1, "id", 1, 1),
        (100, "id", 100, 100),
        (1, "model number", 12, 12),
        (100, "model-number", 13, 13),
        (1, "AX12_BAUD_RATE", 1000.0, 1),
        (1, "ccw angle limit", 300.0, 1023),
        (1, "return delay time", 500, 250),
        ("right-shoulder-pitch", "present position", 235 * 300 / 1023, 235),
        (100, "present temperature", 25, 25),
        (1, "cw compliance slope", 31 / 253, 32),
    ],
)
def test_a_register_is_read_in_natural_units_or_raw(robot, key, register, natural, raw):
    assert robot.get(key, register) == pytest.approx(natural)
    assert robot.get_raw(key, register) == raw


def test_registers_without_a_unit_are_whole_numbers(robot):
    for register in ("id", "moving", "present temperature"):
        assert type(robot.get(1, register)) is int


@pytest.mark.parametrize(
    ("register", "value", "bits"),
    [
        ("goal position", 100.0, 341),
        ("led", True, 1),
        ("moving speed", 57.0, 512),
        ("torque limit", 0.5, 512),
        ("max torque", 1, 1023),
        ("return delay time", 20, 10),
    ],
)
def test_a_register_is_written_in_natural_units(robot, register, value, bits):
    robot.put(2, register, value)
    assert robot.sim.servos[2][register] == bits


def test_all_registers_of_a_device(robot):
    servo, sensor = robot.get_all(2), robot.get_all(100)
    assert list(servo) == list(brbrain.AX12)
    assert list(sensor) == list(brbrain.AXS1)
    assert servo[find("present position")] == pytest.approx(788 * 300 / 1023)
    assert sensor[find("AXS1_MODEL_NUMBER")] == 13
    assert servo[find("error")] == 0


def test_a_device_is_asked_once_what_it_is(robot):
    assert robot.device("left-knee") == (14, "ax12", "AX-12", 24, (0, 1023))
    assert robot.device(100).model == "AX-S1"
    sent = robot.brain.counters.sent
    robot.device("left-knee")
    assert robot.brain.counters.sent == sent


REFUSED = [
    (lambda r: r.move("knee", 90), BrError, "joint: expected one of right-should"),
    (lambda r: r.move(300, 90), FormatError, "id: expected 0 to 253, but .* 300"),
    (lambda r: r.move(254, 90), FormatError, "id: expected 0 to 253, but .* 254"),
    (lambda r: r.move(True, 90), FormatError, "id: expected 0 to 253, .* True"),
    (lambda r: r.move(1, 300.2), RegisterError, "goal .* 0 to 300 deg, .* 300.2"),
    (lambda r: r.move(1, float("nan")), RegisterError, "a finite number"),
    (lambda r: r.move(1, 90, 0), BrError, "seconds: expected more than 0, .* 0"),
    (lambda r: r.move(1, 90, float("inf")), BrError, "seconds: expected more than 0"),
    (
        lambda r: r.move_all({1: 90, "right-shoulder-pitch": 90}),
        BrError,
        "each servo once, but received id 1 twice",
    ),
    (lambda r: r.get(1, "goal positon"), RegisterError, r"similar: goal position"),
    (lambda r: r.put(1, "present position", 1), RegisterError, "it is read-only"),
    (lambda r: r.put(1, "led", 2), RegisterError, "led: expected 0 to 1, .* 2"),
    (lambda r: r.put(1, "led", "on"), RegisterError, "finite number .* 'on'"),
    (lambda r: r.put_raw(1, "torque limit", 1024), RegisterError, "0 to 1023"),
    (lambda r: r.put(1, "baud rate", 1), RegisterError, "kbps, but received 1"),
    (lambda r: r.put_raw(1, "baud rate", 3), RegisterError, "procedure of its own"),
    (lambda r: r.put(1, "id", 5), RegisterError, "id has a procedure of its own"),
    (lambda r: r.wheel(1, 115), RegisterError, "-114 to 114 rpm, but received 115"),
    (
        lambda r: r.beep(100, 52),
        ArgumentError,
        "note: .* 0 to 51, .* 52",
    ),
    (lambda r: r.beep(100, 1, 0.2), BrError, "0.3 to 5, but received 0.2"),
    (lambda r: r.melody(100, 27), BrError, "0 to 26, but received 27"),
    (lambda r: r.change_id(1, 254), ArgumentError, "from 0 to 253, .* 254"),
    (lambda r: r.change_baud(1, 57600), BrError, "not possible through the CM-5"),
    (lambda r: r.scan(254), FormatError, "from 0 to 253, but received 254"),
    (lambda r: setattr(r, "stop_policy", "run"), BrError, "stop .* hold or limp"),
    (lambda r: setattr(r, "closing_policy", "run"), BrError, "closing .* hold or limp"),
]


@pytest.mark.parametrize(("call", "kind", "message"), REFUSED)
def test_a_mistake_is_refused_and_nothing_is_sent(robot, call, kind, message):
    with pytest.raises(kind, match=message):
        call(robot)
    assert robot.brain.counters.sent == 0


@pytest.mark.parametrize(
    ("key", "register"),
    [(100, "goal position"), (1, "left ir sensor data"), (100, "cw angle limit")],
)
def test_a_register_that_a_device_does_not_have_is_an_error(robot, key, register):
    for call in (robot.get, robot.get_raw):
        with pytest.raises(RegisterError, match=f"{register}: .* id {key} is an AX-"):
            call(key, register)


def test_only_a_servo_moves(robot):
    with pytest.raises(BrError, match="id 100: expected a servo, but it is an AX-S1"):
        robot.move(100, 90)
    with pytest.raises(BrError, match="id 3: expected an AX-S1, but it is an AX-12"):
        robot.distance(3)


def test_joints_have_no_names_if_the_robot_is_not_known():
    robot = brbrain.Robot(brbrain.open("sim:arm", fast=True).brain)
    assert robot.get(1, "id") == 1
    with pytest.raises(BrError, match=r"expected an id, .* but received 'elbow'"):
        robot.get("elbow", "id")


def test_a_device_that_does_not_answer_is_named_and_the_others_are_heard(robot):
    robot.sim.faults.on("dead", 5)
    with pytest.raises(StatusError, match=r"id 5: .* but received none") as e:
        robot.move_all({3: 100, 5: 100, 7: 100})
    assert e.value.failed == (5,)
    assert e.value.status == 0x0A
    assert {id: values[0] for id, values in e.value.values.items()} == {3: 12, 7: 12}


def test_who_does_not_take_a_value_is_named(robot):
    robot.hold([3, 5])
    robot.sim.faults.on("dead", 5)
    with pytest.raises(StatusError, match="id 5: expected an answer") as caught:
        robot.limp([3, 5])
    assert caught.value.failed == (5,)
    assert robot.sim.servos[3]["torque enable"] == 0


def test_what_goes_to_a_locked_eeprom_is_an_error(robot):
    robot.put(1, "lock", True)
    with pytest.raises(RegisterError, match=r"id 1 to take 5.*it has 1023: .* locked"):
        robot.put_raw(1, "max torque", 5)


def test_a_robot_of_another_model_is_not_taken_for_an_ax12(robot):
    robot.sim.servos[1].memory[0] = 116  # a DX-116
    with pytest.raises(BrError, match=r"expected one of AX-12 \(12\).*id 1 has 116"):
        robot.get(1, "present position")
    assert robot.scan_info(1)[0].model == "model 116"


def test_what_a_scan_tells_of_each_device(robot):
    robot.sim.battery = 5.0
    first, *_, last = robot.scan_info(120)
    assert first == (1, "AX-12", 24, 5.0, 25, "INPUT_VOLTAGE")
    assert last == (100, "AX-S1", 18, 5.0, 25, "INPUT_VOLTAGE")
    assert robot.scanned == [*range(1, 19), 100]


def test_the_battery_is_measured_anew(robot):
    assert robot.battery_volts() == pytest.approx(9.65, abs=0.04)
    robot.sim.battery = 7.0
    robot.clock.sleep(5)
    assert robot.battery_volts() == pytest.approx(7.0, abs=0.04)
    assert robot.adc("therm") == 80
    with pytest.raises(BrError, match="adc: expected channel pos, neg, therm"):
        robot.adc("heart")


def test_what_was_read_last_is_remembered(robot):
    assert robot.cached(1, "present position") is None
    robot.get(1, "present position")
    robot.clock.sleep(2.0)
    found = robot.cached("right-shoulder-pitch", "present position")
    assert (found.raw, round(found.age, 3)) == (235, 2.0)


def test_a_closed_robot_can_be_opened_again(robot):
    robot.close()
    robot.close()
    assert robot.closed
    with pytest.raises(LinkError, match="expected an open link, but it is closed"):
        robot.get(1, "id")
    robot.reconnect()
    assert not robot.closed
    assert robot.get(1, "id") == 1


def test_a_program_error_stops_the_robot():
    robot = brbrain.open(fast=True)

    def program():
        with robot:
            robot.move(4, 100, 10)
            robot.clock.sleep(1)
            raise ValueError("a mistake")

    with pytest.raises(ValueError, match="a mistake"):
        program()
    position = robot.sim.servos[4].position
    robot.clock.sleep(10)
    assert robot.sim.servos[4].position == pytest.approx(position, abs=5)
    assert robot.closed


def test_all_names_of_the_package_are_there():
    for name in brbrain.__all__:
        assert getattr(brbrain, name).__name__ if name not in ("AX12", "AXS1") else 1


def test_how_far_a_scan_is(robot):
    heard = []
    robot.on_progress = lambda *progress: heard.append(progress)
    robot.scan(3)
    robot.scan_info(1)
    scan = [(1, 4, "scan"), (2, 4, "scan"), (3, 4, "scan"), (4, 4, "scan")]
    assert heard == [*scan, (1, 2, "scan"), (2, 2, "scan")]
    robot.on_progress = None
    assert robot.scan(1) == [1]
