"""A Shadow-like hand on EtherCAT: its palm, motors, fingertips and CAN boards."""

from __future__ import annotations

import sys
from contextlib import suppress
from math import isfinite

from brbrain.errors import BrError
from brshell.builtins.robot.convert import any_of, table, to_scheme
from brshell.builtins.robot.device import diagnoses
from brshell.builtins.robot.procedures import bound, procedure
from brshell.runtime.conditions import bad_value, failure
from brshell.runtime.datums import FALSE, Bytevector, list_from, symbol
from brshell.runtime.interrupts import safe_point

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brbrain.device import Device
    from brbrain.ethercat.device import AnyHand, EthercatDevice
    from brbrain.stopping import Policy
    from brshell.builtins.robot.convert import (
        AnyValue,
        Bytes,
        Count,
        Datum,
        Name,
        Number,
        Text,
    )
    from brshell.machine import Machine

OP_SECONDS = 2.0
"""Seconds that (ethercat-state 'op) waits for all palms; our choice."""


class OpenedHand:
    """A hand that is stopped and closed as robots are, with the devices made of it."""

    name = "hand"

    def __init__(self, hand: AnyHand, policy: Policy) -> None:
        self.hand = hand
        self.policy = policy
        self.closed = False
        self.device: EthercatDevice | None = None

    def stop(self) -> None:
        """Lead each joint to where it is, or halt all motors if that is the policy."""
        if self.closed:
            return
        if self.device is not None:
            self.device.stop()
        if self.hand.why_halted:
            return
        if self.policy == "limp":
            self.hand.halt("stopped")
        else:
            self._hold()

    def _hold(self) -> None:
        for number in range(len(self.hand.palms)):
            angles = self.hand.angles(number)
            if not all(map(isfinite, angles)):
                self.hand.halt("stopped, and where the joints are is not known")
                return
            wanted: dict[int | str, float] = dict(enumerate(angles))
            self.hand.lead_all(wanted, number)

    def finish(self) -> None:
        """Halt all motors and close; a second call does no harm."""
        if self.closed:
            return
        try:
            if self.device is not None:
                with suppress(BrError):  # closing the hand halts it in any case
                    self.device.finish()
        finally:
            self.closed = True
            self.hand.close()

    def hand_over(self) -> None:
        """Let another thread use its device."""
        if self.device is not None:
            with suppress(BrError):
                self.device.hand_over()


