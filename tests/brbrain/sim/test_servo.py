"""The AX-12 as its manual has it: ranges, limits, modes, alarms, memory."""

import pytest

from brbrain import dynamixel
from brbrain.dynamixel import ErrorBits, InstructionPacket
from brbrain.registers import AX12
from brbrain.sim.motor import AMBIENT

OK = ErrorBits(0)
RANGE, ANGLE_LIMIT, OVERLOAD = (
    ErrorBits.RANGE,
    ErrorBits.ANGLE_LIMIT,
    ErrorBits.OVERLOAD,
)
VOLTAGE, HEAT = ErrorBits.INPUT_VOLTAGE, ErrorBits.OVERHEATING


@pytest.mark.parametrize(
    ("model", "values"),
    [
        # ROBOTIS e-manual, AX-12A
        (
            "ax-12a",
            "model number 12, id 1, baud rate 1, return delay time 250, "
            "cw angle limit 0, ccw angle limit 1023, highest limit temperature 70, "
            "lowest limit voltage 60, highest limit voltage 140, max torque 1023, "
            "status return level 2, alarm led 36, alarm shutdown 36, torque enable 0, "
            "led 0, cw compliance margin 1, ccw compliance margin 1, "
            "cw compliance slope 32, ccw compliance slope 32, torque limit 1023, "
            "registered instruction 0, moving 0, lock 0, punch 32",
        ),
        # The first AX-12
        (
            "ax-12",
            "model number 12, highest limit temperature 85, highest limit voltage 190, "
            "alarm led 4, alarm shutdown 4, cw compliance margin 0, punch 32",
        ),
    ],
)
def test_factory_values(bench, model, values):
    servo = bench(model=model)
    for name, value in (part.rsplit(" ", 1) for part in values.split(", ")):
        assert (name, servo[name]) == (name, int(value))


# AX-12 manual, page 19: what may be written.
RANGES = {
    "id": (0, 253),
    "baud rate": (0, 254),
    "return delay time": (0, 254),
    "cw angle limit": (0, 1023),
    "ccw angle limit": (0, 1023),
    "highest limit temperature": (0, 150),
    "lowest limit voltage": (50, 250),
    "highest limit voltage": (50, 250),
    "max torque": (0, 1023),
    "status return level": (0, 2),
    "alarm led": (0, 127),
    "alarm shutdown": (0, 127),
    "torque enable": (0, 1),
    "led": (0, 1),
    "cw compliance margin": (0, 254),
    "ccw compliance margin": (0, 254),
    "cw compliance slope": (0, 254),
    "ccw compliance slope": (0, 254),
    "goal position": (0, 1023),
    "moving speed": (0, 1023),
    "torque limit": (0, 1023),
    "registered instruction": (0, 1),
    "lock": (1, 1),
    "punch": (0, 1023),
}


@pytest.mark.parametrize("register", AX12[:-1], ids=str)
def test_what_may_be_written(bench, register):
    if register.name not in RANGES:
        assert bench().write(register.name, 0) == RANGE
        return
    low, high = RANGES[register.name]
    for value in (low, high):
        servo = bench()
        assert servo.write(register.name, value) == OK
        level = servo.device["status return level"]
        assert servo.device[register.name] == value or level < 2
    top = (1 << 8 * register.width) - 1
    for value in {low - 1, high + 1} & set(range(top + 1)):
        servo = bench()
        before = servo[register.name]
        assert servo.write(register.name, value) == RANGE
        assert servo[register.name] == before


def test_a_write_is_done_as_a_whole_or_not_at_all(bench):
    servo = bench()
    request = dynamixel.write(1, 24, bytes([1, 2]))  # LED 2 is out of range
    assert servo.do(request) == RANGE
    assert (servo["torque enable"], servo["led"]) == (0, 0)
    # A 16-bit register has to be written with both bytes in one packet.
    assert servo.do(dynamixel.write(1, 30, b"\x00")) == RANGE
    assert servo.do(dynamixel.write(1, 31, b"\x00")) == RANGE


