"""A device's life and cycle, on a small one that lives in memory."""

import threading
from math import inf, nan

import pytest

from brbrain.clock import VirtualClock
from brbrain.device import Device, DeviceFault, Level, Phase, PhaseError, Signal
from brbrain.errors import ArgumentError, LinkError, NotSupportedError

KNEE, LOAD, TORQUE = "knee/position", "knee/load", "knee/torque_limit"


class Memory(Device):
    """A servo that reaches its goal at once; ``script`` tells what goes wrong next."""

    def __init__(self):
        super().__init__("memory", VirtualClock())
        self.position, self.script, self.heard, self.enabled = 0.7, [], [], []

    def _open(self):
        return [
            Signal(KNEE, "rad", command=True, low=-2.0, high=2.0),
            Signal(LOAD, ""),
            Signal(TORQUE, "", command=True, low=0.0, high=1.0, start=0.5),
        ]

    def _enable(self, on):
        self.enabled.append(on)

    def _exchange(self, commands):
        self.heard.append(commands)
        wrong = self.script.pop(0) if self.script else ""
        if wrong == "zero":
            return None
        if wrong:
            raise {"lost": LinkError, "fault": DeviceFault}[wrong](wrong)
        if commands is not None:
            self.position = commands[0]
        return (self.position, 0.25, nan)


@pytest.fixture
def device():
    return Memory()


@pytest.fixture
def active(device):
    device.configure()
    device.activate()
    return device


def test_it_goes_through_its_life(device):
    assert device.phase is Phase.UNCONFIGURED
    device.configure()
    assert device.phase is Phase.INACTIVE
    device.activate()
    assert device.phase is Phase.ACTIVE
    device.deactivate()
    assert device.phase is Phase.INACTIVE
    device.cleanup()
    device.cleanup()
    assert device.phase is Phase.UNCONFIGURED
    assert device.enabled == [True, False]


@pytest.mark.parametrize(
    ("phase", "calls"),
    [
        (Phase.UNCONFIGURED, ("activate", "deactivate", "exchange")),
        (Phase.INACTIVE, ("configure", "deactivate")),
        (Phase.ACTIVE, ("configure", "activate")),
        (Phase.FAULT, ("configure", "activate", "deactivate", "exchange")),
    ],
)
def test_what_a_phase_does_not_allow(device, phase, calls):
    if phase is not Phase.UNCONFIGURED:
        device.configure()
    if phase in (Phase.ACTIVE, Phase.FAULT):
        device.activate()
    if phase is Phase.FAULT:
        device.script = ["fault"]
        with pytest.raises(DeviceFault):
            device.exchange()
    for call in calls:
        with pytest.raises(PhaseError, match=f"but it is {phase.value}"):
            getattr(device, call)()
    assert device.phase is phase


def test_it_holds_what_it_measures_before_it_is_switched_on(active):
    assert active.heard == [None, None, (0.7, 0.5)]
    assert active.enabled == [True]
    assert active.state.sent == (0.7, 0.5)


@pytest.mark.parametrize("script", [["lost"], ["", "lost"]])
def test_it_stays_off_if_an_exchange_of_activation_is_lost(device, script):
    device.configure()
    device.script = script
    with pytest.raises(LinkError):
        device.activate()
    assert device.phase is Phase.INACTIVE
    assert True not in device.enabled


def test_it_stays_off_if_what_to_hold_is_unknown(device):
    device.position = nan
    device.configure()
    with pytest.raises(LinkError, match="knee/position: it cannot be read"):
        device.activate()
    assert device.enabled == []


def test_commands_are_clipped_and_what_was_sent_is_told(active):
    state = active.exchange({KNEE: 5.0, TORQUE: -1.0})
    assert state.sent == (2.0, 0.0)
    assert active.heard[-1] == (2.0, 0.0)


def test_what_is_not_commanded_keeps_its_command(active):
    active.exchange({KNEE: 1.0})
    assert active.exchange({TORQUE: 0.1}).sent == (1.0, 0.1)
    assert active.exchange().sent == (1.0, 0.1)


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("hip/position", 0.0, ArgumentError),
        (0, 0.0, ArgumentError),
        (LOAD, 0.0, NotSupportedError),
        (KNEE, nan, ArgumentError),
        (KNEE, inf, ArgumentError),
        (KNEE, "0", ArgumentError),
    ],
)
def test_of_commands_with_a_wrong_one_none_is_taken(active, name, value, error):
    heard = len(active.heard)
    with pytest.raises(error):
        active.exchange({TORQUE: 0.9, name: value})
    assert len(active.heard) == heard
    assert active.exchange().sent == (0.7, 0.5)


def test_only_an_active_device_takes_commands(device):
    device.configure()
    with pytest.raises(PhaseError):
        device.exchange({KNEE: 0.0})
    assert device.exchange().sent == ()


