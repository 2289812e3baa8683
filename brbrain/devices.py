"""The devices of a robot by id or joint name, and their registers one by one.

Everything is checked before anything is sent, but for one question to each device when
it is first used: what it is, and what its angle limits are.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from brbrain.arguments import hook, is_whole, kind
from brbrain.brain import Brain
from brbrain.dynamixel import MAX_ID
from brbrain.errors import (
    ArgumentError,
    BrError,
    FormatError,
    RegisterError,
    StatusError,
)
from brbrain.packets import MAX_DYNAMIXELS
from brbrain.registers import Register, find, registers_of, span
from brbrain.robots import Robot as Description
from brbrain.status import answer_text

Key = int | str
"""A device: its id (0-253), or the name of a joint of the robot's description."""

Progress = Callable[[int, int, str], None]
"""Takes how much of a long work is done, how much it is in all, and what it is."""

Write = tuple[int, Register, Sequence[int]]
"""Raw values for the registers of a device from one on."""

MODELS: Mapping[int, tuple[str, str]] = {
    12: ("AX-12", "ax12"),
    13: ("AX-S1", "axs1"),
    18: ("AX-18", "ax12"),
    29: ("MX-28", "mx28"),
    300: ("AX-12W", "ax12"),
    310: ("MX-64", "mx64"),
    320: ("MX-106", "mx106"),
}
"""Name and register table by model number (AX-S1 manual, page 13; e-manual)."""

_NOT_FOR_PUT = ("id", "baud rate")


class Identity(NamedTuple):
    """What a device says about itself. ``kind`` is that of its registers: "ax12" ...

    ``limits`` are a servo's clockwise and counterclockwise angle limits in counts.
    """

    id: int
    kind: str
    model: str
    firmware: int
    limits: tuple[int, int]

    @property
    def servo(self) -> bool:
        """Whether it is a servo, not a sensor module."""
        return self.kind != "axs1"

    @property
    def wheel(self) -> bool:
        """Whether it is a servo in wheel mode: both of its angle limits are 0."""
        return self.servo and self.limits == (0, 0)


