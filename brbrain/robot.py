"""A robot: everything that can be done with one, by ids, joints and registers."""

import atexit
from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING, NamedTuple

from brbrain.arguments import refused
from brbrain.brain import Brain, adc_channel
from brbrain.cache import CachedValue
from brbrain.devices import Key, model_name
from brbrain.dynamixel import MAX_ID, error_text
from brbrain.errors import BrError
from brbrain.recording import Recording
from brbrain.registers import Register, find
from brbrain.robots import Robot as Description
from brbrain.sensors import Sensors
from brbrain.service import Service
from brbrain.servos import TO_MOVING, TORQUE_ENABLE, Keys
from brbrain.stopping import Stopping

if TYPE_CHECKING:
    from brbrain.sim import Simulation


class Health(NamedTuple):
    """What a device said of itself in a scan: volts, degrees C, and its alarms."""

    id: int
    model: str
    firmware: int
    voltage: float
    temperature: float
    alarms: str


class ServoState(NamedTuple):
    """What a servo does at the moment: degrees, V, degrees C, and its alarms.

    ``load`` is -1 (clockwise) to 1, as a share of what it can do; ``name`` is that of
    its joint, "" if that is not known.
    """

    id: int
    name: str
    torque: bool
    goal: float
    position: float
    load: float
    voltage: float
    temperature: float
    alarms: str


class Robot(Recording, Stopping, Sensors, Service):
    """The robot behind a `Brain`, which is there for formats and raw packets.

    ``description`` tells its joints, if they are known. ``sim`` is the simulation that
    it is, None for a real robot. It is a context manager: at the end it is closed, and
    before that stopped if there was an error. Raises BrError.
    """

    def __init__(
        self,
        brain: Brain,
        description: Description | None = None,
        sim: "Simulation | None" = None,
    ) -> None:
        if not isinstance(description, Description | None):
            raise refused("description", "a robot of brbrain.robots", description)
        super().__init__(brain, description)
        self.sim = sim
        self._closed = False

    def __enter__(self) -> "Robot":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if error is None:
            self.close()
            return
        with suppress(BrError):  # it may be out of reach
            try:
                self.stop()
            finally:
                self.close()

    def __repr__(self) -> str:
        return f"<Robot {self.name}>"

    def describe(self) -> tuple[str, list[tuple[str, object]]]:
        """Return the name and the parts with which a shell shows it."""
        return f"robot {self.name}", []

    @property
    def name(self) -> str:
        """The URL or port that it was opened with."""
        return self.brain.link.name

    @property
    def closed(self) -> bool:
        """Whether it was closed."""
        return self._closed

    def close(self) -> None:
        """Leave the robot; closing twice does no harm.

        Wheels become joints again. Servos go on to their goals and hold them, or go
        limp if that is the closing policy. A `stop` that has failed is tried again.
        Raises BrError, when all else is done and the link closed, if a servo may still
        turn. Broken off, by Ctrl-C, it may be called again.
        """
        if self._closed:
            return
        failed: BrError | None = None
        try:
            self._leave_in_order()
        except BrError as error:  # it may be out of reach
            failed = error
        atexit.unregister(self.leave)
        self._closed = True
        self.brain.close()
        if failed is not None:
            raise failed

    def leave(self) -> None:
        """Stop the robot if it was not closed, and close it; see `brbrain.open`."""
        if not self._closed:
            with suppress(BrError), self:
                self.stop()

    def reconnect(self) -> None:
        """Open the link again and start afresh; see `Brain.reconnect`."""
        self.brain.reconnect()
        self._closed = False
        self.forget_devices()

    def scan_info(self, max_id: int = MAX_ID) -> list[Health]:
        """Scan, and return how the devices are that answered; see `scan`."""
        ids = self.scan(max_id)
        identities = self._read(ids, "model number", 2)
        states = self._read(ids, "present voltage", 2)
        errors = self._read(ids, "error")
        volts = find("present voltage").to_natural
        return [
            Health(
                id,
                model_name(identities[id]["model number"]),
                identities[id]["firmware version"],
                volts(states[id]["present voltage"]),
                states[id]["present temperature"],
                error_text(errors[id]["error"]),
            )
            for id in ids
        ]

    def servo_states(self, keys: Keys | None = None) -> list[ServoState]:
        """Return what servos (or all) do; those that do not answer are left out."""
        ids = self._ids(keys)
        self._introduce(ids, partly=True)
        known = [id for id in ids if id in self._devices]
        servos = [id for id in known if self._devices[id].servo]
        states = self._read(servos, TORQUE_ENABLE, TO_MOVING, partly=True)
        errors = self._read(list(states), "error", partly=True)
        joints = self.description.joints if self.description else ()
        names = {joint.id: joint.name for joint in joints}
        found = []
        for id, error in errors.items():
            state = {
                name: self._own(id, find(name)).to_natural(raw)
                for name, raw in states[id].items()
            }
            found.append(
                ServoState(
                    id,
                    names.get(id, ""),
                    bool(state["torque enable"]),
                    state["goal position"],
                    state["present position"],
                    state["present load"],
                    state["present voltage"],
                    state["present temperature"],
                    error_text(error["error"]),
                )
            )
        return found

    def battery_volts(self) -> float:
        """Return the volts of the battery, as the CM-5 measures them."""
        self.brain.ping_cm5()
        return self.brain.volts()

    def adc(self, channel: str | int) -> int:
        """Return the CM-5's reading of "pos", "neg" or "therm", 0 to 255, anew."""
        number = adc_channel(channel)
        self.brain.ping_cm5()
        return self.brain.adc(number)

    def demand_description(self) -> Description:
        """Return what the robot is made of; BrError if that is not known."""
        if self.description is None:
            raise BrError(
                "robot: expected one whose joints are known, but those of "
                f"{self.name} are not"
            )
        return self.description

    def cached(self, key: Key, register: str | Register) -> CachedValue | None:
        """Return what a register held when it was read last, None if never."""
        found, id = find(register), self.id_of(key)
        return self.brain.cached(id, found) if id in self._devices else None