def test_lost_exchanges_keep_the_last_values_and_then_are_a_fault(active):
    before = active.state
    active.script = ["lost", "lost", "lost"]
    for _ in range(2):
        state = active.exchange()
        assert state.stale
        assert (state.values, state.cycle) == (before.values, before.cycle)
    with pytest.raises(LinkError):
        active.exchange()
    assert active.phase is Phase.FAULT
    assert active.enabled == [True, False]


def test_the_count_of_lost_exchanges_starts_again_after_a_good_one(active):
    active.script = ["lost", "lost", "", "lost", "lost", ""]
    stale = [active.exchange().stale for _ in range(6)]
    assert stale == [True, True, False, True, True, False]


def test_a_zero_buffer_keeps_the_values_and_is_no_loss(active):
    before = active.state
    active.script = ["zero"] * 5
    for _ in range(5):
        state = active.exchange()
    assert (state.values, state.cycle, state.stale) == (
        before.values,
        before.cycle,
        False,
    )
    assert (active.zero_buffers, active.lost) == (5, 0)


def test_after_a_fault_it_is_cleaned_up_and_configured_again(active):
    active.script = ["fault"]
    with pytest.raises(DeviceFault):
        active.exchange()
    active.cleanup()
    active.configure()
    assert active.phase is Phase.INACTIVE


def test_a_device_that_cannot_be_read_at_first_is_not_configured(device):
    device.script = ["lost"]
    with pytest.raises(LinkError):
        device.configure()
    assert device.phase is Phase.UNCONFIGURED


def test_another_thread_reads_but_does_not_exchange(active):
    found = []

    def other():
        found.append(active.value(KNEE))
        found.append(active.diagnostics()[0].level)
        try:
            active.exchange()
        except PhaseError as error:
            found.append(str(error))

    thread = threading.Thread(target=other)
    thread.start()
    thread.join()
    assert found[:2] == [0.7, Level.OK]
    assert "another thread owns it" in found[2]


def test_diagnostics_tell_how_it_is(device):
    def level():
        return device.diagnostics()[0].level

    assert level() is Level.STALE
    device.configure()
    assert level() is Level.OK
    device.clock.sleep(1.5)
    assert level() is Level.STALE
    device.script = ["", "lost", "fault"]
    device.exchange()
    device.exchange()
    assert level() is Level.WARN
    with pytest.raises(DeviceFault):
        device.exchange()
    assert level() is Level.ERROR
    assert device.diagnostics()[0].values["lost"] == 1


def test_there_is_no_state_before_the_first_exchange(device):
    with pytest.raises(PhaseError):
        _ = device.state


# Stopping, and who owns it


def test_stopped_it_holds_what_is_measured(active):
    active.exchange({KNEE: 1.5, TORQUE: 0.9})
    active.position = 1.1  # it is on its way
    active._exchange = on_its_way(active)
    active.stop()
    assert active.phase is Phase.ACTIVE
    assert active.state.sent == (1.1, 0.5)


def on_its_way(device):
    """Return an exchange in which the joint stays where it is."""

    def exchange(commands):
        device.heard.append(commands)
        return (device.position, 0.25, nan)

    return exchange


def test_stopped_it_is_switched_off_if_that_is_its_policy(active):
    active.stop_policy = "limp"
    active.stop()
    assert active.phase is Phase.INACTIVE
    assert active.enabled == [True, False]


def test_what_cannot_be_held_is_switched_off(active):
    active.script = ["lost"] * 10
    active.stop()
    assert active.phase is Phase.FAULT
    assert active.enabled[-1] is False


def test_a_lost_exchange_does_not_keep_it_from_holding(active):
    active.script = ["lost"]
    active.stop()
    assert active.phase is Phase.ACTIVE
    assert active.enabled == [True]


@pytest.mark.parametrize("phase", ["unconfigured", "inactive"])
def test_what_is_not_active_needs_no_stop(device, phase):
    if phase == "inactive":
        device.configure()
    heard = len(device.heard)
    device.stop()
    assert device.phase.value == phase
    assert len(device.heard) == heard


def test_a_stop_policy_is_hold_or_limp(device):
    with pytest.raises(ArgumentError, match="stop policy: expected hold or limp"):
        device.stop_policy = "fall"
    assert device.stop_policy == "hold"


def test_finished_it_is_closed_whoever_owned_it(active):
    thread = threading.Thread(target=active.finish)
    thread.start()
    thread.join()
    assert active.phase is Phase.UNCONFIGURED
    assert active.enabled[-1] is False


def test_after_a_hand_over_the_next_thread_owns_it(active):
    active.hand_over()
    thread = threading.Thread(target=active.exchange)
    thread.start()
    thread.join()
    with pytest.raises(PhaseError, match="another thread owns it"):
        active.exchange()
    with pytest.raises(PhaseError, match="another thread owns it"):
        active.hand_over()
