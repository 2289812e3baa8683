"""What a hand needs of the master of an EtherCAT segment, and what it says of slaves.

`brbrain.ethercat.frame_master` has a small one of ours over any `FrameLink`,
`brbrain.ethercat.soem` one over SOEM.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from brbrain.clock import Clock
from brbrain.device import Diagnosis, Level
from brbrain.ethercat import registers as esc
from brbrain.ethercat.registers import AlState

NO_FRAME: Final = -1
"""What `Master.exchange` returns if nothing came back."""

FRAME_SECONDS: Final = 0.02
"""Time for a frame to come back, as ros_ethercat gives it."""

CHANGE_SECONDS: Final = 2.0
"""Time for a slave to change its state; our choice."""


@dataclass(frozen=True, slots=True)
class Slave:
    """A slave that was found: where, who, and its process data in bytes."""

    position: int
    name: str
    vendor: int
    product: int
    revision: int
    serial: int
    output_size: int
    input_size: int


@dataclass(frozen=True, slots=True)
class SlaveState:
    """The state of a slave: None if it does not answer; with an error, its code."""

    state: AlState | None
    error: bool = False
    code: int = esc.NO_ERROR

    @property
    def meaning(self) -> str:
        """What is wrong, in words, empty if nothing is."""
        if self.state is None:
            return "does not answer"
        return esc.meaning(self.code) if self.error else ""

    def __str__(self) -> str:
        if self.state is None:
            return self.meaning
        name = self.state.name.replace("_", "-")
        return f"{name} with an error: {self.meaning}" if self.error else name


class Master(Protocol):
    """What exchanges process data with all slaves in one go.

    ``outputs`` of all slaves, one behind the other, are sent by the next exchange.
    ``inputs`` are replaced only by an exchange with ``expected_counter``: three to a
    slave that has both, one for the reading and two for the writing.
    """

    clock: Clock
    slaves: tuple[Slave, ...]
    expected_counter: int
    outputs: bytearray
    inputs: bytes

    def scan(self) -> tuple[Slave, ...]:
        """Find all slaves and read who they are; they are in PRE-OP afterwards."""
        ...

    def configure(self) -> None:
        """Map the process data of what was found; slaves go to SAFE-OP."""
        ...

    def request_state(self, state: AlState) -> None:
        """Bring all slaves to a state; LinkError says who refused, and why."""
        ...

    def states(self) -> tuple[SlaveState, ...]:
        """Return the state of each slave."""
        ...

    def recover(self) -> bool:
        """Make one step towards OP for slaves that are not there; True if all are."""
        ...

    def exchange(self) -> int:
        """Send outputs and receive inputs; return the working counter, or NO_FRAME."""
        ...

    def diagnostics(self) -> list[Diagnosis]:
        """Return how the wire and each slave are."""
        ...

    def close(self) -> None:
        """Bring the slaves to INIT and close the link."""
        ...


def wire_diagnosis(name: str, frames: int, lost: int, miscounted: int) -> Diagnosis:
    """Return how the wire is: frames, those lost, and wrong working counters."""
    bad = lost + miscounted
    message = f"{bad} of {frames} exchanges failed" if bad else "all came back"
    figures = {"frames": frames, "lost": lost, "wrong counters": miscounted}
    return Diagnosis(Level.OK, name, message, figures)


def slave_diagnoses(
    slaves: Sequence[Slave], states: Sequence[SlaveState]
) -> list[Diagnosis]:
    """Return how each slave is: OK in OP, WARN before it, ERROR with an error."""
    found = []
    for slave, each in zip(slaves, states, strict=False):
        level = Level.OK if each.state is AlState.OP else Level.WARN
        if each.error or each.state is None:
            level = Level.ERROR
        name = f"slave {slave.position}, {slave.name}"
        figures = {
            "vendor": slave.vendor,
            "product": slave.product,
            "revision": slave.revision,
            "serial": slave.serial,
        }
        found.append(Diagnosis(level, name, str(each), figures))
    return found
