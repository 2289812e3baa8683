"""Faults by name: what each does, for how long, and that chance repeats itself."""

import pytest

from brbrain.errors import BrError, LinkError
from brbrain.sim.faults import KINDS, Faults, parse_faults

PING, PONG = "FF FF 01 02 01 FB", "FF FF 01 02 00 FC"
PING_CM5, OK = "F0 FF 10", "FA 00 00 7A 0C 50 2F"


def test_noise_comes_before_the_reply(connect):
    robot = connect("ids:1", bus=True, faults="noise=1")
    for _ in range(20):
        reply = robot.ask(PING)
        assert reply.endswith(PONG)
        assert 1 <= len(bytes.fromhex(reply)) - 6 <= 8


def test_lost_replies_do_not_come_but_the_servo_does_as_told(connect):
    robot = connect("ids:1", bus=True, faults="lost=1")
    assert robot.ask("FF FF 01 05 03 1E F4 01 E3") == ""
    assert robot.sim.servos[1]["goal position"] == 500


def test_corrupt_replies_have_one_wrong_byte_that_the_checksum_tells(connect):
    robot = connect("ids:1", bus=True, faults="corrupt=1")
    for _ in range(20):
        reply, right = bytes.fromhex(robot.ask(PING)), bytes.fromhex(PONG)
        assert reply[:4] == right[:4]
        assert sum(a != b for a, b in zip(reply, right, strict=True)) == 1


def test_late_replies(connect):
    robot = connect("ids:1", bus=True, faults="late=0.2")
    assert robot.ask(PING) == PONG
    assert robot.clock.now() == pytest.approx(0.2 + 0.00062)


def test_dead_servos_hear_nothing(connect):
    robot = connect("ids:1,2,3", bus=True, faults="dead=1,dead=3")
    assert robot.ask(PING) == ""
    assert robot.ask("FF FF FE 04 03 19 01 E0") == ""
    assert [servo["led"] for servo in robot.sim.servos.values()] == [0, 1, 0]
    robot.sim.faults.off("dead")
    assert robot.ask(PING) == PONG


@pytest.mark.parametrize("paced", [True, False])
def test_an_adapter_with_echo_gives_back_what_it_is_sent(connect, paced):
    robot = connect("ids:1", bus=True, faults="echo", paced=paced)
    assert robot.ask(PING) == f"{PING} {PONG}"


@pytest.mark.parametrize(
    ("fault", "reply"),
    [("link-lost=1", ""), ("link-late=0.3", OK), ("lost=1", OK), ("corrupt=1", OK)],
)
def test_faults_of_the_link_and_of_the_bus_are_two_things(connect, fault, reply):
    assert connect("ids:1", faults=fault).ask(PING_CM5) == reply


def test_a_corrupt_or_noisy_link(connect):
    robot = connect("ids:1", faults="link-corrupt=1")
    reply = bytes.fromhex(robot.ask(PING_CM5))
    assert (reply[0], len(reply)) == (0xFA, 7)
    assert reply != bytes.fromhex(OK)
    robot = connect("ids:1", faults="link-noise=1")
    assert robot.ask(PING_CM5).endswith(" " + OK)


def test_an_unplugged_adapter_is_a_lost_link_until_it_is_back(connect):
    robot = connect("ids:1", bus=True)
    robot.sim.faults.on("unplugged", 5.0)
    assert robot.ask(PING) == PONG
    robot.clock.sleep(5.0)
    for call in (robot.sim.poll, lambda: robot.sim.receive(b"\xff")):
        with pytest.raises(LinkError, match="unplugged"):
            call()
    robot.sim.faults.off("unplugged")
    assert robot.ask(PING) == PONG


def test_a_fault_strikes_as_often_as_it_is_told(connect):
    robot = connect("ids:1", bus=True)
    robot.sim.faults.on("lost", 1.0, times=2)
    assert [robot.ask(PING) for _ in range(4)] == ["", "", PONG, PONG]


def test_a_fault_of_chance_strikes_by_chance_the_same_every_time(connect):
    def replies(seed):
        robot = connect("ids:1", bus=True, faults="lost=0.5,noise=0.5", seed=seed)
        return [robot.ask(PING) for _ in range(100)]

    first = replies(seed=1)
    assert first == replies(seed=1)
    assert first != replies(seed=2)
    assert 30 < first.count("") < 70


def test_off_ends_all(connect):
    faults = Faults(lambda: 0.0)
    faults.on("noise")
    faults.on("dead", 3)
    faults.on("noise", 0.5)
    assert faults.active() == [("dead", 3), ("noise", 0.5)]
    faults.off()
    assert faults.active() == []


def test_what_faults_are_called():
    assert parse_faults("") == []
    assert parse_faults("noise, lost=0.5,dead=3") == [
        ("noise", None),
        ("lost", 0.5),
        ("dead", 3.0),
    ]


@pytest.mark.parametrize("name", [name for name in KINDS if name != "dead"])
def test_every_fault_has_a_usual_value(name):
    faults = Faults(lambda: 0.0)
    faults.on(name)
    ((active, value),) = faults.active()
    assert active == name
    assert 0.0 <= value <= KINDS[name].highest


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda faults: faults.on("dust"), "fault: expected one of noise, lost, "),
        (lambda faults: faults.off("dust"), "but received 'dust'"),
        (lambda faults: faults.on("lost", 1.5), "0 to 1, but received 1.5"),
        (lambda faults: faults.on("dead"), "0 to 253, but received None"),
        (lambda _: parse_faults("lost=often"), "expected a number, but received 'of"),
        (lambda _: parse_faults("lost=1,dust"), "but received 'dust'"),
    ],
    ids=range(6),
)
def test_what_is_no_fault_says_what_is(wrong, message):
    with pytest.raises(BrError) as caught:
        wrong(Faults(lambda: 0.0))
    assert message in str(caught.value)
