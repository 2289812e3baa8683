"""The whole simulated robot as a link's peer: the host writes bytes and reads bytes."""

import threading
from collections.abc import Sequence

from brbrain.arguments import elements, flag, kind, number, refused, whole
from brbrain.clock import Clock, VirtualClock, WallClock
from brbrain.dynamixel import InstructionPacket, StatusPacket
from brbrain.errors import BrError, LinkError
from brbrain.robots import find_robot
from brbrain.sim.adapter import Adapter
from brbrain.sim.bootloader import BootLoader
from brbrain.sim.bus import ServoBus
from brbrain.sim.cm5 import CM5
from brbrain.sim.device import Device
from brbrain.sim.faults import Faults, parse_faults
from brbrain.sim.firmware import find_firmware
from brbrain.sim.line import Line, Program, Wait, Wake
from brbrain.sim.scene import Scene, Tone
from brbrain.sim.sensor import SensorModule
from brbrain.sim.servo import Servo
from brbrain.sim.world import BATTERY_VOLTAGE, World, check_voltage

INSTANT = 1e-9
"""Seconds that are no difference between two times: less than a bit on any wire."""


class Simulation:
    """A robot that lives on a clock, from the moment it is made.

    ``robot`` is "humanoid", "arm" or a list such as "ids:1,2,100" (100 and up are
    AX-S1). With ``bus`` the host is on the bare servo bus, without it talks to the
    CM-5. ``paced`` bytes take their time on the wires (by default on a virtual clock
    only); otherwise replies come at once, and only waiting takes time. ``firmware`` is
    that of the CM-5: "brshell", or "original" for BRBrain's. ``servo_model`` is
    "ax-12" or "ax-12a"; ``battery`` is in volts; ``faults`` are as in
    "noise,lost=0.5,dead=3" (see `brbrain.sim.faults.KINDS`). Raises BrError.

    It may be used by several threads. Implements `brbrain.link.Peer`.
    """

    def __init__(
        self,
        robot: str = "humanoid",
        clock: Clock | None = None,
        *,
        bus: bool = False,
        paced: bool | None = None,
        firmware: str = "brshell",
        servo_model: str = "ax-12",
        battery: float = BATTERY_VOLTAGE,
        faults: str = "",
        seed: int = 0,
    ) -> None:
        self.clock = WallClock() if clock is None else clock
        kind("clock", self.clock, "a clock", "now", "sleep")
        flag("bus", bus)
        self.robot = find_robot(robot)
        known_firmware = find_firmware(firmware)
        if paced is None:
            paced = isinstance(self.clock, VirtualClock)
        flag("paced", paced)
        self._begin = self.clock.now()
        self._now = 0.0
        self._lock = threading.RLock()
        self._advancing = True  # not before it is complete
        self._program: Program
        self._wait: Wait
        self.faults = Faults(self._current_time, whole("seed", seed, 0))
        for name, value in parse_faults(faults):
            self.faults.on(name, value)
        self.scene = Scene(self._current_time)
        self._world = World(self.robot, self.scene, servo_model, battery, self.advance)
        self._bus = ServoBus(self._world.devices, self.faults, paced)
        # An adapter takes bytes at the speed of USB; it is the bus that is slow.
        slow = paced and not bus
        self._line = Line(slow)
        if bus:
            self._line.baud = self._bus.baud
        self.cm5 = (
            None if bus else CM5(self._bus, self._line, self._world, known_firmware)
        )
        self.boot_loader = BootLoader(self._line)
        self._controller: CM5 | Adapter = self.cm5 or Adapter(
            self._bus, self._line, self.faults
        )
        self._switch_on()
        self._advancing = False

    @property
    def time(self) -> float:
        """The seconds since the robot was made."""
        return self._current_time()

    @property
    def devices(self) -> dict[int, Device]:
        """The modules by the ids they have at the moment.

        Of several with the same id only the first; all are in ``all_devices``.
        """
        found: dict[int, Device] = {}
        for device in self.all_devices:
            found.setdefault(device.id, device)
        return found

    @property
    def all_devices(self) -> list[Device]:
        """All modules, the servos first."""
        self.advance()
        return self._world.devices

    @property
    def servos(self) -> dict[int, Servo]:
        """Those of the modules that are servos, by id."""
        return {
            id: device
            for id, device in self.devices.items()
            if isinstance(device, Servo)
        }

    @property
    def sensors(self) -> dict[int, SensorModule]:
        """Those of the modules that are AX-S1, by id."""
        return {
            id: device
            for id, device in self.devices.items()
            if isinstance(device, SensorModule)
        }

    def perform(
        self, packets: Sequence[InstructionPacket]
    ) -> list[StatusPacket | None]:
        """Have modules carry out instructions at once, past the bus.

        Return what each answers, None where nobody does.
        """
        expected = "instruction packets"
        for packet in elements("packets", expected, packets):
            if not isinstance(packet, InstructionPacket):
                raise refused("packets", expected, packets)
        with self._lock:
            devices = self.devices
            replies: list[StatusPacket | None] = []
            for packet in packets:
                device = devices.get(packet.id)
                if device is None or self.faults.dead(packet.id):
                    replies.append(None)
                else:
                    replies.append(device.execute(packet))
            return replies

    @property
    def buzzer(self) -> list[Tone]:
        """All that the buzzers played."""
        return self.scene.tones

    @property
    def battery(self) -> float:
        """The volts of the battery without load; can be set."""
        return self._world.battery

    @battery.setter
    def battery(self, volts: float) -> None:
        check_voltage(volts)
        self.advance()
        self._world.battery = volts

    @property
    def baud(self) -> int:
        """The bits per second of the controller on the servo bus; can be set."""
        return self._bus.baud

    @baud.setter
    def baud(self, baud: int) -> None:
        whole("baud", baud, 1)
        self.advance()
        self._bus.baud = baud

    @property
    def host_baud(self) -> int:
        """The bits per second of the host on its link to the CM-5; can be set."""
        return self._line.host_baud or self._line.baud

    @host_baud.setter
    def host_baud(self, baud: int) -> None:
        whole("baud", baud, 1)
        self.advance()
        if self.cm5 is None:  # an adapter has the speed that the host gives it
            self._bus.baud = self._line.baud = baud
        else:
            self._line.host_baud = baud

    def load(self, id: int, mass: float) -> None:
        """Hang so many kg on the link that a servo carries, at its center of mass.

        It replaces what hung there. Raises BrError for an id without a joint.
        """
        mass = number("mass", mass, 0.0, unit="kg")
        joint = self.robot.joint(id)
        with self._lock:
            self.advance()
            self._world.load(joint.name, mass)

    def press(self, button: str) -> None:
        """Press a button of the CM-5: "mode" resets it, into its boot loader.

        The servos do not notice. START is for the boot loader, if that runs; see
        `CM5.press` for the others. Raises BrError for an unknown name or a bare bus.
        """
        if self.cm5 is None:
            raise BrError("button: expected a CM-5, but received a bare servo bus")
        with self._lock:
            self.advance()
            if button == "mode":
                self._line.clear()
                self._bus.clear()
                self._program = self.boot_loader.run(self._controller.run())
                self._wait = next(self._program)
            elif button == "start" and self.boot_loader.active:
                self.boot_loader.press_start()
            else:
                self.cm5.press(button)

    def power_cycle(self) -> None:
        """Switch the robot off and on again."""
        with self._lock:
            self.advance()
            self._world.power_up()
            self._switch_on()

    def advance(self) -> None:
        """Let all happen that happens until now; every other call does so, too."""
        with self._lock:
            if self._advancing:
                return  # What happens now may ask what time it is.
            self._advancing = True
            try:
                self._advance_to(self.clock.now() - self._begin)
            finally:
                self._advancing = False

    def receive(self, data: bytes) -> None:
        """Take bytes that the host writes now. Raises LinkError if unplugged."""
        if not isinstance(data, bytes | bytearray):
            raise refused("data", "bytes", data)
        with self._lock:
            self._check_plugged()
            self.advance()
            self._line.from_host(data, self._now)

    def poll(self) -> bytes:
        """Return what has come to the host. Raises LinkError if unplugged."""
        with self._lock:
            self._check_plugged()
            self.advance()
            return self._line.take_for_host(self._now + INSTANT)

    def next_time(self) -> float | None:
        """Return the clock time when bytes may come, None if none are expected."""
        with self._lock:
            times = [self._line.next_for_host(), self._next_event()]
            known = [time for time in times if time is not None]
            return self._begin + min(known) if known else None

    def close(self) -> None:
        """Forget what is under way: the host has closed the link."""
        with self._lock:
            self._line.clear()

    def _switch_on(self) -> None:
        self._line.clear()
        self._bus.clear()
        self.boot_loader.active = False
        self._program = self._controller.run()
        self._wait = next(self._program)

    def _advance_to(self, now: float) -> None:
        due = self._next_event()
        while due is not None and due <= now + INSTANT:
            self._go_to(due)
            data = b""
            if self._wait.listening:
                data = self._line.take_for_controller(self._now)
            try:
                self._wait = self._program.send(Wake(self._now, data))
            except BaseException:  # a signal handler's: the controller starts anew
                self._switch_on()
                raise
            due = self._next_event()
        self._go_to(now)

    def _current_time(self) -> float:
        self.advance()
        return self._now

    def _next_event(self) -> float | None:
        """Return when the controller goes on."""
        if not self._wait.listening:
            return self._wait.until
        byte = self._line.next_for_controller()
        if byte is None or self._wait.until is None:
            return self._wait.until if byte is None else byte
        return min(byte, self._wait.until)

    def _go_to(self, time: float) -> None:
        self._now = max(self._now, time)
        self._world.advance(self._now)

    def _check_plugged(self) -> None:
        if self.faults.unplugged():
            self._line.clear()
            raise LinkError("link: the adapter of the simulated robot is unplugged")
