"""The process data of Shadow's palm, as its protocol 0220 lays it out.

A command goes out and a status comes back; behind each is room for one message of the
CAN bus. They follow one another in the memory of the slave controller.
"""

from enum import IntEnum
from typing import Final

from brbrain.ethercat.image import Field, Layout
from brbrain.ethercat.registers import PROCESS_MEMORY
from brbrain.ethercat.sii import Area

MOTORS: Final = 20
HALF: Final = MOTORS // 2
"""Motors that one status tells of: those with even numbers, or those with odd ones."""
SENSORS: Final = 36
TACTILES: Final = 5
TACTILE_WORDS: Final = 8

COMMAND: Final = Layout(
    "palm command",
    Field("edc_command", "u32"),
    Field("from_motor_data_type", "u32"),
    Field("which_motors", "i16"),
    Field("to_motor_data_type", "u32"),
    Field("motor_data", "i16", MOTORS),
    Field("tactile_data_type", "u32"),
)

CAN_MESSAGE: Final = Layout(
    "CAN message",
    Field("bus", "u8"),
    Field("length", "u8"),
    Field("id", "u16"),
    Field("data", "u8", 8),
)

STATUS: Final = Layout(
    "palm status",
    Field("edc_command", "u32"),
    Field("sensors", "u16", SENSORS + 1),
    Field("motor_data_type", "u32"),
    Field("which_motors", "i16"),
    Field("motor_data_arrived", "u32"),
    Field("motor_data_errors", "u32"),
    Field("motor_data", "u16", 2 * HALF),  # torque, which is signed, and something else
    Field("tactile_data_type", "u32"),
    Field("tactile_data_valid", "u16"),
    Field("tactiles", "u16", TACTILES * TACTILE_WORDS),
    Field("idle_time", "u16"),
)

OUTPUT_SIZE: Final = COMMAND.size + CAN_MESSAGE.size
INPUT_SIZE: Final = STATUS.size + CAN_MESSAGE.size


def _areas() -> tuple[Area, ...]:
    address, areas = PROCESS_MEMORY, []
    for layout, output in (
        (COMMAND, True),
        (CAN_MESSAGE, True),
        (STATUS, False),
        (CAN_MESSAGE, False),
    ):
        areas.append(Area(address, layout.size, output))
        address += layout.size
    return tuple(areas)


AREAS: Final = _areas()
"""Where command, CAN command, status and CAN status are, in that order."""


class EdcCommand(IntEnum):
    """What the palm is asked for. Zero comes back from a status that nobody wrote."""

    INVALID = 0
    SENSOR_DATA = 1
    SENSOR_CHANNEL_NUMBERS = 2
    SENSOR_ADC_CHANNEL_CS = 3
    CAN_DIRECT_MODE = 4


class MotorData(IntEnum):
    """What motors can be asked for, beside the torque that always comes."""

    INVALID = 0x0
    STRAIN_GAUGE_LEFT = 0x1
    STRAIN_GAUGE_RIGHT = 0x2
    PWM = 0x3
    FLAGS = 0x4
    CURRENT = 0x5  # mA
    VOLTAGE = 0x6  # mV
    TEMPERATURE = 0x7  # degrees C, in 256ths
    CAN_RECEIVED = 0x8
    CAN_TRANSMITTED = 0x9
    SLOW = 0xA  # one of many, numbered by what stands for the torque
    LAST_CONFIG = 0xB
    CAN_ERRORS = 0xC
    P_TERM = 0xD
    I_TERM = 0xE
    D_TERM = 0xF


class MotorDemand(IntEnum):
    """What can be sent to motors."""

    INVALID = 0x0
    TORQUE = 0x1
    PWM = 0x2
    RESET = 0x3


FULL_PWM: Final = 0x03FF
"""The most that a motor can be asked for, one way or the other."""

RESET_KEY: Final = 0x5200
"""Sent with a motor's number, it resets that motor."""

PRESSURE_AND_TEMPERATURE: Final = 0x0000
"""The tactile data that is asked for: words 0 and 1 of each sensor."""

DEMAND_SECONDS: Final = 0.02
"""A motor without demands for longer stops by itself."""

SLOW_DATA: Final = {
    1: "revision",
    2: "server revision",
    3: "modified",
    4: "serial number, low",
    5: "serial number, high",
    6: "gear ratio",
    7: "year of assembly",
    8: "day of assembly",
    9: "feed forward gain",
    10: "P gain",
    11: "I gain",
    12: "limit of the integral",
    13: "D gain",
    14: "deadband and sign",
    15: "control frequency",
    16: "strain gauge type",
}
"""What a motor tells, one a request, as `MotorData.SLOW`."""
