"""Device: one life and one cycle for all hardware, whatever carries its signals.

A device is configured, activated, exchanged with once per cycle, deactivated and
cleaned up. What it measures and takes are named signals in SI units. The phases and
names are those of ros2_control; holding on activation is the rule of hrpsys' iob.
"""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from math import inf, isfinite, nan
from threading import get_ident
from typing import get_args

from brbrain.arguments import elements, flag, number, positive, refused, text, whole
from brbrain.clock import Clock, WallClock
from brbrain.device_parts import POSITION as POSITION
from brbrain.device_parts import STALE_SECONDS as STALE_SECONDS
from brbrain.device_parts import DeviceFault as DeviceFault
from brbrain.device_parts import Diagnosis as Diagnosis
from brbrain.device_parts import JointsLost as JointsLost
from brbrain.device_parts import Level as Level
from brbrain.device_parts import Phase as Phase
from brbrain.device_parts import PhaseError as PhaseError
from brbrain.device_parts import Policy as Policy
from brbrain.device_parts import Signal as Signal
from brbrain.device_parts import State as State
from brbrain.device_settings import Setting, Settings
from brbrain.errors import ArgumentError, BrError, LinkError, NotSupportedError

TOLERANCE = 3
"""Lost exchanges in a row that make a fault; our choice."""


