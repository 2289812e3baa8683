"""The firmware in two ways: its core on this machine, and the true binary in simavr.

Both run in simulated time, in lockstep with the modules of `brbrain.sim`; what they
send on either side is kept with its times.
"""

import ctypes
import subprocess
from collections import deque
from ctypes import CFUNCTYPE, POINTER, byref, c_int, c_uint8, c_uint32, c_uint64
from math import inf
from pathlib import Path

from brbrain.clock import VirtualClock
from brbrain.robots import find_robot
from brbrain.sim import Simulation
from brbrain.sim.bus import ServoBus
from brbrain.sim.faults import Faults
from brbrain.sim.scene import Scene
from brbrain.sim.world import World
from brbrain.turns import TurnLock

FIRMWARE = Path(__file__).parents[1] / "firmware"
BUILD = FIRMWARE / "build"
FREQUENCY = 16_000_000
BUS_BYTE = 1e-5
HOST_BYTE = 11 * 17 * 8 / FREQUENCY
"""Seconds of a byte at 117647 bps, with the eleven bits that simavr counts."""

TICK = 0.01
CHUNK = 160
"""Cycles between two looks for a byte to the host: 10 us."""

VOLTS = 9.65


def build(*targets):
    """Build what a test needs; an error says what is missing."""
    command = [
        "make",
        "-s",
        "-C",
        str(FIRMWARE),
        *(f"build/{name}" for name in targets),
    ]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, (
        f"make toolchain installs what is needed: {done.stderr}"
    )


class Bench:
    """The modules on the servo bus, and the times of what goes over both lines.

    ``to_host`` and ``on_bus`` are lists of (time, byte).
    """

    def __init__(self, robot="ids:3,7", faults=(), seed=0):
        self.time = 0.0
        self.scene = Scene(lambda: self.time)
        self.world = World(
            find_robot(robot), self.scene, "ax-12", VOLTS, catch_up=lambda: None
        )
        self.faults = Faults(lambda: self.time, seed)
        for name, value in faults:
            self.faults.on(name, value)
        self.bus = ServoBus(self.world.devices, self.faults, paced=True)
        self.to_host = []
        self.on_bus = []
        self._taken = 0

    @property
    def servos(self):
        return {device.id: device for device in self.world.devices if device.id < 100}

    def pass_on(self, byte, time):
        """Let the modules hear a byte that ends at a time."""
        self.world.advance(time)
        self.on_bus.append((time, byte))
        self.bus.send(bytes((byte,)), time)

    def taken(self):
        """Return the bytes for the host that were not taken before."""
        new = bytes(byte for _, byte in self.to_host[self._taken :])
        self._taken += len(new)
        return new

    def ask(self, text, seconds=2.5):
        """Send a request in hexadecimal; return all that comes in some seconds."""
        self.send(bytes.fromhex(text))
        self.run(self.time + seconds)
        return self.taken().hex(" ").upper()


