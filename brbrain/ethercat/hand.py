"""A hand: the palms on one EtherCAT segment, and their cycle.

It begins halted and is released with `Hand.reset`. Whatever goes wrong halts it: then
no motor is asked for anything, and its joints stay where their friction keeps them.
"""

from collections.abc import Mapping
from math import isnan, nan
from typing import Final, Protocol

from brbrain.arguments import number, positive
from brbrain.clock import Clock
from brbrain.device import Diagnosis
from brbrain.errors import LinkError
from brbrain.ethercat.can_bridge import CanMessage, can_message
from brbrain.ethercat.diagnosis import diagnose
from brbrain.ethercat.joints import find_motor
from brbrain.ethercat.master import Master
from brbrain.ethercat.palm import Palm
from brbrain.ethercat.palm_image import INPUT_SIZE, MOTORS, OUTPUT_SIZE
from brbrain.ethercat.position import PositionControl
from brbrain.ethercat.readings import HandReadings
from brbrain.ethercat.registers import AlState

PERIOD: Final = 0.001
"""Seconds of a cycle: 1 kHz."""

ATTEMPTS: Final = 5
"""Exchanges that may fail in a row: 20 ms each, so 100 ms, as ros_ethercat waits."""

RELEASE_EVERY: Final = 2
"""Cycles from the release of one palm to that of the next, as in ros_ethercat."""

CHECK_SECONDS: Final = 1.0
"""Time between two looks at the slaves' states; our choice."""

PAUSE_SECONDS: Final = 0.05
"""A pause between cycles after which the states are looked at: half the time of the
slaves' watchdogs; our choice."""

RECOVER_SECONDS: Final = 0.02
"""Time between two steps of recovery; our choice."""

CAN_SECONDS: Final = 0.1
"""Time for a CAN message to be acknowledged, as SR06 waits for its first one."""


class CanBridge(Protocol):
    """What CAN messages can be sent through."""

    def send(
        self, bus: int, id: int, data: bytes, timeout: float = CAN_SECONDS
    ) -> CanMessage:
        """Send a message and return its acknowledgement; LinkError if none comes."""
        ...