class Device(Settings):
    """The base of all devices: a driver fills in the methods with an underscore.

    One thread owns it: the one that configured it, or the first that uses it after
    `hand_over`. Others may read `state`, `signals` and `diagnostics`, and `stop` it.
    Raises ArgumentError, PhaseError, NotSupportedError.
    """

    def __init__(
        self, name: str, clock: Clock | None = None, tolerance: int = TOLERANCE
    ) -> None:
        self.name = text("name", name)
        self.clock: Clock = clock or WallClock()
        self.tolerance = whole("tolerance", tolerance, 1)
        self.signals: tuple[Signal, ...] = ()
        self.commands: tuple[Signal, ...] = ()
        self.exchanges = self.lost = self.lost_in_a_row = self.zero_buffers = 0
        self.settings: dict[str, Setting] = {}
        self.joints: tuple[str, ...] = ()
        self._held: frozenset[str] = frozenset()
        self._phase = Phase.UNCONFIGURED
        self._state: State | None = None
        self._owner = 0  # nobody
        self._cycle = self.clock.lock()  # held while one thread talks to the hardware
        self._stop_policy: Policy = "hold"
        self._index: dict[str, int] = {}
        self._command_index: dict[str, int] = {}
        self._next: list[float] = []

    def _open(self) -> Sequence[Signal]:
        """Open the link, look what is there, and return all signals."""
        raise NotImplementedError

    def _enable(self, on: bool) -> None:
        """Switch torque, power or the operational state on or off."""

    def _switch(self, joints: Sequence[str], on: bool) -> None:
        """Switch some joints on or off, which most devices can, while it is active."""
        raise NotSupportedError(f"{self.name}: it switches all joints at once", joints)

    def _exchange(self, commands: Sequence[float] | None) -> Sequence[float] | None:
        """Send the commands, None for none, and return what all signals are.

        Commands for the positions of joints that are not in `held` are not to be sent.

        None tells that the device had nothing new: the values before it stay. Raises
        LinkError for an exchange that is lost, DeviceFault if there is no going on.
        """
        raise NotImplementedError

    def _close(self) -> None:
        """Close the link."""

    def _diagnoses(self) -> list[Diagnosis]:
        """Return how the parts of the device are."""
        return []

    @property
    def signal_names(self) -> Collection[str]:
        """The names of all signals."""
        return self._index.keys()

    @property
    def phase(self) -> Phase:
        """Where it is in its life."""
        return self._phase

    def describe(self) -> tuple[str, list[tuple[str, object]]]:
        """Return the name and the parts with which a shell shows it."""
        return f"device {self.name} {self._phase.value}", []

    @property
    def stop_policy(self) -> Policy:
        """What `stop` does: "hold" what is measured, or go "limp"."""
        return self._stop_policy

    @stop_policy.setter
    def stop_policy(self, policy: Policy) -> None:
        if policy not in get_args(Policy):
            raise refused("stop policy", "hold or limp", policy)
        self._stop_policy = policy

    @property
    def place(self) -> str:
        """What names this hardware for all programs on this computer."""
        return self.name

    @property
    def held(self) -> frozenset[str]:
        """The joints that are switched on."""
        return self._held

    @property
    def state(self) -> State:
        """The last state; any thread may ask. Raises PhaseError before the first."""
        state = self._state
        if state is None:
            raise PhaseError(f"{self.name}: nothing was read yet; configure it first")
        return state

    def index(self, name: str) -> int:
        """Return where a signal is in `State.values`; ArgumentError if it is not."""
        if isinstance(name, str) and name in self._index:
            return self._index[name]
        raise refused("signal", f"a signal of {self.name}", name)

    def value(self, name: str) -> float:
        """Return the last value of a signal, NaN if it is not known."""
        return self.state.values[self.index(name)]

    def configure(self) -> State:
        """Open the device and read it once; the calling thread owns it from now on."""
        with self._cycle:
            self._need(Phase.UNCONFIGURED)
            self._owner = get_ident()
            try:
                self._learn(self._open())
                self._phase = Phase.INACTIVE
                return self.exchange()
            except BaseException:
                self._forget()
                raise

    def activate(self) -> State:
        """Command what is measured, then switch on: nothing jumps.

        Raises LinkError, and stays inactive, if a position to hold cannot be read.
        """
        with self._cycle:
            self._own(Phase.INACTIVE)
            self._next = self._holding()
            self._phase = Phase.ACTIVE
            try:
                self._held = frozenset(self.joints)
                state = self._fresh()
                self._enable(True)
            except BaseException:
                self._switch_off(Phase.INACTIVE)
                raise
            return state

    def deactivate(self) -> None:
        """Switch off; it can still be read."""
        with self._cycle:
            self._own(Phase.ACTIVE)
            self._held = frozenset()
            self._enable(False)
            self._phase = Phase.INACTIVE

    def hold(self, joints: Sequence[str]) -> None:
        """Switch some joints on where they stand; the device is active then.

        Raises NotSupportedError where all joints are switched at once.
        """
        with self._cycle:
            self._own(Phase.INACTIVE, Phase.ACTIVE)
            wanted = self._known(joints) - self._held
            if wanted == frozenset(self.joints):
                self.activate()
            elif wanted:
                self._hold(wanted)

    def release(self, joints: Sequence[str]) -> None:
        """Switch some joints off; without any left the device is inactive.

        Raises NotSupportedError where all joints are switched at once.
        """
        with self._cycle:
            self._own(Phase.INACTIVE, Phase.ACTIVE)
            wanted = self._known(joints) & self._held
            if wanted and wanted == self._held:
                self.deactivate()
            elif wanted:
                self._switch(self._in_order(wanted), False)
                self._held -= wanted

    def stop(self) -> None:
        """End all motion, as `stop_policy` says; it does nothing unless active.

        Any thread may stop it, and then owns it: the one before gets PhaseError with
        its next cycle. What cannot be held, since it cannot be read, goes limp.
        """
        with self._cycle:
            if self._phase is not Phase.ACTIVE:
                return
            self._owner = get_ident()
            for _ in range(self.tolerance if self.stop_policy == "hold" else 0):
                with suppress(LinkError, DeviceFault, PhaseError):
                    self._stay()
                    return
            if self._active:  # still: a fault has switched it off already
                self.deactivate()

    def finish(self) -> None:
        """Stop it and clean it up, from any thread."""
        with self._cycle:
            self.stop()
            self._owner = get_ident()
            self.cleanup()

    def hand_over(self) -> None:
        """Let the next thread that uses it own it; only the owner may say so."""
        with self._cycle:
            self._own(*Phase)
            self._owner = 0

    def switch_power(self, on: bool, joints: Sequence[str] | None = None) -> None:
        """Switch the supply of joints, or of all. Raises NotSupportedError."""
        with self._cycle:
            self._own(Phase.INACTIVE, Phase.ACTIVE)
            chosen = frozenset(self.joints) if joints is None else self._known(joints)
            self._switch_power(self._in_order(chosen), flag("on", on))

    def powered(self, joint: str) -> bool | None:
        """Return whether a joint has power, None if only its voltage can tell."""
        return self._powered(self._in_order(self._known([joint]))[0])

    def cleanup(self) -> None:
        """Switch off and close, from any phase; a second call does no harm."""
        with self._cycle:
            if self._phase is Phase.UNCONFIGURED:
                return
            self._own(*Phase)
            try:
                if self._phase is Phase.ACTIVE:
                    self._enable(False)
            finally:
                self._forget()

    def exchange(self, commands: Mapping[str, float] | None = None) -> State:
        """Send commands and read all signals: one cycle.

        What is not named keeps its command. Values beyond the limits are clipped;
        `State.sent` tells what left. A lost exchange gives the state before it, marked
        stale; `tolerance` of them in a row are a fault, which raises the LinkError. A
        wrong command raises before anything is sent or changed.
        """
        with self._cycle:
            self._own(Phase.INACTIVE, Phase.ACTIVE)
            if commands:
                self._own(Phase.ACTIVE)
                self._take(commands)
            self.exchanges += 1
            try:
                values = self._exchange(tuple(self._next) if self._active else None)
            except LinkError as error:
                return self._lose(error)
            except DeviceFault:
                self._switch_off(Phase.FAULT)
                raise
            self.lost_in_a_row = 0
            return self._keep(values)

    def diagnostics(self, stale_seconds: float = STALE_SECONDS) -> list[Diagnosis]:
        """Return how the device and its parts are; any thread may ask.

        STALE goes by age: nothing was read for ``stale_seconds``.
        """
        limit = positive("stale_seconds", stale_seconds)
        state = self._state
        age = inf if state is None else self.clock.now() - state.stamp
        level = Level.OK
        if self._phase is Phase.FAULT:
            level = Level.ERROR
        elif age > limit:
            level = Level.STALE
        elif self.lost_in_a_row:
            level = Level.WARN
        figures = {
            "exchanges": self.exchanges,
            "lost": self.lost,
            "zero buffers": self.zero_buffers,
            "age": age,
        }
        own = Diagnosis(level, self.name, self._phase.value, figures)
        return [own, *self._diagnoses()]

    def _holding(self) -> list[float]:
        """Return the commands with which nothing jumps and nothing moves."""
        state = self._fresh()
        return [self._first_command(signal, state) for signal in self.commands]

    def _stay(self) -> None:
        """Command what is measured; LinkError if that does not get through."""
        self._next = self._holding()
        self._fresh()

    def _hold(self, joints: frozenset[str]) -> None:
        """Switch on some of the joints, after the commands for them are measured."""
        names = self._in_order(joints)
        before = self._phase
        state = self._fresh()
        new = {f"{joint}/{POSITION}" for joint in joints}
        self._next = [
            self._first_command(signal, state)
            if before is Phase.INACTIVE or signal.name in new
            else self._next[at]
            for at, signal in enumerate(self.commands)
        ]
        try:
            self._phase = Phase.ACTIVE
            self._switch(names, True)
            self._held |= joints
        except BaseException:
            self._phase = before
            raise

    def _known(self, joints: Sequence[str]) -> frozenset[str]:
        """Return joints as a set; ArgumentError for those that there are not."""
        for joint in elements("joints", f"joints of {self.name}", joints):
            if joint not in self.joints:
                raise refused("joint", f"a joint of {self.name}", joint)
        return frozenset(joints)

    def _in_order(self, joints: frozenset[str]) -> list[str]:
        return [joint for joint in self.joints if joint in joints]

    def _demand_owner(self) -> None:
        self._own(Phase.INACTIVE, Phase.ACTIVE)

    @property
    def _active(self) -> bool:
        return self._phase is Phase.ACTIVE

    def _learn(self, signals: Sequence[Signal]) -> None:
        """Keep the signals and where each is."""
        self.signals = tuple(signals)
        self.commands = tuple(signal for signal in signals if signal.command)
        self._index = {signal.name: at for at, signal in enumerate(self.signals)}
        self._command_index = {
            signal.name: at for at, signal in enumerate(self.commands)
        }
        if len(self._index) != len(self.signals):
            raise ArgumentError(f"{self.name}: expected signals of different names")
        self.joints = tuple(
            signal.name.removesuffix(f"/{POSITION}")
            for signal in self.commands
            if signal.name.endswith(f"/{POSITION}")
        )
        self.settings = {setting.name: setting for setting in self._list_settings()}

    def _forget(self) -> None:
        """Close, and be as before `configure`."""
        self._phase = Phase.UNCONFIGURED
        self._held = frozenset()
        self._state = None
        self._next = []
        self.lost_in_a_row = 0
        self._close()

    def _take(self, commands: Mapping[str, float]) -> None:
        """Clip the commands and keep all of them, or none."""
        taken = list(self._next)
        for name, value in commands.items():
            self.index(name)
            if name not in self._command_index:
                raise NotSupportedError(f"{name}: it can be read, not commanded", name)
            joint, _, what = name.rpartition("/")
            if what == POSITION and joint not in self._held:
                raise PhaseError(f"{joint}: expected its servo on, but it is off")
            at = self._command_index[name]
            taken[at] = _clip(self.commands[at], number(name, value))
        self._next = taken

    def _fresh(self) -> State:
        """Return the state after an exchange; LinkError if that was lost."""
        state = self.exchange()
        if state.stale:
            raise LinkError(f"{self.name}: an exchange was lost, so it stays off")
        return state

    def _first_command(self, signal: Signal, state: State) -> float:
        """Return the command with which a signal neither jumps nor moves."""
        value = signal.start
        if value is None:
            value = state.values[self._index[signal.name]]
        if not isfinite(value):
            raise LinkError(f"{signal.name}: it cannot be read, so it cannot be held")
        return _clip(signal, value)

    def _keep(self, values: Sequence[float] | None) -> State:
        """Return the new state; without values those before it stay."""
        sent = tuple(self._next) if self._active else ()
        old = self._state
        if values is None:
            self.zero_buffers += 1
            kept = old.values if old else (nan,) * len(self.signals)
            stamp, cycle = (old.stamp, old.cycle) if old else (-inf, 0)
            self._state = State(kept, sent, stamp, cycle)
        else:
            now = self.clock.now()
            self._state = State(tuple(values), sent, now, self.exchanges)
        return self._state

    def _lose(self, error: LinkError) -> State:
        """Return the state before, stale; raise the error if it is a fault."""
        self.lost += 1
        self.lost_in_a_row += 1
        old = self._state
        if old is None or self.lost_in_a_row >= self.tolerance:
            self._switch_off(Phase.FAULT)
            raise error
        self._state = State(old.values, old.sent, old.stamp, old.cycle, stale=True)
        return self._state

    def _switch_off(self, phase: Phase) -> None:
        """Switch off what can be reached, and go to a phase."""
        if self._phase is not Phase.FAULT:
            self._phase = phase
        self._held = frozenset()
        with suppress(BrError):
            self._enable(False)

    def _need(self, *phases: Phase) -> None:
        if self._phase not in phases:
            expected = " or ".join(phase.value for phase in phases)
            raise PhaseError(
                f"{self.name}: expected it to be {expected}, "
                f"but it is {self._phase.value}"
            )

    def _own(self, *phases: Phase) -> None:
        """Raise PhaseError in another phase, and for all threads but the owner."""
        self._need(*phases)
        if not self._owner:
            self._owner = get_ident()
        if self._owner != get_ident():
            raise PhaseError(
                f"{self.name}: another thread owns it; read its state instead"
            )


def _clip(signal: Signal, value: float) -> float:
    """Return the value of a command within the limits of its signal."""
    return min(max(value, signal.low), signal.high)
