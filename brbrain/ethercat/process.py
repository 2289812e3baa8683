"""A hand whose cycle runs in a process of its own, however busy this one is."""

import json
import subprocess
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from queue import Empty, SimpleQueue
from statistics import median
from typing import IO, Any, Final, NamedTuple

from brbrain.arguments import number, positive
from brbrain.clock import Clock, WallClock
from brbrain.device import Diagnosis, Level
from brbrain.errors import ArgumentError, LinkError
from brbrain.ethercat.can_bridge import CanMessage, can_message
from brbrain.ethercat.hand import CAN_SECONDS, PERIOD
from brbrain.ethercat.joints import MOTOR_JOINTS, find_motor
from brbrain.ethercat.master import Slave
from brbrain.ethercat.palm import Palm
from brbrain.ethercat.readings import HandReadings
from brbrain.ethercat.shared import SharedHand, Snapshot, take_palm

ANSWER_SECONDS: Final = 10.0
"""Time for the other process to start, and to answer; our choice."""

CYCLE_SECONDS: Final = 5.0
"""Time for the next cycle to come, on however busy a computer; our choice."""

LEAST_PERIOD: Final = 0.0005
"""The shortest period in s: a cycle is to leave time for others; our choice."""

LOOK_SECONDS: Final = 0.0002
"""Time between two looks for the next cycle; our choice."""


class Lateness(NamedTuple):
    """How late cycles began, in s, of the last 16 thousand, and what was skipped."""

    median: float
    percentile_99: float
    worst: float
    missed: int


