"""The AX-S1: every example packet of its manual, and what it senses and plays."""

import csv
import itertools
import math
from pathlib import Path

import pytest

from brbrain import dynamixel

with (Path(__file__).parents[1] / "manual_packets.csv").open() as file:
    PACKETS = list(csv.DictReader(file))


# Pairs of an instruction and the reply to it ("" for none), with the example's number.
DIALOGUES = [
    (
        int(row["example"]),
        row["bytes"],
        following["bytes"] if following["direction"] == "status" else "",
    )
    for row, following in itertools.pairwise(PACKETS)
    if row["direction"] == "instruction"
]


def sounds(robot):
    robot.sim.scene.clap(2)
    robot.clock.sleep(2.0)


def walls(robot):
    # 255 * (5 / 13.8)**2 is 0x21
    robot.sim.scene.wall(None, None, 0.138)


def lock(robot):
    robot.ask("FF FF 00 04 03 2F 01 C8")


# The modules that the examples are about, and what is so when they are tried.
ROBOTS = {2: "ids:1", 3: "ids:1", 4: "ids:0", 20: "ids:0", 21: "ids:0"}
SCENES = {15: walls, 17: lambda robot: robot.sim.scene.sound(0x7E, 9.0), 18: sounds}


@pytest.mark.parametrize(
    ("example", "request_bytes", "reply"),
    DIALOGUES,
    ids=[f"{number}: {request}" for number, request, _ in DIALOGUES],
)
def test_the_examples_of_the_manual(connect, example, request_bytes, reply):
    robot = connect(ROBOTS.get(example, "ids:100"), bus=True, battery=9.65)
    if example == 2:
        for servo in robot.sim.servos.values():
            servo.motor.temperature = 32.0
    if request_bytes == "FF FF 00 05 03 30 40 00 87" and example == 20:
        lock(robot)
    SCENES.get(example, lambda robot: None)(robot)
    assert robot.ask(request_bytes) == reply


def test_what_the_examples_did(connect):
    robot = connect("ids:100", bus=True)
    for example, request, _ in DIALOGUES:
        if example in range(9, 14) or example == 7:
            robot.ask(request)
            if example == 7:  # the id is 0 now: back to 100
                assert list(robot.sim.devices) == [0]
                robot.ask("FF FF 00 04 03 03 64 91")
    module = robot.sim.devices[100]
    names = (
        "return delay time",
        "obstacle detected compare",
        "highest limit temperature",
        "lowest limit voltage",
        "highest limit voltage",
        "light detected compare",
    )
    assert [module[name] for name in names] == [2, 60, 80, 100, 170, 10]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("model number", 13),
        ("id", 100),
        ("baud rate", 1),
        ("highest limit temperature", 100),
        ("lowest limit voltage", 60),
        ("highest limit voltage", 190),
        ("obstacle detected compare value", 32),
        ("obstacle detected compare", 32),
        ("light detected compare", 32),
        ("registered instruction", 0),
        ("ir remocon arrived", 0),
        ("lock", 0),
    ],
)
def test_factory_values(bench, name, value):
    assert bench("ids:100")[name] == value


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    # AX-S1 manual, page 23
    [
        ("obstacle detected compare value", (0, 255), ()),
        ("sound data max hold", (0, 255), ()),
        ("sound detected time", (0, 65535), ()),
        ("buzzer index", (0, 255), ()),
        ("ir remocon tx data", (0, 65535), ()),
        ("lock", (1,), (0, 2)),
        ("registered instruction", (0, 1), (2,)),
        ("left ir sensor data", (), (0,)),
        ("sound data", (), (127,)),
        ("ir remocon rx data", (), (0,)),
    ],
)
def test_what_may_be_written(bench, name, good, bad):
    for value in good:
        assert bench("ids:100").write(name, value) == 0
    for value in bad:
        assert bench("ids:100").write(name, value) == dynamixel.ErrorBits.RANGE


def eyes(module):
    return [module[f"{side} ir sensor data"] for side in ("left", "center", "right")]


def test_distance_and_obstacles(bench):
    module = bench("ids:100")
    assert (eyes(module), module["obstacle detection flag"]) == ([0, 0, 0], 0)
    module.scene.wall(0.05)
    assert (eyes(module), module["obstacle detection flag"]) == ([255] * 3, 0b111)
    module.scene.wall(0.1, None, 0.5)
    assert (eyes(module), module["obstacle detection flag"]) == ([63, 0, 2], 0b001)
    module.write("obstacle detected compare", 63)
    assert module["obstacle detection flag"] == 0  # it has to be more


def test_a_compare_value_of_0_is_for_short_distances(bench):
    module = bench("ids:100")
    module.scene.wall(0.03, 0.05, 1.0)
    assert eyes(module)[:2] == [255, 255]
    module.write("obstacle detected compare", 0)
    near, far, none = eyes(module)
    assert 255 > near > far > 0 == none