class Hand(HandReadings):
    """All palms of a segment. Motors, sensors and fingers are named or numbered.

    Every call that has a ``palm`` means that one, counted from 0.
    """

    def __init__(self, master: Master) -> None:
        super().__init__()
        self.master = master
        self.clock: Clock = master.clock
        self.controls: list[PositionControl] = []
        self.why_halted = "not started"
        self.counter = 0
        self.cycles = self.failures = 0
        self.recovering = False
        self._held: list[bool] = []
        self._release_in = 0
        self._released: int | None = None
        self._checked = self._exchanged = self._stepped = nan

    @property
    def halted(self) -> bool:
        """Whether motors are asked for nothing."""
        return bool(self.why_halted)

    def start(self) -> None:
        """Find the palms and bring them to OP; they stay halted.

        Raises LinkError if there are none, or other slaves among them.
        """
        self.master.scan()
        self.master.configure()
        for slave in self.master.slaves:
            if (slave.output_size, slave.input_size) != (OUTPUT_SIZE, INPUT_SIZE):
                raise LinkError(
                    f"slave {slave.position}, {slave.name}: expected a palm with "
                    f"{OUTPUT_SIZE} bytes out and {INPUT_SIZE} in, but it has "
                    f"{slave.output_size} and {slave.input_size}"
                )
        self.palms = [Palm(self.clock) for _ in self.master.slaves]
        self.controls = [PositionControl() for _ in self.palms]
        self._held = [True] * len(self.palms)
        self._pack()
        self.master.request_state(AlState.OP)
        self.master.exchange()  # its inputs are from before: nobody has written them
        self._checked = self._exchanged = self.clock.now()

    def exchange(self) -> int:
        """Run one cycle and return the working counter, -1 if no frame came back.

        An exchange that fails is made again at once; if five have failed in a row, or
        a palm is not in OP, the hand halts and recovers over the next cycles. It stays
        halted then until `reset`.
        """
        self.cycles += 1
        self._release()
        self._control()
        self._pack()
        if self.recovering:
            return self._recover()
        now = self.clock.now()
        if now - self._exchanged > PAUSE_SECONDS or now - self._checked > CHECK_SECONDS:
            self._check(now)
        counter = self._attempt()
        self._exchanged = self.clock.now()
        return counter

    def halt(self, why: str = "asked for") -> None:
        """Ask no motor for anything from the next cycle on; the first reason stays."""
        self.why_halted = self.why_halted or why
        self._held = [True] * len(self.palms)
        self._release_in = 0
        for palm, control in zip(self.palms, self.controls, strict=True):
            control.forget()
            palm.demands = [0] * MOTORS

    def reset(self) -> None:
        """Release the palms, one every second cycle; nothing is demanded yet.

        Raises LinkError while communication has not recovered.
        """
        if self.recovering or not self.palms:
            raise LinkError(
                f"hand: expected it to exchange data, but: {self.why_halted}"
            )
        if self.halted:
            self.why_halted = ""
            self._release_in = 1

    def set_demand(self, motor: int | str, share: float, palm: int = 0) -> None:
        """Demand a share of a motor's PWM, -1 to 1, until another is demanded."""
        chosen, number_of_motor = self.palm(palm), find_motor(motor)
        share = number("share", share, -1.0, 1.0)
        self.controls[palm].forget(number_of_motor)
        chosen.demand(number_of_motor, share)

    def lead(self, motor: int | str, angle: float, palm: int = 0) -> float:
        """Lead a joint to an angle in rad; return it, within the joint's limits."""
        self.palm(palm)
        return self.controls[palm].lead(find_motor(motor), number("angle", angle))

    def lead_all(self, angles: Mapping[int | str, float], palm: int = 0) -> list[float]:
        """Lead joints to angles in rad, all in the same cycle; return them, clipped."""
        self.palm(palm)
        checked = [
            (find_motor(motor), number("angle", angle))
            for motor, angle in angles.items()
        ]
        return [self.controls[palm].lead(motor, angle) for motor, angle in checked]

    def tune(
        self,
        motor: int | str,
        gain: float | None = None,
        limit: float | None = None,
        palm: int = 0,
    ) -> None:
        """Set the gain of a joint's control, in PWM share per rad, and its limit."""
        self.palm(palm)
        chosen = find_motor(motor)
        if gain is not None:
            gain = positive("gain", gain)
        if limit is not None:
            limit = number("limit", limit, 0.0, 1.0)
        self.controls[palm].tune(chosen, gain, limit)

    def send(
        self,
        bus: int,
        id: int,
        data: bytes,
        timeout: float = CAN_SECONDS,
        palm: int = 0,
    ) -> CanMessage:
        """Send a CAN message, running cycles until it is acknowledged; return that.

        Raises LinkError if no acknowledgement comes within ``timeout`` seconds.
        """
        chosen = self.palm(palm)
        message = can_message(bus, id, data)
        deadline = self.clock.now() + positive("timeout", timeout)
        chosen.post(message)
        try:
            while self.clock.now() < deadline:
                self.exchange()
                if chosen.acknowledgement is not None:
                    return chosen.acknowledgement
                self._rest()
        finally:
            chosen.give_up()
        raise not_acknowledged(message, timeout)

    def reinitialize_boards(self) -> None:
        """Ask all motor boards anew for what is known once, such as their revision."""
        for palm in self.palms:
            palm.reinitialize()

    def diagnostics(self) -> list[Diagnosis]:
        """Return how the wire, the slaves, each palm and each of its motors are."""
        found = self.master.diagnostics()
        now = self.clock.now()
        for at, (palm, slave) in enumerate(
            zip(self.palms, self.master.slaves, strict=True)
        ):
            found += diagnose(palm, slave, at, self.why_halted, now)
        return found

    def close(self) -> None:
        """Halt, tell the palms so with a last cycle, and leave them in INIT."""
        self.halt("closed")
        try:
            if self.palms and not self.recovering:
                self._pack()
                self.master.exchange()
        except LinkError:
            pass  # it is lost: the motors stop by themselves after 20 ms
        finally:
            self.master.close()

    def _rest(self) -> None:
        """Wait for the time of the next cycle."""
        self.clock.sleep(PERIOD)

    def _release(self) -> None:
        """Release the next palm that is held, every second cycle."""
        if not self._release_in:
            return
        self._release_in -= 1
        if self._release_in:
            return
        at = self._held.index(True)
        self._held[at] = False
        self._released = at
        if True in self._held:
            self._release_in = RELEASE_EVERY

    def _control(self) -> None:
        """Turn the angles that joints are led to into demands."""
        for palm, control, held in zip(
            self.palms, self.controls, self._held, strict=True
        ):
            if control.leads and not held:
                control.command(palm)

    def _pack(self) -> None:
        view = memoryview(self.master.outputs)
        released, self._released = self._released, None
        for at, palm in enumerate(self.palms):
            buffer = view[at * OUTPUT_SIZE : (at + 1) * OUTPUT_SIZE]
            palm.pack_command(buffer, self._held[at], reset=at == released)

    def _attempt(self) -> int:
        """Exchange; if it fails, again at once; halt if it goes on failing."""
        expected = self.master.expected_counter
        for _ in range(ATTEMPTS):
            self.counter = self.master.exchange()
            if self.counter == expected:
                self._unpack()
                return self.counter
            self.failures += 1
        self._lose("communication error")
        return self.counter

    def _unpack(self) -> None:
        inputs = self.master.inputs
        for at, palm in enumerate(self.palms):
            this = inputs[at * INPUT_SIZE : (at + 1) * INPUT_SIZE]
            if not palm.unpack_state(this, palm.state):
                self.halt("device error")

    def _check(self, now: float) -> None:
        """Halt and recover unless all palms are in OP."""
        self._checked = now
        for position, each in enumerate(self.master.states()):
            if each.state is not AlState.OP or each.error:
                self._lose(f"palm {position}: {each}")
                return

    def _lose(self, why: str) -> None:
        self.halt(why)
        self.recovering = True
        self._stepped = nan

    def _recover(self) -> int:
        """Exchange, and now and then make a step of recovery, until all is well."""
        self.counter = self.master.exchange()
        now = self.clock.now()
        if isnan(self._stepped) or now - self._stepped >= RECOVER_SECONDS:
            self._stepped = now
            well = self.counter == self.master.expected_counter
            if self.master.recover() and well:
                self.recovering = False
                self._checked = self.clock.now()
        self._exchanged = self.clock.now()
        return self.counter


def not_acknowledged(message: CanMessage, timeout: float) -> LinkError:
    """Return the error for a CAN message that nobody acknowledged."""
    return LinkError(
        f"CAN bus {message.bus}: expected an acknowledgement of message "
        f"0x{message.id:03X} within {timeout:g} s, but none came"
    )
