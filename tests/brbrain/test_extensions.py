"""What the host makes of the extensions of the CM-5's protocol, and of their lack."""

import pytest

from brbrain import Brain, MemoryLink
from brbrain.clock import VirtualClock
from brbrain.errors import ArgumentError, LinkError, NotSupportedError, StatusError
from brbrain.packets import Capability, Instruction
from brbrain.sim import Simulation

ALL = Capability.SYNC_WRITE | Capability.WRITE_READ | Capability.BUS | Capability.BAUD
IDS = [3, 7]


class Talk:
    """A brain and its simulated robot; ``sent`` are the first bytes of the requests."""

    def __init__(self, robot="ids:3,7", **options):
        self.clock = VirtualClock()
        self.sim = Simulation(robot, self.clock, **options)
        self.brain = Brain(MemoryLink(self.sim, self.clock))
        self.sent = []
        self.words = []
        self.brain.on_packet = self.note

    def note(self, way, packet, words):
        if way == "sent":
            self.sent.append(packet[0])
            self.words.append(words)


@pytest.fixture(params=["brshell", "original"])
def firmware(request):
    return request.param


def ready(firmware="brshell", robot="ids:3,7", **options):
    talk = Talk(robot, firmware=firmware, **options)
    talk.brain.negotiate()
    ids = sorted(talk.sim.servos)
    talk.brain.set_write_format(ids, "goal position", 1)
    talk.brain.set_read_format(ids, "present position", 1)
    talk.sent.clear()
    return talk


def test_nothing_is_asked_before_it_is_wanted():
    talk = Talk()
    talk.brain.scan(7)
    assert talk.brain.capabilities is None
    assert set(talk.sent) == {Instruction.PING}


def test_what_our_firmware_can():
    talk = Talk()
    assert talk.brain.negotiate() == ALL
    assert talk.brain.negotiate() == ALL
    assert talk.sent == [Instruction.VERSION]


def test_what_the_original_firmware_can():
    talk = Talk(firmware="original")
    assert talk.brain.negotiate() == Capability(0)
    assert talk.brain.capabilities == Capability(0)
    assert talk.brain.ping(3)
    # It is deaf for half a second after what it does not know.
    assert talk.clock.now() == pytest.approx(0.6, abs=0.1)
    assert talk.brain.counters.retries == 0


@pytest.mark.parametrize("fault", ["link-corrupt", "link-lost", "link-noise"])
def test_a_damaged_answer_is_not_taken_for_one(fault):
    talk = Talk()
    talk.brain.ping_cm5()
    talk.sim.faults.on(fault, 1.0, times=1)
    assert talk.brain.negotiate() == ALL


def test_one_exchange_writes_and_reads(firmware):
    talk = ready(firmware)
    assert talk.brain.write_read_raw([341, 682]) == [512, 512, 0]
    talk.clock.sleep(2.0)
    *places, status = talk.brain.write_read_raw([341, 682])
    assert places == pytest.approx([341, 682], abs=1)
    assert status == 0
    ours = [Instruction.SET_OPTIONS, Instruction.WRITE_READ, Instruction.WRITE_READ]
    plain = [Instruction.READ_DATA, Instruction.WRITE_DATA] * 2
    assert talk.sent == (ours if firmware == "brshell" else plain)


def test_one_exchange_in_natural_units(firmware):
    talk = ready(firmware)
    *places, status = talk.brain.write_read_natural([100.0, 200.0])
    assert places == pytest.approx([150.15, 150.15], abs=0.01)
    assert status == 0
    assert [servo["goal position"] for servo in talk.sim.servos.values()] == [341, 682]


def test_registers_are_exchanged_beside_the_formats(firmware):
    talk = ready(firmware)
    blocks, reading = [(3, "led", 1)], [(7, "model number", 2)]
    assert talk.brain.exchange_registers(blocks, [1], reading) == [12, 24]
    assert talk.sim.servos[3]["led"] == 1
    assert talk.brain.read_raw() == [512, 512, 0]