class HandProcess(HandReadings):
    """A hand with the calls of `Hand`; its cycle runs all the time, from `start` on.

    ``where`` is as in `open_master`; ``period`` in s.
    """

    def __init__(self, where: str, period: float = PERIOD) -> None:
        super().__init__()
        self.where = where
        self.period = number("period", period, LEAST_PERIOD, unit="s")
        self.clock: Clock = WallClock()
        self.slaves: tuple[Slave, ...] = ()
        self._memory = SharedHand()
        self._process: subprocess.Popen[bytes] | None = None
        self._answers: SimpleQueue[bytes] = SimpleQueue()
        self._calling = threading.Lock()
        self._snapshot: Snapshot | None = None
        self._calls = 0

    def start(self) -> None:
        """Start the process, which finds the palms and brings them to OP, halted.

        Raises LinkError as `Hand.start` does.
        """
        self._process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "brbrain.ethercat.cycle",
                self.where,
                str(self.period),
                self._memory.path,
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # signals of the terminal are for us alone
        )
        reader = threading.Thread(
            target=_read, args=(self._process.stdout, self._answers), daemon=True
        )
        reader.start()
        try:
            found = self._answer()
        except BaseException:
            self.close()
            raise
        self.slaves = tuple(Slave(*each) for each in found)
        self.palms = [Palm(self.clock) for _ in self.slaves]
        self.exchange()

    def exchange(self) -> int:
        """Wait for the next cycle and return its working counter.

        Raises LinkError if no cycle comes any more.
        """
        memory = self._memory
        before = memory.cycles()
        deadline = self.clock.now() + CYCLE_SECONDS + 10 * self.period
        while memory.cycles() == before:
            self._demand_process()
            if self.clock.now() > deadline:
                raise LinkError(f"{self.where}: expected a cycle, but none comes")
            self.clock.sleep(LOOK_SECONDS)
        self.on_idle()
        return memory.snapshot().counter

    @property
    def counter(self) -> int:
        """The working counter of the last cycle."""
        return self._memory.snapshot().counter

    @property
    def cycles(self) -> int:
        """How many cycles there were."""
        return self._memory.snapshot().cycles

    @property
    def failures(self) -> int:
        """How many exchanges failed, those that were made again among them."""
        return self._memory.snapshot().failures

    @property
    def invalid(self) -> int:
        """How many cycles ended without the right working counter."""
        return self._memory.snapshot().invalid

    @property
    def expected_counter(self) -> int:
        """The working counter of a good cycle."""
        return 3 * len(self.slaves)

    @property
    def why_halted(self) -> str:
        """Why motors are asked for nothing, empty if they are not halted."""
        return self._memory.snapshot().why_halted

    @property
    def halted(self) -> bool:
        """Whether motors are asked for nothing."""
        return bool(self.why_halted)

    @property
    def recovering(self) -> bool:
        """Whether communication has failed and is not there again."""
        return self._memory.snapshot().recovering

    def halt(self, why: str = "asked for") -> None:
        """Ask no motor for anything from the next cycle on; the first reason stays."""
        self._tell("halt", why)

    def reset(self) -> None:
        """Release the palms, one every second cycle; nothing is demanded yet.

        Raises LinkError while communication has not recovered.
        """
        snapshot = self._memory.snapshot()
        if snapshot.recovering:
            raise LinkError(
                f"hand: expected it to exchange data, but: {snapshot.why_halted}"
            )
        self._tell("reset")
        self.exchange()
        self.exchange()

    def set_demand(self, motor: int | str, share: float, palm: int = 0) -> None:
        """Demand a share of a motor's PWM, -1 to 1, until another is demanded."""
        self.palm(palm)
        self._tell(
            "set_demand", find_motor(motor), number("share", share, -1.0, 1.0), palm
        )

    def lead(self, motor: int | str, angle: float, palm: int = 0) -> float:
        """Lead a joint to an angle in rad; return it, within the joint's limits."""
        return self.lead_all({motor: angle}, palm)[0]

    def lead_all(self, angles: Mapping[int | str, float], palm: int = 0) -> list[float]:
        """Lead joints to angles in rad, all in the same cycle; return them, clipped."""
        self.palm(palm)
        leads = []
        for motor, angle in angles.items():
            chosen = find_motor(motor)
            low, high = MOTOR_JOINTS[chosen].limits
            leads.append((chosen, min(max(number("angle", angle), low), high), palm))
        self._tell("lead_all", *leads)
        return [angle for _, angle, _ in leads]

    def tune(
        self,
        motor: int | str,
        gain: float | None = None,
        limit: float | None = None,
        palm: int = 0,
    ) -> None:
        """Set the gain of a joint's control, in PWM share per rad, and its limit."""
        self.palm(palm)
        gain = None if gain is None else positive("gain", gain)
        limit = None if limit is None else number("limit", limit, 0.0, 1.0)
        self._tell("tune", find_motor(motor), gain, limit, palm)

    def send(
        self,
        bus: int,
        id: int,
        data: bytes,
        timeout: float = CAN_SECONDS,
        palm: int = 0,
    ) -> CanMessage:
        """Send a CAN message and return its acknowledgement.

        Raises LinkError if none comes within ``timeout`` seconds.
        """
        self.palm(palm)
        can_message(bus, id, data)
        positive("timeout", timeout)
        bus, id, contents = self._call(
            "send", bus, id, list(data), timeout, palm, seconds=timeout
        )
        return CanMessage(bus, id, bytes(contents))

    def reinitialize_boards(self) -> None:
        """Ask all motor boards anew for what is known once, such as their revision."""
        self._tell("reinitialize_boards")

    def states(self) -> list[str]:
        """Return the state of each palm's slave, in words."""
        return list(self._call("states"))

    def diagnostics(self) -> list[Diagnosis]:
        """Return how the cycle, the wire, slaves, palms and their motors are."""
        try:
            found = self._call("diagnostics")
        except LinkError as error:
            return [Diagnosis(Level.STALE, "cycle", str(error))]
        cycle = self._cycle_diagnosis()
        return [
            cycle,
            *(Diagnosis(Level(level), *others) for level, *others in found),
        ]

    def lateness(self) -> Lateness:
        """Return how late cycles began."""
        snapshot = self._memory.snapshot()
        late = sorted(self._memory.latenesses(snapshot.cycles))
        return Lateness(
            median(late), late[len(late) * 99 // 100], late[-1], snapshot.missed
        )

    def close(self) -> None:
        """Halt the hand and end its process; a second call does no harm."""
        process, self._process = self._process, None
        if process is None:
            return
        for stream in (process.stdin,):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        try:
            process.wait(ANSWER_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        self._memory.close()

    def _refresh(self) -> None:
        snapshot = self._memory.snapshot()
        if self._snapshot is None or snapshot.cycles != self._snapshot.cycles:
            self._snapshot = snapshot
            for at, palm in enumerate(self.palms):
                take_palm(snapshot, at, palm)

    def _cycle_diagnosis(self) -> Diagnosis:
        late = self.lateness()
        figures = {
            "period, us": round(self.period * 1e6),
            "median lateness, us": round(late.median * 1e6),
            "worst lateness, us": round(late.worst * 1e6),
            "missed": late.missed,
            "invalid": self.invalid,
        }
        return Diagnosis(Level.OK, "cycle", "runs in a process of its own", figures)

    def _tell(self, name: str, *arguments: object) -> None:
        """Make a call that is not answered."""
        with self._calling:
            self._write(name, arguments)

    def _call(self, name: str, *arguments: object, seconds: float = 0.0) -> Any:
        """Make a call and return its answer, or raise the error that it is."""
        with self._calling:
            self._write(name, arguments)
            return self._answer(seconds)

    def _write(self, name: str, arguments: tuple[object, ...]) -> None:
        process = self._demand_process()
        assert process.stdin is not None
        try:
            self._calls += 1
            line = json.dumps([self._calls, name, arguments])
            process.stdin.write(line.encode() + b"\n")
            process.stdin.flush()
        except OSError as error:
            raise self._ended() from error

    def _answer(self, seconds: float = 0.0) -> Any:
        """Return the answer to the last call; those that nobody waits for are lost."""
        answer: dict[str, Any] = {"call": -1}
        while answer["call"] != self._calls:
            try:
                line = self._answers.get(timeout=ANSWER_SECONDS + seconds)
            except Empty:
                raise LinkError(f"{self.where}: its process does not answer") from None
            if not line:
                raise self._ended()
            answer = json.loads(line)
        if "error" in answer:
            kind = ArgumentError if answer["kind"] == "argument" else LinkError
            raise kind(answer["error"])
        return answer["value"]

    def _demand_process(self) -> "subprocess.Popen[bytes]":
        process = self._process
        if process is None:
            raise LinkError(f"{self.where}: the hand is closed")
        if process.poll() is not None:
            raise self._ended()
        return process

    def _ended(self) -> LinkError:
        return LinkError(
            f"{self.where}: the hand's process has ended; its motors stop by themselves"
        )


def _read(stream: IO[bytes], answers: "SimpleQueue[bytes]") -> None:
    """Queue each line, and an empty one at the end."""
    with suppress(OSError, ValueError), stream:
        for line in stream:
            answers.put(line)
    answers.put(b"")