class Devices:
    """Registers of devices in natural units (degrees, rpm, V ...) or raw.

    Raises BrError for a device or register that is not there; see `StatusError` and
    `RegisterError`. ``description`` says what the robot is made of, if that is known.
    """

    def __init__(self, brain: Brain, description: Description | None = None) -> None:
        kind("brain", brain, "a Brain", "read_registers", "write_registers")
        self.brain = brain
        self.description = description
        self.clock = brain.link.clock
        self._devices: dict[int, Identity] = {}
        self._scanned: list[int] | None = None
        self._silent: set[int] = set()
        # Those that were made limp, and have not been given torque since.
        self.let_go: set[int] = set()
        # The servos that were used before.
        self._used: set[int] = set()
        self._on_progress: Progress | None = None

    @property
    def on_progress(self) -> Progress | None:
        """What to call again and again while something long goes on, as a scan does.

        It gets how much is done, how much it is in all, and what it is: "scan",
        "record", "play", or "send" and "verify" of firmware.
        """
        return self._on_progress

    @on_progress.setter
    def on_progress(self, call: Progress | None) -> None:
        hook("on_progress", call)
        self._on_progress = call

    def tell_progress(self, done: int, total: int, what: str) -> None:
        """Tell `on_progress`, if there is one, how far something is."""
        if self._on_progress is not None:
            self._on_progress(done, total, what)

    def id_of(self, key: Key) -> int:
        """Return the id of a device that is given by id or joint name."""
        if isinstance(key, str):
            if self.description is None:
                raise ArgumentError(
                    "joint: expected an id, since the names of this robot's joints are "
                    f"not known, but received {key!r}",
                    key,
                )
            return self.description.joint(key).id
        if not is_whole(key, 0, MAX_ID):
            raise FormatError(f"id: expected 0 to {MAX_ID}, but received {key!r}", key)
        return key

    def device(self, key: Key) -> Identity:
        """Return what a device is; it is asked once."""
        id = self.id_of(key)
        self._meet([id])
        return self._devices[id]

    def scan(self, max_id: int = MAX_ID) -> list[int]:
        """Return the ids from 0 to ``max_id`` that answer.

        Each id that does not costs time, as in `Brain.scan`; see `on_progress`.
        """

        def progress(id: int) -> None:
            self.tell_progress(id + 1, max_id + 1, "scan")

        found = self.brain.scan(max_id, progress)
        self._silent.clear()
        self._scanned = found
        return list(found)

    @property
    def scanned(self) -> list[int] | None:
        """The ids that answered the last scan; None if there was none."""
        return self._scanned

    @property
    def known(self) -> list[int]:
        """The ids that answered so far, in the last scan or when they were used."""
        return sorted({*(self._scanned or ()), *self._devices})

    def get(self, key: Key, register: str | Register) -> float:
        """Return the value of a register in its natural unit."""
        id, found = self._locate(key, register)
        return found.to_natural(self._read_one(id, found))

    def get_raw(self, key: Key, register: str | Register) -> int:
        """Return the raw value of a register."""
        return self._read_one(*self._locate(key, register))

    def put(self, key: Key, register: str | Register, value: float) -> None:
        """Write a register, with the value in its natural unit."""
        found = self._asked(key, register)
        self._put(key, found, found.validate_natural(value), value)

    def put_raw(self, key: Key, register: str | Register, raw: int) -> None:
        """Write the raw value of a register.

        Refused is a goal that the servo would refuse. What goes to the EEPROM is read
        back. The id and the baud rate have calls of their own.
        """
        found = self._asked(key, register)
        self._put(key, found, found.validate(raw), None)

    def _asked(self, key: Key, register: str | Register) -> Register:
        """Return a register as the device has it; an AX-12's if none need be asked."""
        found = find(register)
        if self.brain.bare and found.name not in _NOT_FOR_PUT:
            found = self._locate(key, found)[1]
        return found

    def _put(self, key: Key, found: Register, raw: int, natural: float | None) -> None:
        """Write a valid raw value, which stands for a natural one if that is given."""
        if found.name in _NOT_FOR_PUT:
            raise RegisterError(
                f"{found}: expected another register, since the {found} has a "
                "procedure of its own",
                found,
                found,
            )
        id, own = self._locate(key, found)
        if own is not found:
            raw = (
                own.validate(raw) if natural is None else own.validate_natural(natural)
            )
            found = own
        self._check(self._devices[id], found, raw, natural)
        if found.area == "EEPROM":
            self._write_eeprom(id, found, [raw])
        else:
            self._write([(id, found, [raw])])

    def get_all(self, key: Key) -> dict[Register, float]:
        """Return all registers of a device, in natural units.

        Of an AX-S1, this takes the remote control data that may have arrived.
        """
        device = self.device(key)
        table = registers_of(device.kind)
        values = self._read([device.id], table[0], len(table))[device.id]
        return {own: own.to_natural(values[own.name]) for own in table}

    def _renumber(self, old: int, new: int) -> None:
        """Keep in mind that a device of the last scan has another id now."""
        if self._scanned is not None and old in self._scanned:
            self._scanned = sorted({*self._scanned, new} - {old})

    def forget_devices(self) -> None:
        """Ask each device anew what it is when it is next used."""
        self._devices.clear()
        self._silent.clear()

    def _locate(self, key: Key, register: str | Register) -> tuple[int, Register]:
        """Return an id, and the register as that device has it."""
        found, id = find(register), self.id_of(key)
        device = self.device(id)
        for own in registers_of(device.kind):
            if own is found or own.name == found.name:
                return id, own
        raise RegisterError(
            f"{found}: expected a device with this register, "
            f"but id {id} is an {device.model}, which does not have it",
            found,
            found,
        )

    def _check(
        self, device: Identity, register: Register, raw: int, natural: float | None
    ) -> None:
        """Refuse what the device would refuse in the mode it is in."""
        if register.name == "goal position":
            check_goal(device, raw, natural)
        elif register.name == "moving speed" and raw < 0 and not device.wheel:
            value = raw if natural is None else natural
            raise RegisterError(
                f"moving speed: expected 0 or more, since id {device.id} is not in "
                f"wheel mode, but received {value!r}",
                register,
                value,
            )

    def _meet(self, ids: Iterable[int]) -> None:
        """Learn what devices are that were not used before."""
        self._introduce(ids, partly=False)

    def _answering(self, ids: Iterable[int]) -> list[int]:
        """Return those of the ids that answer as one of the models that we know.

        The others are not asked again, until there is a scan or a new link.
        """
        ids = [id for id in dict.fromkeys(ids) if id not in self._silent]
        self._introduce(ids, partly=True)
        self._silent.update(id for id in ids if id not in self._devices)
        return [id for id in ids if id in self._devices]

    def _introduce(self, ids: Iterable[int], partly: bool) -> None:
        strangers = [id for id in ids if id not in self._devices]
        answers = self._read(
            strangers, "model number", 7, partly=partly, what="the question what it is"
        )
        for id, values in answers.items():
            if not partly or values["model number"] in MODELS:
                device = self._devices[id] = _device(id, values)
                if device.servo:
                    self._used.add(id)

    def _own(self, id: int, register: Register) -> Register:
        """Return a register as a device has it, if that is known and differs."""
        device = self._devices.get(id)
        if device is None or device.kind in (register.device, "ax12", "axs1"):
            return register
        own = (r for r in registers_of(device.kind) if r.name == register.name)
        return next(own, register)

    def _read_one(self, id: int, register: Register) -> int:
        return self._read([id], register)[id][register.name]

    def _read(
        self,
        ids: Sequence[int],
        start: str | Register,
        count: int = 1,
        *,
        partly: bool = False,
        what: str | None = None,
    ) -> dict[int, dict[str, int]]:
        """Return raw values by id and register name.

        A device that does not answer is an error, which says to ``what`` it did not;
        or ``partly`` left out and forgotten.
        """
        register = find(start)
        what = what or f"reading {register}"
        names = [own.name for own in span(register, count)]
        found = {}
        for at in range(0, len(ids), MAX_DYNAMIXELS):
            some = ids[at : at + MAX_DYNAMIXELS]
            blocks = [(id, register, count) for id in some]
            for id, values in self._ask(blocks, partly, what).items():
                found[id] = dict(zip(names, values, strict=True))
        return found

    def _ask(
        self, blocks: Sequence[tuple[int, Register, int]], partly: bool, what: str
    ) -> Mapping[int, Sequence[int]]:
        """Return the values of blocks of one length, by id."""
        try:
            values = self.brain.read_registers(blocks)
        except StatusError as error:
            if not (partly and error.failed):
                raise _no_answer(error, error.failed, what) from None
            for id in error.failed:
                self._devices.pop(id, None)
            return error.values
        rest = iter(values)
        return {id: list(islice(rest, count)) for id, _, count in blocks}

    def _write(self, writes: Sequence[Write]) -> None:
        """Write raw values to all devices at once, as their own registers take them."""
        writes = [(id, self._own(id, start), values) for id, start, values in writes]
        for at in range(0, len(writes), MAX_DYNAMIXELS):
            some = writes[at : at + MAX_DYNAMIXELS]
            blocks = [(id, start, len(values)) for id, start, values in some]
            try:
                self.brain.write_registers(
                    blocks, [value for *_, values in some for value in values]
                )
            except StatusError as error:
                ids = (id for id, *_ in some)
                silent = tuple(id for id in ids if not self.brain.ping(id))
                what = f"writing {some[0][1]}"
                raise _no_answer(error, silent, what) from None

    def _write_eeprom(self, id: int, start: Register, values: Sequence[int]) -> None:
        """Write, and see that it is written: a locked device does not say that."""
        self._write([(id, start, values)])
        self._devices.pop(id, None)
        kept = list(self._read([id], start, len(values))[id].values())
        if kept != list(values):
            raise RegisterError(
                f"{start}: expected id {id} to take {_listed(values)}, but it has "
                f"{_listed(kept)}: its registers are locked",
                start,
            )


