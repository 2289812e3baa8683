"""A simulated robot on a virtual clock, and one module of it on a bench."""

import pytest

from brbrain import dynamixel
from brbrain.clock import VirtualClock
from brbrain.robots import find_robot
from brbrain.sim import Simulation
from brbrain.sim.scene import Scene
from brbrain.sim.world import World


class Host:
    """Talks to a simulation in bytes written as hexadecimal."""

    def __init__(self, robot, **options):
        self.clock = VirtualClock()
        self.sim = Simulation(robot, self.clock, **options)

    def write(self, request):
        self.sim.receive(bytes.fromhex(request))

    def read(self):
        """Return all that comes until nothing more is to be expected."""
        heard = self.sim.poll()
        while (due := self.sim.next_time()) is not None:
            self.clock.sleep(due - self.clock.now())
            heard += self.sim.poll()
        return heard.hex(" ").upper()

    def ask(self, request):
        self.write(request)
        return self.read()


class Bench:
    """One module, without bus and controller."""

    def __init__(self, robot="ids:1", model="ax-12a", volts=12.0):
        self.scene = Scene(lambda: self.world.time)
        self.world = World(
            find_robot(robot), self.scene, model, volts, catch_up=lambda: None
        )
        self.device = self.world.devices[0]

    def register(self, name):
        table = self.device.model.table
        return next(register for register in table if register.name == name)

    def do(self, packet):
        """Return the error of the reply."""
        return self.device.execute(packet).error

    def write(self, name, value):
        register = self.register(name)
        data = value.to_bytes(register.width, "little")
        return self.do(dynamixel.write(self.device.id, register.address, data))

    def __getitem__(self, name):
        """Return what READ gives for a register."""
        register = self.register(name)
        request = dynamixel.read(self.device.id, register.address, register.width)
        return int.from_bytes(self.device.execute(request).parameters, "little")

    def run(self, seconds):
        self.world.advance(self.world.time + seconds)


@pytest.fixture(scope="session")
def connect():
    """Return `Host`."""
    return Host


@pytest.fixture(scope="session")
def bench():
    """Return `Bench`."""
    return Bench
