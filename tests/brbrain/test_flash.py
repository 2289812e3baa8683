"""Loading firmware into a CM-5: all that can go wrong with its boot loader."""

import pytest

import brbrain
from brbrain import BrError, LinkError
from brbrain.flash import FlashError, flash_cm5

IMAGE = bytes.fromhex("0C944600") + bytes(range(256)) * 3
AGAIN = "to go on, flash again, and press MODE when told"
UNCHANGED = "nothing was written: the CM-5 has the firmware that it had; to go on, see"
INCOMPLETE = (
    "the firmware in the CM-5 is incomplete and may not run, but its boot loader is "
    f"untouched; {AGAIN}"
)
DOUBTFUL = (
    "all of the firmware was sent, but perhaps the CM-5 does not have it unchanged; "
    f"{AGAIN}"
)


class Session:
    """A simulated robot, and what the user is told."""

    def __init__(self):
        self.robot = brbrain.open("sim:ids:1,2", fast=True)
        self.sim = self.robot.sim
        self.loader = self.sim.boot_loader
        self.told = []
        self.asked = []
        self.on_ask = lambda button: None

    def ask(self, button, words):
        self.asked.append(button)
        assert f"press {button.upper()}" in words
        self.on_ask(button)

    def flash(self, **options):
        return flash_cm5(
            self.robot, IMAGE, tell=self.told.append, ask=self.ask, **options
        )

    def failure(self, **options):
        with pytest.raises(FlashError) as caught:
            self.flash(**options)
        return str(caught.value)

    def memory(self):
        return bytes(self.loader.flash[: len(IMAGE)])


@pytest.fixture
def session():
    return Session()


def test_the_firmware_is_in_the_cm5_and_answers(session):
    assert session.flash() == len(IMAGE)
    assert session.memory() == IMAGE
    assert session.asked == ["mode", "start", "mode"]
    assert session.robot.brain.link.baud == 115200
    assert session.robot.brain.ping_cm5()
    session.robot.move(1, 90)


def test_without_verification_nothing_is_read_back(session):
    assert session.flash(verify=False) == len(IMAGE)
    assert session.memory() == IMAGE
    assert session.asked == ["mode", "mode"]


def test_the_bytes_done_are_told(session):
    told = []
    session.robot.on_progress = lambda *progress: told.append(progress)
    session.flash()
    for stage in ("send", "verify"):
        done = [bytes for bytes, total, what in told if what == stage]
        assert done == sorted(done)
        assert (done[0], done[-1]) == (0, len(IMAGE))
    assert {total for _, total, _ in told} == {len(IMAGE)}


def test_the_user_may_take_a_while_to_press_a_button(session):
    robot = session.robot
    press = session.sim.press
    session.sim.press = lambda button: robot.clock.start(
        lambda: (robot.clock.sleep(30), press(button)), "user"
    )
    assert session.flash() == len(IMAGE)


def test_servos_hold_their_goals_while_the_cm5_is_silent(session):
    session.robot.move(1, 100)
    session.robot.wait_until_still()
    session.flash()
    assert session.robot.get(1, "present position") == pytest.approx(100, abs=1)
    assert "while the CM-5 is silent, servos hold their last goals" in session.told[0]


def test_wheels_are_stopped_first(session):
    session.robot.wheel(1, 30)
    session.flash()
    assert session.robot.get(1, "moving speed") == 0


def test_a_cm5_without_firmware_that_works_can_be_flashed(session):
    session.loader.starts = False
    session.sim.press("mode")
    session.robot.clock.sleep(1)
    session.sim.advance()
    session.loader.starts = True
    assert session.flash() == len(IMAGE)
    assert session.told[0] == (
        "the CM-5 does not answer now: its servos are left as they are"
    )


def test_an_echo_of_the_image_does_no_harm(session):
    session.loader.echoes = True
    assert session.flash() == len(IMAGE)


FAILURES = {
    "no welcome": (
        {"deaf": True},
        "boot: expected the welcome of the boot loader after MODE, but received",
        UNCHANGED,
    ),
    "another speed": (
        {"baud": 38400},
        "boot: expected the welcome of the boot loader after MODE, but received bytes "
        "(00 00 00 00 00 00 00 00 ...) of another speed or another program in 60 s",
        UNCHANGED,
    ),
    "stall while it is sent": (
        {"stalls_after": 300},
        "size: expected the boot loader to report 772 bytes, but received nothing",
        INCOMPLETE,
    ),
    "stall after an echo": (
        {"stalls_after": 300, "echoes": True},
        "size: expected the boot loader to report 772 bytes, but received nothing",
        INCOMPLETE,
    ),
    "bytes lost": (
        {"loses": frozenset([5, 6])},
        "size: expected the boot loader to report 772 bytes, but received 770 bytes",
        INCOMPLETE,
    ),
    "another byte in memory": (
        {"corrupts": frozenset([0x123])},
        "verify: address 0x0123: expected 0x1F to be read back, but received 0x1E",
        DOUBTFUL,
    ),
    "a byte lost on the way back": (
        {"dump_loses": frozenset([9])},
        "verify: address 0x0009: expected 0x05 to be read back, but received 0x06",
        DOUBTFUL,
    ),
    "stall while it is read back": (
        {"dump_stalls_after": 500},
        "verify: expected 772 bytes to be read back after START, but received 500, "
        "all of them right",
        DOUBTFUL,
    ),
    "nothing read back": (
        {"dump_stalls_after": 0},
        "verify: expected 772 bytes to be read back after START, but received none",
        DOUBTFUL,
    ),
    "silent firmware": (
        {"starts": False},
        "start: expected the new firmware to answer a ping at 115200 bps, but it was "
        "silent for 60 s",
        "the CM-5 has the new firmware, read back without a fault; to go on, press "
        "MODE once more and ping it",
    ),
}


