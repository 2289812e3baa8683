"""A simulated robot as a `Device`, past its link: for controllers that are faster.

A link carries what it can, and its simulation takes the computer's time. Here servos
are written and read in the simulation itself, with the registers of the wire.
"""

from collections.abc import Sequence

from brbrain.arguments import refused
from brbrain.dynamixel import Instruction, InstructionPacket
from brbrain.formats import ReadFormat, parse_blocks, read_format
from brbrain.registers import ERROR_ADDRESS, Register
from brbrain.robot import Robot
from brbrain.robot_device import RobotDevice
from brbrain.servos import Keys
from brbrain.sim import Simulation
from brbrain.status import StatusBits, status_error


class SimulatedDevice(RobotDevice):
    """The servos of a simulated robot: an exchange takes no simulated time.

    Settings and switching still go over the link. Raises ArgumentError for a robot that
    is not simulated.
    """

    def __init__(
        self,
        robot: Robot,
        keys: Keys | None = None,
        alarms: bool = True,
        sensors: Sequence[int] | None = (),
    ) -> None:
        super().__init__(robot, keys, alarms, sensors)
        if robot.sim is None:
            raise refused("robot", "a simulated robot", robot)
        self._sim: Simulation = robot.sim
        self._format: ReadFormat | None = None

    def _transfer(
        self,
        goals: Sequence[tuple[int, Register, int]],
        counts: Sequence[int],
        reading: Sequence[object],
    ) -> list[int]:
        if self._format is None or len(self._format.blocks) != len(reading):
            self._format = read_format(parse_blocks(reading))
        packets = [
            InstructionPacket(
                id,
                Instruction.WRITE,
                bytes((register.address, count & 0xFF, count >> 8)),
            )
            for (id, register, _), count in zip(goals, counts, strict=True)
        ]
        spans = self._format.spans
        packets += [
            InstructionPacket(
                id, Instruction.READ, bytes((start, min(size, ERROR_ADDRESS - start)))
            )
            for id, start, size in spans
        ]
        replies = self._sim.perform(packets)
        answers = zip(packets, replies, strict=True)
        lost = sorted({packet.id for packet, reply in answers if reply is None})
        if lost:
            status = StatusBits.DYNAMIXEL_TIMEOUT
            raise status_error(status, "exchange", tuple(lost))
        data = bytearray(1)  # where a packet has its instruction
        for (_, _, size), reply in zip(spans, replies[len(goals) :], strict=True):
            assert reply is not None
            data += (reply.parameters + bytes((reply.error,)))[:size]
        return self._format.unpack(bytes(data))