@pytest.mark.parametrize(
    ("packet", "error"),
    [
        (dynamixel.read(1, 53, 1), OK),
        (dynamixel.read(1, 53, 2), RANGE),
        (dynamixel.read(1, 0, 0), RANGE),
        (InstructionPacket(1, 0x07), ErrorBits.INSTRUCTION),
        (InstructionPacket(1, 0x01, b"\0"), ErrorBits.INSTRUCTION),
        (InstructionPacket(1, 0x02, b"\0"), ErrorBits.INSTRUCTION),
        (InstructionPacket(1, 0x03, b"\x1e"), ErrorBits.INSTRUCTION),
        (dynamixel.action(1), ErrorBits.INSTRUCTION),
    ],
    ids=str,
)
def test_errors_of_instructions(bench, packet, error):
    assert bench().do(packet) == error


def test_a_goal_outside_of_the_angle_limits_is_refused(bench):
    servo = bench()
    servo.write("cw angle limit", 200)
    servo.write("ccw angle limit", 800)
    assert servo.write("goal position", 199) == ANGLE_LIMIT
    assert servo.write("goal position", 801) == ANGLE_LIMIT
    assert servo["goal position"] == 512
    assert servo.write("goal position", 200) == OK
    servo.run(2.0)
    assert servo["present position"] == pytest.approx(200, abs=1)


def test_it_moves_and_says_so(bench):
    servo = bench()
    servo.write("moving speed", 100)
    servo.write("goal position", 712)
    assert servo["moving"] == 1
    servo.run(0.5)
    assert servo["moving"] == 1
    # 11.1 rpm counterclockwise is 100, bit 10 not set; the duty is positive as well.
    assert servo["present speed"] == pytest.approx(100, abs=2)
    assert 0 < servo["present load"] < 0x400
    servo.run(1.0)
    assert (servo["moving"], servo["present speed"]) == (0, 0)
    assert servo["present position"] == pytest.approx(712, abs=1)
    servo.write("goal position", 512)
    servo.run(0.5)
    assert servo["present speed"] == pytest.approx(0x400 + 100, abs=2)
    assert servo["present load"] > 0x400


def test_power_up_is_limp_until_a_goal_is_written(bench):
    servo = bench()
    assert servo["torque enable"] == 0
    servo.device.push(0.3)
    servo.run(0.3)
    assert servo["present position"] > 520
    servo.device.push(0.0)
    servo.write("goal position", 512)
    assert servo["torque enable"] == 1
    servo.run(1.0)
    assert servo["present position"] == pytest.approx(512, abs=1)
    servo.write("torque enable", 0)
    assert servo["moving"] == 0


def test_torque_on_holds_the_place_that_a_hand_gave(bench):
    servo = bench()
    servo.device.turn(700.0)
    servo.write("torque enable", 1)
    assert servo["goal position"] == 700
    servo.run(1.0)
    assert servo["present position"] == 700


def test_push_yields_by_the_slope(bench):
    servo = bench()
    servo.write("goal position", 512)
    servo.device.push(-0.3)
    servo.run(1.0)
    hard = 512 - servo["present position"]
    servo.write("ccw compliance slope", 128)
    servo.run(1.0)
    soft = 512 - servo["present position"]
    # 0.3 N.m less the gears' 0.05 takes a duty of 1/6, of which the punch is 32/1023;
    # the rest takes its share of the slope, beyond the margin of 1.
    share = (1 / 6 - 32 / 1023) / (1 - 32 / 1023)
    assert hard == pytest.approx(1 + 32 * share, abs=1)
    assert soft == pytest.approx(1 + 128 * share, abs=1)


@pytest.mark.parametrize(
    ("register", "counts"),
    # Seven steps (e-manual); with the punch at 0 the torque is even over the slope.
    [(0, 2), (3, 2), (4, 4), (8, 8), (15, 8), (16, 16), (63, 32), (64, 64), (254, 128)],
)
def test_the_slope_has_seven_steps(bench, register, counts):
    servo = bench()
    for name in ("cw compliance slope", "ccw compliance slope"):
        servo.write(name, register)
    assert servo.device.motor.slopes == (counts, counts)


