"""hrpsys' iob: one flat interface to any robot, by joint number, in SI units."""

from brbrain.alarms import Alarm as Alarm
from brbrain.iob.base import ALL as ALL
from brbrain.iob.errors import AlarmError as AlarmError
from brbrain.iob.errors import CommandError as CommandError
from brbrain.iob.errors import EmergencyStop as EmergencyStop
from brbrain.iob.errors import InterlockError as InterlockError
from brbrain.iob.errors import PowerError as PowerError
from brbrain.iob.errors import TrackingError as TrackingError
from brbrain.iob.interface import Interface as Interface
from brbrain.iob.switches import ControlMode as ControlMode