@pytest.mark.parametrize("name", FAILURES)
def test_a_failure_tells_the_state_and_the_way_on(session, name):
    faults, message, state = FAILURES[name]
    healthy = {fault: getattr(session.loader, fault) for fault in faults}
    vars(session.loader).update(faults)
    told = session.failure()
    assert told.startswith(message)
    assert f"; {state}" in told
    assert session.robot.brain.link.baud == 115200
    # The way on leads there.
    vars(session.loader).update(healthy)
    assert session.flash() == len(IMAGE)
    assert session.robot.brain.ping_cm5()


def test_silent_firmware_that_was_not_read_back_is_told_as_that(session):
    session.loader.starts = False
    assert "the CM-5 has the new firmware, not read back;" in session.failure(
        verify=False
    )


@pytest.mark.parametrize(
    ("button", "state"), [("mode", UNCHANGED), ("start", DOUBTFUL)]
)
def test_a_lost_port_is_told_with_the_state(session, button, state):
    def unplug(asked):
        if asked == button:
            session.sim.faults.on("unplugged", 0)

    session.on_ask = unplug
    told = session.failure()
    assert "the adapter of the simulated robot is unplugged" in told
    assert f"; {state}" in told


def test_a_port_lost_while_it_is_sent_leaves_an_incomplete_firmware(session):
    def unplug(done, total, what):
        if (done, what) == (128, "send"):
            session.sim.faults.on("unplugged", 0)

    session.robot.on_progress = unplug
    told = session.failure()
    assert told.startswith(
        "send: link: the adapter of the simulated robot is unplugged"
    )
    assert f"; {INCOMPLETE}" in told


def interrupt(*_):
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("button", "count", "told"),
    [
        ("mode", 1, f"boot: broken off; {UNCHANGED}"),
        ("start", 1, f"verify: broken off; {DOUBTFUL}"),
        (
            "mode",
            2,
            "start: broken off; the CM-5 has the new firmware, read back without a ",
        ),
    ],
)
def test_ctrl_c_at_a_button_tells_the_state(session, button, count, told):
    session.on_ask = lambda asked: session.asked.count(button) == count and interrupt()
    with pytest.raises(KeyboardInterrupt):
        session.flash()
    assert session.told[-1].startswith(told)
    assert session.robot.brain.link.baud == 115200


@pytest.mark.parametrize(
    ("stage", "told"),
    [
        ("send", f"send: broken off; {INCOMPLETE}"),
        ("verify", f"verify: broken off; {DOUBTFUL}"),
    ],
)
def test_ctrl_c_in_the_middle_tells_the_state(session, stage, told):
    session.robot.on_progress = lambda done, total, what: (
        what == stage and done > 0 and interrupt()
    )
    with pytest.raises(KeyboardInterrupt):
        session.flash()
    assert session.told[-1] == told
    session.robot.on_progress = None
    assert session.flash() == len(IMAGE)


@pytest.mark.parametrize(
    ("written", "reads", "told"),
    [
        (b"\nl\n", 0, "load: broken off; the boot loader waits, and no byte of the "),
        # the first belongs to what was sent
        (IMAGE[-4:], 1, f"size: broken off; {INCOMPLETE}"),
    ],
)
def test_ctrl_c_while_the_boot_loader_is_waited_for(
    session, monkeypatch, written, reads, told
):
    link = session.robot.brain.link
    write, read = link.write, link.read

    def watch(data):
        write(data)
        if data == written:
            left = [read] * reads
            link.read = lambda until: (left.pop() if left else interrupt)(until)

    with monkeypatch.context() as patch:
        patch.setattr(link, "read", read)
        patch.setattr(link, "write", watch)
        with pytest.raises(KeyboardInterrupt):
            session.flash()
    assert session.told[-1].startswith(told)
    assert session.flash() == len(IMAGE)


@pytest.mark.parametrize(
    ("name", "value"),
    [("verify", "yes"), ("tell", 5), ("ask", "mode")],
)
def test_a_wrong_argument_is_told_before_anything_is_sent(session, name, value):
    with pytest.raises(BrError, match=f"{name}: expected .*, but received"):
        flash_cm5(session.robot, IMAGE, **{name: value})
    with pytest.raises(BrError, match="image: expected AVR code"):
        flash_cm5(session.robot, b"text")
    assert session.robot.brain.counters.sent == 0


def test_the_failure_is_one_of_the_link(session):
    session.loader.deaf = True
    with pytest.raises(LinkError):
        session.flash()
