"""A CM-5 with the BRBrain firmware: the host's requests become servo packets.

It does what our firmware does: all that the original one did without its known defects
(a wrong checksum or a read-only register is refused before anything is done, a refused
format is read to its end, the virtual error register is where it belongs), and the
extensions. As ``original`` it lacks these, and waits as long as that one did.
"""

import math
from collections.abc import Generator

from brbrain.decoders import RequestDecoder
from brbrain.errors import BrError
from brbrain.packets import BAUDS, BadRequest, Instruction, SetBaud
from brbrain.sim.bus import ServoBus
from brbrain.sim.commands import Commands, Received
from brbrain.sim.device import Surroundings
from brbrain.sim.firmware import Firmware
from brbrain.sim.line import DEFAULT_BAUD, Line, Program, Wait, Wake
from brbrain.sim.master import BusMaster
from brbrain.status import StatusBits

PC_TIMEOUT = 1.0
"""Seconds that a request may pause between two bytes."""

PAUSE = 0.5
"""Seconds of deafness after an unknown instruction."""

CONFIRM = 1.0
"""Seconds in which the first request at a new speed of the link has to come."""

ADC_PERIOD = 5.0
"""Seconds between two measurements of the battery."""

ADC_NEGATIVE, ADC_THERMISTOR = 12, 80
"""What the other two channels read, at rest and in the cool (our guess)."""

BUTTONS = ("start", "up", "down", "left", "right")

TRAFFIC_TIME = 0.05
"""Seconds that a traffic light stays on after a byte (our guess)."""


class CM5:
    """The controller box. ``press`` its buttons and look at its ``leds``."""

    def __init__(
        self,
        bus: ServoBus,
        line: Line,
        surroundings: Surroundings,
        firmware: Firmware,
    ) -> None:
        self._bus = bus
        self._line = line
        self._surroundings = surroundings
        self._firmware = firmware
        self._start()

    def _start(self) -> None:
        self.bluetooth = False
        self._line.connected = True
        self._line.baud = DEFAULT_BAUD
        self._unconfirmed: float | None = None
        self._master = BusMaster(self._bus, self._firmware, self._surroundings.time)
        self._commands = Commands(self._master, self._firmware, self._send, self._adc)
        self._decoder = RequestDecoder(extensions=self._firmware.extensions)
        self._battery = 0
        self._measured = -math.inf
        self._idle = True
        self._failed = False
        self._received = self._sent = -math.inf

    @property
    def leds(self) -> frozenset[str]:
        """The lights that are on: power, txd, rxd, aux, manage, program, play.

        aux: it waits for a request; program and manage: it sends to, or waits for, a
        module (manage also: Bluetooth is on); play: there was an error.
        """
        now = self._surroundings.time
        lights = {
            "power": True,
            "txd": now - self._sent < TRAFFIC_TIME,
            "rxd": now - self._received < TRAFFIC_TIME,
            "aux": self._idle,
            "manage": self._master.waiting or self.bluetooth,
            "program": self._master.sending,
            "play": self._failed,
        }
        return frozenset(name for name, lit in lights.items() if lit)

    def press(self, button: str) -> None:
        """Press a button. START goes from the cable to Bluetooth and back while idle.

        The others do nothing in this firmware. Raises BrError for an unknown name.
        """
        if button not in BUTTONS:
            raise BrError(
                f"button: expected one of {', '.join(BUTTONS)}, but received {button!r}"
            )
        if button == "start" and self._idle and not self._decoder.pending:
            self.bluetooth = not self.bluetooth
            self._line.connected = not self.bluetooth

    def run(self) -> Program:
        """Serve requests for ever."""
        self._start()
        while True:
            self._idle = True
            self._master.begin()
            begun = yield from self._begin()
            self._idle = False
            if begun:
                if (yield from self._commands.write_read(self._receive)):
                    self._unconfirmed = None
            else:
                request = yield from self._receive()
                yield from self._commands.serve(request)
                yield from self._follow_up(request)
            self._failed = self._failed or bool(self._master.status)

    def _begin(self) -> Generator[Wait, Wake, bool]:
        """Wait for a request to begin; return whether it is WRITE_READ."""
        while not self._decoder.pending:
            self._lose_overflow(self._firmware.ring)
            data = yield from self._master.wait(self._unconfirmed, listening=True)
            if data:
                self._take(data)
            else:
                self._go_back()
        return self._decoder.first == Instruction.WRITE_READ

    def _receive(self) -> Generator[Wait, Wake, Received]:
        """Return the request that has begun, None if it breaks off."""
        while (request := self._decoder.next()) is None:
            self._lose_overflow(self._firmware.ring + self._decoder.missing)
            until = self._master.time + PC_TIMEOUT
            data = yield from self._master.wait(until, listening=True)
            if not data:
                self._decoder.reset()
                return None
            self._take(data)
        return request

    def _take(self, data: bytes) -> None:
        self._received = self._master.time
        self._decoder.feed(data)

    def _lose_overflow(self, room: int) -> None:
        if self._line.overflows(room, self._master.time):
            self._master.status |= StatusBits.PC_RX_OVERFLOW

    def _follow_up(self, request: Received) -> Program:
        """Do what comes after the reply to a request."""
        self._decoder.write_size = self._commands.write_size
        match request:
            case BadRequest(request=None):
                yield from self._pause()
                self._go_back()
            case SetBaud(code) if code < len(BAUDS):
                # The reply goes out at the old speed, before it changes.
                self._line.baud = BAUDS[code]
                self._unconfirmed = self._master.time + CONFIRM
            case BadRequest() | None:
                pass
            case _:
                self._unconfirmed = None

    def _go_back(self) -> None:
        """Return to the speed that every host knows."""
        self._line.baud = DEFAULT_BAUD
        self._unconfirmed = None

    def _pause(self) -> Program:
        """Be deaf for a while: what follows an unknown instruction has no meaning."""
        yield from self._master.wait(self._master.time + PAUSE)
        self._line.take_for_controller(self._master.time)
        self._bus.take(self._master.time)
        self._decoder.reset()

    def _send(self, data: bytes) -> None:
        if data:
            faults = self._bus.faults
            heard = faults.distort(data, "link-")
            self._line.to_host(heard, self._master.time + faults.lateness("link-"))
            self._sent = self._master.time

    def _adc(self) -> tuple[int, int, int]:
        """Return the three channels, measured now and then."""
        if self._master.time - self._measured >= ADC_PERIOD:
            self._measured = self._master.time
            divided = self._surroundings.voltage * 3.3 / (10.0 + 3.3)
            self._battery = max(0, min(255, round(divided / 5.0 * 255)))
        return self._battery, ADC_NEGATIVE, ADC_THERMISTOR