def model_name(number: int) -> str:
    """Return the name of a model by its number."""
    return MODELS[number][0] if number in MODELS else f"model {number}"


def check_goal(device: Identity, raw: int, degrees: float | None = None) -> None:
    """Refuse a goal position that the servo would refuse.

    ``raw`` is in counts; ``degrees`` are what it stands for, if that was asked for.
    """
    goal = find("goal position", device.kind if device.servo else None)
    if device.wheel:
        raise RegisterError(
            f"goal position: expected a servo in joint mode, but id {device.id} is in "
            "wheel mode",
            goal,
            device,
        )
    low, high = device.limits
    if not low <= raw <= high:
        value, limits = degrees, f"{low} to {high}"
        if value is None:
            value = raw
        else:
            limits = f"{goal.to_natural(low):.6g} to {goal.to_natural(high):.6g} deg"
        raise RegisterError(
            f"goal position: expected {limits}, the angle limits of id {device.id}, "
            f"but received {value!r}",
            goal,
            value,
        )


def _device(id: int, values: Mapping[str, int]) -> Identity:
    number = values["model number"]
    if number not in MODELS:
        known = ", ".join(f"{name} ({key})" for key, (name, _) in MODELS.items())
        raise BrError(
            f"model number: expected one of {known}, but id {id} has {number}"
        )
    model, kind = MODELS[number]
    limits = values["cw angle limit"], values["ccw angle limit"]
    return Identity(id, kind, model, values["firmware version"], limits)


def _no_answer(error: StatusError, ids: tuple[int, ...], what: str) -> StatusError:
    """Return the error of a status, in words about the devices and what they heard."""
    if not ids:
        return error
    return StatusError(
        f"id {_listed(ids)}: expected an answer to {what}, "
        f"but received {answer_text(error.status)}",
        error.status,
        ids,
        error.values,
    )


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))