def test_wheel_mode_turns_by_duty_in_both_directions(bench):
    servo = bench()
    servo.write("ccw angle limit", 0)
    assert servo.write("goal position", 1000) == OK  # it has no meaning
    assert servo["torque enable"] == 0
    for speed, sign in ((512, 1), (1024 + 512, -1)):
        assert servo.write("moving speed", speed) == OK
        servo.run(1.0)
        before = servo.device.position
        servo.run(1.0)
        turned = servo.device.position - before
        # Half of 59 rpm less what friction costs, in counts of 1227.6 a turn.
        assert turned == pytest.approx(sign * (29.5 - 1.9) / 60 * 1227.6, rel=0.02)
        assert servo["moving"] == 1
    assert servo.write("moving speed", 2048) == RANGE
    assert 0 <= servo["present position"] <= 1023


def test_back_in_joint_mode_it_knows_one_turn_only(bench):
    servo = bench()
    servo.write("ccw angle limit", 0)
    servo.write("moving speed", 1023)
    servo.run(10.0)
    servo.write("torque enable", 0)
    servo.write("ccw angle limit", 1023)
    servo.write("moving speed", 0)
    servo.write("goal position", 512)
    servo.run(3.0)
    assert servo["present position"] == pytest.approx(512, abs=1)


def test_overload_takes_the_torque_limit_to_0_and_a_new_limit_revives(bench):
    servo = bench()
    servo.write("goal position", 512)
    servo.device.push(-2.0)  # more than the 1.5 N.m that it has
    servo.run(1.4)
    assert servo.device.alarms() == OK
    servo.device.motor.stops = (400.0, 1023.0)
    servo.run(5.0)
    assert servo.do(dynamixel.ping(1)) == OVERLOAD
    assert (servo["torque limit"], servo["torque enable"]) == (0, 1)
    assert servo["present load"] == 0
    servo.device.push(0.0)
    assert servo.do(dynamixel.ping(1)) == OVERLOAD  # until torque is given anew
    servo.write("torque limit", 1023)
    assert servo.do(dynamixel.ping(1)) == OK
    servo.run(1.0)
    assert servo["present position"] == pytest.approx(512, abs=1)


def test_torque_enable_revives_as_well_but_not_while_the_cause_lasts(bench):
    servo = bench()
    servo.device.motor.stops = (512.0, 1023.0)
    servo.write("goal position", 300)
    servo.run(3.0)
    assert servo.device.alarms() == OVERLOAD
    servo.write("torque enable", 1)
    assert (servo["torque limit"], servo.device.alarms()) == (1023, OK)
    servo.run(3.0)
    assert (servo["torque limit"], servo.device.alarms()) == (0, OVERLOAD)


def test_without_the_shutdown_bit_an_overload_is_only_told(bench):
    servo = bench()
    servo.write("alarm shutdown", 0)
    servo.device.motor.stops = (512.0, 1023.0)
    servo.write("goal position", 300)
    servo.run(3.0)
    assert (servo.device.alarms(), servo["torque limit"]) == (OVERLOAD, 1023)
    servo.write("goal position", 520)
    servo.run(1.0)
    assert servo.device.alarms() == OK


def test_it_overheats_shuts_down_and_cools(bench):
    servo = bench()
    servo.write("alarm shutdown", 4)
    servo.device.motor.stops = (512.0, 1023.0)
    servo.write("goal position", 300)
    servo.run(60.0)
    assert AMBIENT < servo["present temperature"] < 70
    servo.run(600.0)
    assert servo["torque limit"] == 0
    servo.run(3000.0)
    assert servo["present temperature"] == AMBIENT
    assert not servo.device.alarms() & HEAT


def test_a_hot_servo_drops_out_again_at_once(bench):
    servo = bench()
    servo.write("goal position", 512)
    servo.device.motor.temperature = 100.0
    servo.run(0.1)
    assert (servo["torque limit"], servo.do(dynamixel.ping(1))) == (0, HEAT)
    servo.write("torque limit", 1023)
    servo.run(0.1)
    assert servo["torque limit"] == 0


@pytest.mark.parametrize(
    ("volts", "error"), [(5.9, VOLTAGE), (12.0, OK), (14.2, VOLTAGE)]
)
def test_voltage_out_of_its_limits_is_told(bench, volts, error):
    servo = bench(volts=volts)
    assert servo.do(dynamixel.ping(1)) == error
    assert servo["present voltage"] == round(10 * volts)