class TrueBinary(Bench):
    """The ELF on a simulated ATmega128."""

    def __init__(self, *arguments, elf="cm5.elf", host_byte=HOST_BYTE, **options):
        super().__init__(*arguments, **options)
        build(elf, "libcm5sim.so")
        lib = self.lib = ctypes.CDLL(str(BUILD / "libcm5sim.so"))
        lib.cm5sim_new.restype = ctypes.c_void_p
        lib.cm5sim_cycle.restype = c_uint64
        lib.cm5sim_cycle.argtypes = [ctypes.c_void_p]
        lib.cm5sim_run.argtypes = [ctypes.c_void_p, c_uint64]
        lib.cm5sim_input.argtypes = [ctypes.c_void_p, c_int, c_uint64, c_uint8]
        taking = [ctypes.c_void_p, POINTER(c_uint64), POINTER(c_uint8)]
        lib.cm5sim_host_byte.argtypes = lib.cm5sim_bus_byte.argtypes = taking
        lib.cm5sim_violations.argtypes = lib.cm5sim_free.argtypes = [ctypes.c_void_p]
        lib.cm5sim_held.argtypes = [ctypes.c_void_p]
        lib.cm5sim_memory.argtypes = [ctypes.c_void_p, ctypes.c_uint16]
        lib.cm5sim_memory.restype = c_uint8
        lib.cm5sim_pin.argtypes = [ctypes.c_void_p, ctypes.c_char, c_int, c_int]
        lib.cm5sim_adc.argtypes = [ctypes.c_void_p, c_int, c_uint32]
        self.sim = lib.cm5sim_new(str(BUILD / elf).encode())
        # 122, 12 and 80 of 255 at 5 V, in the middle of a step.
        for channel, value in enumerate((122, 12, 80)):
            self.adc(channel, value)
        self._host_free = 0.0
        self.host_byte = host_byte
        self.run(0.02)

    def close(self):
        self.lib.cm5sim_free(self.sim)

    def adc(self, channel, value):
        self.lib.cm5sim_adc(self.sim, channel, round((value + 0.5) / 256 * 5000))

    def memory(self, address):
        return self.lib.cm5sim_memory(self.sim, address)

    def pin(self, port, pin, level):
        self.lib.cm5sim_pin(self.sim, port.encode(), pin, level)

    @property
    def violations(self):
        """How often the bus was let go while a byte was still on its way."""
        return self.lib.cm5sim_violations(self.sim)

    @property
    def held(self):
        """The seconds for which the bus was held after the last byte."""
        return self.lib.cm5sim_held(self.sim) / FREQUENCY

    def send(self, data):
        """Let bytes of the host come in from now on, one after the other."""
        at = max(self.time, self._host_free)
        for byte in data:
            self.lib.cm5sim_input(self.sim, 1, round(at * FREQUENCY), byte)
            at += self.host_byte
        self._host_free = at

    def run(self, until, until_byte=False):
        """Run to a time, or until there is a byte for the host."""
        goal = round(until * FREQUENCY)
        known = len(self.to_host)
        while self.lib.cm5sim_cycle(self.sim) < goal:
            step = (
                min(goal, self.lib.cm5sim_cycle(self.sim) + CHUNK)
                if until_byte
                else goal
            )
            assert self.lib.cm5sim_run(self.sim, step), "the firmware has crashed"
            self.time = self.lib.cm5sim_cycle(self.sim) / FREQUENCY
            self._exchange()
            if until_byte and len(self.to_host) > known:
                return

    def _exchange(self):
        cycle, byte = c_uint64(), c_uint8()
        while self.lib.cm5sim_bus_byte(self.sim, byref(cycle), byref(byte)):
            self.pass_on(byte.value, cycle.value / FREQUENCY)
        for arrival in self.bus.take(inf):
            # The receiver must be on within a bit: simulated servos can answer at once.
            start = arrival.time - BUS_BYTE + 1e-6
            self.lib.cm5sim_input(self.sim, 0, round(start * FREQUENCY), arrival.byte)
        while self.lib.cm5sim_host_byte(self.sim, byref(cycle), byref(byte)):
            self.to_host.append((cycle.value / FREQUENCY + HOST_BYTE, byte.value))


HARDWARE = {
    "now": CFUNCTYPE(c_uint32),
    "wait": CFUNCTYPE(None),
    "host_get": CFUNCTYPE(c_int),
    "host_put": CFUNCTYPE(None, c_uint8),
    "host_drain": CFUNCTYPE(None),
    "host_clear": CFUNCTYPE(None),
    "host_overflowed": CFUNCTYPE(c_int),
    "host_baud": CFUNCTYPE(None, c_uint8),
    "bus_send": CFUNCTYPE(None, POINTER(c_uint8), c_uint8),
    "bus_get": CFUNCTYPE(c_int),
    "bus_overflowed": CFUNCTYPE(c_int),
    "bus_clear": CFUNCTYPE(None),
    "adc": CFUNCTYPE(c_uint8, c_uint8),
    "led": CFUNCTYPE(None, c_int, c_int),
}


class Hardware(ctypes.Structure):
    _fields_ = list(HARDWARE.items())