def test_light(bench):
    module = bench("ids:100")
    module.scene.light(10, 100, 200)
    read = [module[f"{side} luminosity"] for side in ("left", "center", "right")]
    assert (read, module["luminosity detection flag"]) == ([10, 100, 200], 0b110)
    module.scene.light(0)
    assert module["luminosity detection flag"] == 0


def test_compare_values_come_from_the_eeprom_at_power_up(bench):
    module = bench("ids:100")
    module.write("obstacle detected compare value", 77)
    module.write("light detected compare", 5)
    assert module["obstacle detected compare"] == 32
    module.world.power_up()
    names = ("obstacle detected compare", "light detected compare")
    assert [module[name] for name in names] == [77, 32]


def test_silence_is_127_or_128(bench):
    module = bench("ids:100")
    heard = set()
    for _ in range(50):
        heard.add(module["sound data"])
        module.run(0.001)
    assert heard == {127, 128}


def test_max_hold_keeps_the_loudest_until_it_is_written(bench):
    module = bench("ids:100")
    module.scene.sound(220, 0.1)
    assert module["sound data"] == 220
    module.run(1.0)
    assert module["sound data"] in (127, 128)
    assert module["sound data max hold"] == 220
    module.write("sound data max hold", 0)
    assert module["sound data max hold"] == 128
    module.write("sound data max hold", 255)
    module.scene.sound(220, 0.1)
    assert module["sound data max hold"] == 255


def test_claps_are_counted_and_published_800_ms_after_the_last(bench):
    module = bench("ids:100")
    module.scene.clap(3, interval=0.3)
    module.run(0.6 + 0.79)
    assert module["sound detected count"] == 0
    module.run(0.02)
    assert module["sound detected count"] == 3
    module.scene.clap()
    module.run(1.0)
    assert module["sound detected count"] == 1


@pytest.mark.parametrize(("interval", "count"), [(0.079, 2), (0.081, 3)])
def test_within_80_ms_a_clap_is_no_new_one(bench, interval, count):
    module = bench("ids:100")
    module.scene.clap(3, interval)
    module.run(2.0)
    assert module["sound detected count"] == count


def test_the_time_of_a_sound_has_a_clock_of_4_096_ms(bench):
    module = bench("ids:100")
    module.run(1.0)
    module.write("sound detected time", 0)
    module.run(0.003)
    module.scene.clap()
    expected = round(0.003 / 4.096e-3 * 65536)
    assert module["sound detected time"] == pytest.approx(expected, abs=1)
    module.run(0.1)
    module.scene.clap()
    expected = round((0.103 % 4.096e-3) / 4.096e-3 * 65536)
    assert module["sound detected time"] == pytest.approx(expected, abs=1)


def test_remote_control(bench):
    module = bench("ids:100")
    module.scene.remote(0x1234)
    assert module["ir remocon arrived"] == 2
    assert module["ir remocon rx data"] == 0x1234
    assert module["ir remocon arrived"] == 0


def test_modules_send_to_each_other_but_not_to_themselves(bench):
    one = bench("ids:100,101")
    other = one.world.devices[1]
    one.write("ir remocon tx data", 0xBEEF)
    assert other["ir remocon rx data"] == 0xBEEF
    assert (other["ir remocon arrived"], one["ir remocon arrived"]) == (2, 0)
    assert [message.value for message in one.scene.messages] == [0xBEEF]


@pytest.mark.parametrize(
    ("time", "seconds"), [(1, 0.3), (3, 0.3), (17, 1.7), (50, 5.0), (200, 5.0)]
)
def test_a_note_sounds_for_its_time(bench, time, seconds):
    module = bench("ids:100")
    module.do(dynamixel.write(100, 40, bytes([23, time])))
    (tone,) = module.scene.tones
    assert (tone.id, tone.kind, tone.number) == (100, "note", 23)
    assert tone.end - tone.start == pytest.approx(seconds)
    module.run(seconds - 0.01)
    assert module["buzzer time"] == time
    module.run(0.02)
    assert module["buzzer time"] == 0


def test_254_sounds_until_0_and_255_plays_a_melody(bench):
    module = bench("ids:100")
    module.write("buzzer index", 7)
    assert module.scene.tones == []
    module.write("buzzer time", 254)
    assert module.scene.tones[0].end == math.inf
    module.run(60.0)
    assert module["buzzer time"] == 254
    module.write("buzzer time", 0)
    assert module.scene.tones[0].end == 60.0
    module.write("buzzer time", 255)
    module.run(0.5)
    module.write("buzzer index", 5)
    melodies = [(tone.kind, tone.number) for tone in module.scene.tones[1:]]
    assert melodies == [("melody", 7), ("melody", 5)]
    assert module.scene.tones[1].end == 60.5
    module.run(10.0)
    assert module["buzzer time"] == 0


def test_power_off_silences_it(bench):
    module = bench("ids:100")
    module.write("buzzer time", 254)
    module.scene.clap(1)
    module.run(1.0)
    module.world.power_up()
    assert module.scene.tones[0].end == 1.0
    names = ("buzzer time", "sound detected count", "sound data max hold")
    assert [module[name] for name in names] == [0, 0, 128]