def test_the_led_blinks_on_alarm_and_two_seconds_longer(bench):
    servo = bench()
    servo.write("led", 1)
    assert servo.device.lit
    servo.write("led", 0)
    servo.device.motor.temperature = 71.0

    def seen():
        lit = set()
        for _ in range(8):
            servo.run(0.1)
            lit.add(servo.device.lit)
        return lit

    assert seen() == {True, False}
    servo.device.motor.temperature = 30.0
    servo.run(0.5)
    assert seen() == {True, False}
    servo.run(1.5)
    assert seen() == {False}


def test_lock_leaves_only_24_to_35_until_power_off(bench):
    servo = bench()
    assert servo.write("lock", 1) == OK
    assert servo.write("punch", 64) == RANGE  # manual, example 20
    assert servo.write("id", 5) == RANGE
    assert servo.write("lock", 0) == RANGE
    assert servo.write("goal position", 600) == OK
    assert servo.do(dynamixel.write(1, 34, b"\xff\x03")) == OK
    assert servo.do(dynamixel.write(1, 34, b"\xff\x03\0\0")) == RANGE
    servo.world.power_up()
    assert servo.write("punch", 64) == OK


def test_torque_locks_the_eeprom_of_the_newer_model_only(bench):
    for model, error in (("ax-12a", RANGE), ("ax-12", OK)):
        servo = bench(model=model)
        servo.write("torque enable", 1)
        assert servo.write("return delay time", 0) == error
        assert servo.write("led", 1) == OK


def test_power_off_keeps_the_eeprom_and_forgets_the_rest(bench):
    servo = bench()
    servo.write("return delay time", 10)
    servo.write("max torque", 500)
    servo.write("goal position", 700)
    assert servo["torque limit"] == 1023  # max torque counts from the next power up
    servo.write("led", 1)
    servo.run(2.0)
    servo.world.power_up()
    kept = ("return delay time", "max torque", "torque limit")
    assert [servo[name] for name in kept] == [10, 500, 500]
    assert [servo[name] for name in ("led", "torque enable", "moving")] == [0, 0, 0]
    assert servo["goal position"] == servo["present position"]
    assert servo["present position"] == pytest.approx(700, abs=1)


def test_reset_makes_it_as_from_the_factory(bench):
    servo = bench("ids:7")
    servo.write("max torque", 500)
    reply = servo.device.execute(dynamixel.reset(7))
    assert (reply.id, reply.error) == (7, OK)
    assert servo.device.id == 1
    assert servo["max torque"] == 1023


def test_registered_instructions_wait_for_action(bench):
    servo = bench()
    assert servo.do(dynamixel.reg_write(1, 30, b"\x00\x01")) == OK
    assert (servo["registered instruction"], servo["goal position"]) == (1, 512)
    assert servo.do(dynamixel.action(1)) == OK
    assert (servo["registered instruction"], servo["goal position"]) == (0, 256)
    assert servo.do(dynamixel.reg_write(1, 30, b"\x00\x04")) == RANGE
    assert servo["registered instruction"] == 0


@pytest.mark.parametrize("level", [0, 1, 2])
def test_the_status_return_level(bench, level):
    servo = bench()
    servo.write("status return level", level)
    requests = [
        dynamixel.ping(1),
        dynamixel.read(1, 36, 2),
        dynamixel.write(1, 25, b"\x01"),
        dynamixel.reg_write(1, 25, b"\x01"),
        dynamixel.action(1),
    ]
    answers = [servo.device.execute(request) is not None for request in requests]
    assert answers == [True, level >= 1, *[level == 2] * 3]


def test_sync_write_reaches_those_it_names(bench):
    servo = bench("ids:2")
    blocks = [(1, b"\x10\x00\x50\x01"), (2, b"\x20\x02\x60\x03")]
    assert servo.device.execute(dynamixel.sync_write(30, 4, blocks)) is None
    assert (servo["goal position"], servo["moving speed"]) == (0x220, 0x360)
    servo.device.execute(dynamixel.sync_write(30, 4, blocks[:1]))
    assert servo["goal position"] == 0x220