class Core(Bench):
    """The core as a shared library, with hardware made of Python."""

    STEP = 50e-6

    def __init__(self, *arguments, library="libcm5core.so", **options):
        super().__init__(*arguments, **options)
        build(library)
        self.lib = ctypes.CDLL(str(BUILD / library))
        self.bauds = []
        self._from_host = deque()
        self._host_free = self._out_free = 0.0
        self.hardware = Hardware(
            **{name: kind(getattr(self, f"_{name}")) for name, kind in HARDWARE.items()}
        )
        self.lib.host_set_hardware(byref(self.hardware))
        self.lib.cm5_init()

    def close(self):
        pass

    def send(self, data):
        at = max(self.time, self._host_free)
        for byte in data:
            at += HOST_BYTE
            self._from_host.append((at, byte))
        self._host_free = at

    def run(self, until):
        while self.time < until:
            self.lib.cm5_poll()
            due = self._from_host[0][0] if self._from_host else inf
            self.time = max(self.time, min(due, self.time + TICK, until))
        self.lib.cm5_poll()

    def _now(self):
        return int(self.time * 1e6) & 0xFFFFFFFF

    def _wait(self):
        due = self._from_host[0][0] if self._from_host else inf
        arrival = self.bus.next_arrival()
        later = [time for time in (due, arrival or inf) if time > self.time]
        self.time = min([self.time + self.STEP, *later])

    def _host_get(self):
        if self._from_host and self._from_host[0][0] <= self.time:
            return self._from_host.popleft()[1]
        return -1

    def _host_put(self, byte):
        self._out_free = max(self._out_free, self.time) + HOST_BYTE
        self.to_host.append((self._out_free, byte))

    def _host_drain(self):
        self.time = max(self.time, self._out_free)

    def _host_clear(self):
        while self._from_host and self._from_host[0][0] <= self.time:
            self._from_host.popleft()

    def _host_overflowed(self):
        return 0

    def _bus_overflowed(self):
        return 0

    def _host_baud(self, code):
        self.bauds.append(code)

    def _bus_send(self, data, count):
        for at in range(count):
            self.time += BUS_BYTE
            self.pass_on(data[at], self.time)
        self.world.advance(self.time)

    def _bus_get(self):
        arrival = self.bus.next_arrival()
        if arrival is None or arrival > self.time:
            return -1
        first, *others = self.bus.take(self.time)
        self.bus._arrivals[:0] = others
        return first.byte

    def _bus_clear(self):
        self.bus.take(self.time)

    def _adc(self, channel):
        return (122, 12, 80)[channel]

    def _led(self, led, on):
        pass


class Model:
    """The simulated CM-5 of `brbrain.sim`, looked at in the same way."""

    def __init__(self, robot="ids:3,7", faults=(), seed=0):
        self.clock = VirtualClock()
        self.sim = Simulation(robot, self.clock, seed=seed)
        for name, value in faults:
            self.sim.faults.on(name, value)
        self.on_bus = []
        self.to_host = []
        send = self.sim._bus.send

        def listening(data, time):
            self.on_bus += [(time, byte) for byte in data]
            send(data, time)

        self.sim._bus.send = listening

    @property
    def time(self):
        return self.clock.now()

    @property
    def servos(self):
        return self.sim.servos

    def send(self, data):
        self.sim.receive(data)

    def run(self, until):
        while True:
            self.to_host += [(self.time, byte) for byte in self.sim.poll()]
            if self.time >= until:
                return
            due = self.sim.next_time()
            until_due = until if due is None else min(max(due, self.time), until)
            self.clock.sleep(until_due - self.time)

    def close(self):
        pass


class FirmwareLink:
    """A link for `brbrain.Brain` to the true binary. It is its own clock."""

    name = "the firmware"
    is_open = True

    def __init__(self, binary):
        self.binary = binary
        self.clock = self
        self.baud = 115_200
        self._taken = 0

    def now(self):
        return self.binary.time

    def sleep(self, seconds):
        self.binary.run(self.binary.time + max(0.0, seconds))

    def lock(self):
        return TurnLock()

    def write(self, data):
        self.binary.send(data)

    def read(self, deadline):
        if not (heard := self.binary.taken()):
            self.binary.run(deadline, until_byte=True)
            heard = self.binary.taken()
        return heard

    def discard_input(self):
        self.binary.taken()

    def status(self):
        return self.name

    def close(self):
        pass

    reopen = close
