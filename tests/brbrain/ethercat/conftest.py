"""Simulated slaves that give back what they are sent, and a wire to them."""

import pytest

from brbrain.ethercat.frame_master import FrameMaster
from brbrain.ethercat.sii import Area, Identity
from brbrain.ethercat.sim.segment import Segment, SegmentLink
from brbrain.ethercat.sim.slave import SimulatedSlave

AREAS = (
    Area(0x1000, 58, True),
    Area(0x103A, 12, True),
    Area(0x1046, 220, False),
    Area(0x1122, 12, False),
)


class Echo:
    """An application whose inputs begin with its outputs; it counts its stops."""

    def __init__(self, serial=1):
        self.identity = Identity("echo", 0x0A, 0x0B, 0x0C, serial)
        self.areas = AREAS
        self.received = []
        self.stops = 0

    def exchange(self, outputs):
        self.received.append(outputs)
        return outputs.ljust(232, b"\x00")

    def stop(self):
        self.stops += 1


@pytest.fixture
def echoes():
    return [Echo(serial=number) for number in (1, 2, 3)]


@pytest.fixture
def segment(echoes, clock):
    return Segment([SimulatedSlave(echo, clock) for echo in echoes])


@pytest.fixture
def master(segment, clock):
    return FrameMaster(SegmentLink(segment, clock))