def test_who_is_missing_is_told_by_what_is_read(firmware):
    talk = ready(firmware)
    talk.sim.faults.on("dead", 7)
    goals = [(id, "goal position", 1) for id in IDS]
    places = [(id, "present position", 1) for id in IDS]
    with pytest.raises(StatusError) as caught:
        talk.brain.exchange_registers(goals, [341, 682], places)
    assert caught.value.failed == (7,)
    assert caught.value.values == {3: [512]}
    assert talk.sim.servos[3]["goal position"] == 341


@pytest.mark.parametrize("values", [[1], [1, 2, 3], [341, 1024], ["x", 5]])
def test_nothing_is_sent_for_values_that_are_wrong(firmware, values):
    talk = ready(firmware)
    with pytest.raises(Exception, match="expected"):
        talk.brain.write_read_raw(values)
    assert talk.sent == []


def test_a_damaged_exchange_is_not_done_twice():
    talk = ready()
    talk.brain.write_read_raw([512, 512])
    talk.sim.faults.on("link-lost", 1.0, times=1)
    talk.sent.clear()
    with pytest.raises(LinkError):
        talk.brain.write_read_raw([341, 682])
    assert talk.sent == [Instruction.WRITE_READ]
    assert talk.brain.read_raw()[-1] == 0


def test_writing_together_is_told_only_when_it_changes():
    talk = ready()
    talk.brain.sync_write = True
    for _ in range(2):
        talk.brain.write_raw([341, 682])
    assert talk.sent == [
        Instruction.SET_OPTIONS,
        Instruction.WRITE_DATA,
        Instruction.WRITE_DATA,
    ]
    assert [servo["goal position"] for servo in talk.sim.servos.values()] == [341, 682]


def test_who_is_written_together_does_not_answer():
    talk = ready()
    talk.sim.faults.on("dead", 7)
    assert talk.brain.write_raw([341, 682]) == 0x0A
    talk.brain.sync_write = True
    assert talk.brain.write_raw([341, 682]) == 0


def test_unlike_registers_are_never_written_together():
    talk = ready()
    talk.brain.sync_write = True
    talk.brain.set_write_format([(3, "led", 1), (7, "goal position", 1)])
    talk.sent.clear()
    assert talk.brain.write_raw([1, 341]) == 0
    assert talk.sent == [Instruction.WRITE_DATA]
    assert talk.sim.servos[3]["led"] == 1


def test_a_robot_switched_off_and_on_is_told_all_again():
    talk = ready()
    talk.brain.write_read_raw([341, 682])
    talk.sim.power_cycle()
    with pytest.raises(LinkError):
        talk.brain.write_read_raw([341, 682])
    assert talk.brain.write_read_raw([400, 600])[-1] == 0
    assert [servo["goal position"] for servo in talk.sim.servos.values()] == [400, 600]


def test_bytes_on_the_servo_bus():
    talk = ready()
    # PING of servo 3 and its answer; that of servo 4 has none.
    ping = bytes.fromhex("FF FF 03 02 01 F9")
    assert talk.brain.pass_through(ping, 6) == bytes.fromhex("FF FF 03 02 00 FA")
    assert talk.brain.pass_through(bytes.fromhex("FF FF 04 02 01 F8"), 6) == b""
    assert talk.brain.pass_through(ping) == b""
    assert talk.brain.ping(3)


def test_bytes_on_the_bus_need_a_cm5_that_can():
    talk = ready("original")
    for call in (
        lambda: talk.brain.pass_through(b"x"),
        lambda: talk.brain.change_link_baud(250_000),
    ):
        with pytest.raises(NotSupportedError, match="received one with the original"):
            call()