def bind(machine: Machine) -> list[Any]:
    """Return the procedures of this module for a machine."""
    opened: list[OpenedHand] = []

    def hand_of(who: str) -> AnyHand:
        """Return the hand that is open."""
        if not opened or opened[-1].closed:
            raise failure("link", who, "expected (ethercat-open) before")
        return opened[-1].hand

    @procedure("ethercat-open")
    def ethercat_open(robots: Any, where: Text = "sim") -> None:
        """Open a hand: a simulated one, or "udp:HOST" or an interface such as "eth0".

        Its palms are found and brought to OP. Motors are halted until (reset-motors).
        """
        robots = machine.robots
        if opened:
            opened[-1].finish()
        hand = _open(machine, where)
        hand.on_idle = safe_point
        opened[:] = [OpenedHand(hand, robots.stop_policy)]
        robots.devices.append(opened[-1])

    @procedure("ethercat-close")
    def ethercat_close(robots: Any) -> None:
        """Halt all motors of the hand and close it."""
        hand_of("ethercat-close")
        opened[-1].finish()

    @procedure("ethercat-scan")
    def ethercat_scan(robots: Any) -> Any:
        """Return a list of the slaves: their names and numbers by name."""
        return list_from([_slave(each) for each in hand_of("ethercat-scan").slaves])

    @procedure("ethercat-state", waits=True)
    def ethercat_state(robots: Any, wanted: Name | None = None) -> Any:
        """Return a list of the states of the slaves, such as "OP".

        With 'op it waits for all to be in OP, for two seconds, as after trouble.
        """
        who = "ethercat-state"
        hand = hand_of(who)
        if wanted not in (None, "op"):
            raise bad_value(who, "op, to which they go by themselves", symbol(wanted))
        deadline = hand.clock.now() + OP_SECONDS
        while wanted and (hand.recovering or set(hand.states()) != {"OP"}):
            if hand.clock.now() > deadline:
                raise failure(
                    "link", who, "expected OP, but: " + ", ".join(hand.states())
                )
            hand.exchange()
        return to_scheme(hand.states())

    @procedure("ethercat-exchange", waits=True)
    def ethercat_exchange(robots: Any, cycles: Count = 1) -> int:
        """Wait for so many cycles, or one; return the working counter of the last."""
        who = "ethercat-exchange"
        hand = hand_of(who)
        if cycles < 1:
            raise bad_value(who, "one cycle or more", cycles)
        for _ in range(cycles):
            counter = hand.exchange()
        return counter

    @procedure("working-counter")
    def working_counter(robots: Any) -> int:
        """Return the working counter of the last cycle: 3 a palm, -1 if it was lost."""
        return hand_of("working-counter").counter

    @procedure("reset-motors", waits=True)
    def reset_motors(robots: Any) -> None:
        """Release motors that were halted; nothing is demanded of them yet."""
        hand_of("reset-motors").reset()

    @procedure("halt-motors")
    def halt_motors(robots: Any) -> None:
        """Ask no motor for anything, until (reset-motors)."""
        hand_of("halt-motors").halt()

    @procedure("motors-halted")
    def motors_halted(robots: Any) -> Any:
        """Return why motors are halted, #f if they are not."""
        why = hand_of("motors-halted").why_halted
        return why if why else FALSE

    @procedure("palm-set-demand!")
    def palm_set_demand(robots: Any, motor: AnyValue, share: Number) -> None:
        """Demand a share of a motor's PWM, -1 to 1, until another is demanded.

        A motor is a number from 0 to 19 or the name of its joint, such as FFJ3.
        """
        hand_of("palm-set-demand!").set_demand(_key(motor), share)

    @procedure("palm-lead!")
    def palm_lead(robots: Any, motor: AnyValue, radians: Number) -> float:
        """Lead a joint to an angle in rad; return it, within the joint's limits."""
        return hand_of("palm-lead!").lead(_key(motor), radians)

    @procedure("palm-angle")
    def palm_angle(robots: Any, motor: AnyValue) -> float:
        """Return the angle of a motor's joint, in rad."""
        return hand_of("palm-angle").angle(_key(motor))

    @procedure("palm-sensor")
    def palm_sensor(robots: Any, sensor: AnyValue) -> Any:
        """Return what a sensor reads, raw: FFJ1, THJ5A, ACCX, AN0 and others."""
        return _known(hand_of("palm-sensor").sensor(_key(sensor)))

    @procedure("palm-sensors")
    def palm_sensors(robots: Any) -> Any:
        """Return what all sensors read, raw, by name."""
        found = hand_of("palm-sensors").sensors()
        return table((name, _known(raw)) for name, raw in found.items())

    @procedure("palm-tactile")
    def palm_tactile(robots: Any, finger: AnyValue) -> Any:
        """Return raw pressure and temperature of a fingertip; #f if it tells none.

        A fingertip is a number from 0 to 4 or FF, MF, RF, LF, TH.
        """
        found = hand_of("palm-tactile").tactile(_key(finger))
        if found is None:
            return FALSE
        return list_from([found.pressure, found.temperature])

    @procedure("palm-torque")
    def palm_torque(robots: Any, motor: AnyValue) -> Any:
        """Return the torque that a motor measures, raw."""
        return _known(hand_of("palm-torque").torque(_key(motor)))

    @procedure("palm-zero-buffers")
    def palm_zero_buffers(robots: Any) -> int:
        """Return how many statuses came that the palm had not written."""
        return hand_of("palm-zero-buffers").zero_buffers

    @procedure("can-direct", waits=True)
    def can_direct(
        robots: Any, bus: Count, id: Count, data: Bytes, seconds: Number = 0.1
    ) -> Any:
        """Send a message on CAN bus 1 or 2; return a list (bus id bytes) that answers.

        Nothing else passes until it is acknowledged, or the seconds are over.
        """
        found = hand_of("can-direct").send(bus, id, data, seconds)
        return list_from([found.bus, found.id, Bytevector(bytearray(found.data))])

    @procedure("flash-board!", waits=True)
    def flash_board(robots: Any, board: Count, file: Text) -> int:
        """Load a file into the board of a motor, 0 to 19; return the number of bytes.

        The file is raw or Intel HEX. Motors are halted before, and stay so.
        """
        from brbrain.ethercat.can_bridge import board_address
        from brbrain.ethercat.flash_board import flash_board, load_board_image

        hand = hand_of("flash-board!")
        board_address(board)
        image = load_board_image(file)
        progress = machine.robots.progress
        try:
            flash_board(
                hand,
                board,
                image,
                lambda stage, done, total: progress(done, total, stage),
            )
        except KeyboardInterrupt:
            progress.clear()
            text = f"board {board} may have no program now: flash it again"
            print(f"flash-board!: {text}", file=sys.stderr)
            raise
        return len(image)

    @procedure("reinitialize-boards")
    def reinitialize_boards(robots: Any) -> None:
        """Ask all motor boards anew for what is known once, such as revisions."""
        hand_of("reinitialize-boards").reinitialize_boards()

    @procedure("diagnostics")
    def diagnostics(robots: Any) -> Any:
        """Return a list of lists (level name message figures): how all parts are.

        The levels are ok, warn, error and stale.
        """
        return diagnoses(hand_of("diagnostics").diagnostics())

    @procedure("diagnostic-level")
    def diagnostic_level(robots: Any, part: AnyValue = "") -> Any:
        """Return the worst level of what begins so: palm, FFJ3, or all without it."""
        from brbrain.ethercat.diagnosis import worst

        found = hand_of("diagnostic-level").diagnostics()
        wanted = str(part).lower()
        chosen = [each for each in found if wanted in each.name.lower()]
        if not chosen:
            raise bad_value("diagnostic-level", "a part of the hand", symbol(part))
        return symbol(worst(chosen).name.lower())

    @procedure("palm-fault!")
    def palm_fault(robots: Any, name: Name, *arguments: Datum) -> None:
        """Cause a fault in a simulated hand, such as 'zero-buffer 10 or 'object 30.

        'none ends all. docs/ethercat.md has the list.
        """
        hand = hand_of("palm-fault!")
        if not hasattr(hand, "set_fault"):
            raise failure("value", "palm-fault!", "expected a simulated hand")
        given = [any_of("palm-fault!", each) for each in arguments]
        hand.set_fault(name, *given)

    @procedure("hand-device")
    def hand_device(robots: Any) -> Device:
        """Return the hand as a device, for iob-open, play and others."""
        from brbrain.ethercat.device import EthercatDevice

        hand = hand_of("hand-device")
        if opened[-1].device is None:
            opened[-1].device = EthercatDevice(hand)
            opened[-1].device.stop_policy = opened[-1].policy
        return opened[-1].device

    return bound(machine, [*globals().values(), *locals().values()])


def _open(machine: Machine, where: str) -> AnyHand:
    """Open a hand; a simulated one lives in the time of the simulated robots."""
    from brbrain.ethercat.opening import open_hand

    clock = machine.robots.virtual_clock() if where == "sim" else None
    if clock is None:
        return open_hand(where)
    from brbrain.ethercat.sim.hand import VirtualHand

    hand = VirtualHand(clock)
    hand.start()
    return hand


def _key(value: Any) -> Any:
    """Return a number of a motor or sensor as an integer, a name as it is."""
    return int(value) if isinstance(value, float) and value == int(value) else value


def _known(value: Any) -> Any:
    return FALSE if value is None else value


def _slave(slave: Any) -> Any:
    names = ("position", "name", "vendor", "product", "revision", "serial")
    return table((name, getattr(slave, name)) for name in names)