@pytest.mark.parametrize("baud", [250_000, 500_000, 1_000_000])
def test_a_faster_link(baud):
    talk = ready(robot="humanoid")
    talk.brain.change_link_baud(baud)
    assert talk.sim.host_baud == talk.brain.link.baud == baud
    began = talk.clock.now()
    assert talk.brain.read_raw()[-1] == 0
    # 2 + 43 bytes at 115200 bps are 3.9 ms; the servos alone need 12.
    assert talk.clock.now() - began < 0.0143
    talk.brain.close()
    assert talk.sim.host_baud == 115_200


def test_a_link_that_cannot_be_faster_stays_as_it_was():
    talk = ready()
    talk.sim.faults.on("link-lost", 1.0)
    talk.brain.timeout = 0.1
    talk.brain.retries = 0
    with pytest.raises(LinkError):
        talk.brain.change_link_baud(1_000_000)
    talk.sim.faults.off("link-lost")
    assert talk.brain.ping(3)
    assert talk.brain.link.baud == 115_200


@pytest.mark.parametrize("lost", [1, 2])
def test_a_link_whose_wires_are_too_bad_goes_back(lost):
    """Also if only the reply to the request, or only the first one after it, is."""
    talk = ready()
    change = talk.brain._cm5.set_baud
    cut = {"at": lost}

    def set_baud(code):
        if cut["at"] == 1:
            talk.sim.faults.on("link-lost", 1.0, times=1)
        status = change(code)
        talk.sim.faults.on("link-lost", 1.0)
        return status

    talk.brain._cm5.set_baud = set_baud
    with pytest.raises(LinkError):
        talk.brain.change_link_baud(1_000_000)
    talk.sim.faults.off()
    assert talk.brain.ping(3)
    assert talk.brain.link.baud == 115_200


def test_a_link_that_goes_back_says_so_when_it_has():
    talk = ready()
    change = talk.brain._cm5.set_baud

    def set_baud(code):
        status = change(code)
        # The three answers to the ping that is to confirm it.
        talk.sim.faults.on("link-lost", 1.0, times=3)
        return status

    talk.brain._cm5.set_baud = set_baud
    with pytest.raises(LinkError, match="did not; the link has 115200 again: ping"):
        talk.brain.change_link_baud(1_000_000)
    assert talk.sim.host_baud == talk.sim._line.baud == 115_200
    assert talk.brain.ping(3)


def test_ctrl_c_in_the_middle_leaves_a_speed_that_can_be_taken_back(monkeypatch):
    talk = ready()
    ping = talk.brain._cm5.ping

    def interrupted(id):
        monkeypatch.setattr(talk.brain._cm5, "ping", ping)
        raise KeyboardInterrupt

    monkeypatch.setattr(talk.brain._cm5, "ping", interrupted)
    with pytest.raises(KeyboardInterrupt):
        talk.brain.change_link_baud(1_000_000)
    assert talk.brain.ping(3)
    talk.brain.restore_link_baud()
    assert talk.brain.link.baud == 115_200
    assert talk.brain.ping(3)


def test_after_a_lost_link_it_begins_at_the_usual_speed():
    talk = ready()
    talk.brain.change_link_baud(1_000_000)
    talk.brain.reconnect()
    assert talk.brain.link.baud == 115_200
    assert talk.brain.capabilities is None
    assert talk.brain.ping(3)


@pytest.mark.parametrize("baud", [9600, 57_600, 2_000_000])
def test_other_speeds_are_refused(baud):
    with pytest.raises(ArgumentError, match="one of 115200, 250000, 500000, 1000000"):
        ready().brain.change_link_baud(baud)


def test_packets_in_words():
    talk = ready()
    talk.words.clear()
    talk.brain.write_read_raw([341, 682])
    talk.brain.pass_through(b"\xff\xff", 3)
    talk.brain.change_link_baud(250_000)
    assert talk.words == [
        "SET_OPTIONS SYNC_WRITE",
        "WRITE_READ id 3: goal position 341, id 7: goal position 682",
        "BUS FF FF, for 3 bytes",
        "SET_BAUD 250000",
        "PING CM-5",
    ]
