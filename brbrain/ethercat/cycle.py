"""The cycle of a hand in a process of its own: ``python -m brbrain.ethercat.cycle``.

Another process starts it, see `HandProcess`. Calls come as lines of JSON on standard
input and are answered on standard output; the end of the input halts the hand and ends
the process. Every cycle is shown in shared memory.
"""

import gc
import json
import os
import signal
import sys
import time
from contextlib import suppress
from typing import Any, Final, NamedTuple

from brbrain.errors import ArgumentError, BrError, LinkError
from brbrain.ethercat.can_bridge import CanMessage, can_message
from brbrain.ethercat.hand import Hand, not_acknowledged
from brbrain.ethercat.opening import open_master
from brbrain.ethercat.shared import SharedHand

PRIORITY: Final = 1
"""The lowest of the real-time priorities, where we may have one."""

_INPUT, _OUTPUT = 0, 1
_ONE_WAY = {"halt", "reset", "set_demand", "lead", "tune", "reinitialize_boards"}
"""Calls of `Hand` that are not answered."""


def main() -> int:
    """Open the hand that the arguments name and run its cycle until the input ends."""
    where, period, path = sys.argv[1], float(sys.argv[2]), sys.argv[3]
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the other process's
    hand = None
    try:
        hand = Hand(open_master(where, quick=False))
        hand.start()
        _answer(0, [_as_list(slave) for slave in hand.master.slaves])
        Cycle(hand, period, SharedHand(path)).run()
    except BrError as error:
        _refuse(0, error)
        return 1
    except Exception as error:  # nobody sees what is printed here
        _refuse(0, LinkError(f"{where}: the cycle failed: {error!r}"))
        return 1
    finally:
        if hand is not None:
            hand.close()
    return 0


class Sent(NamedTuple):
    """A CAN message that is not acknowledged yet, and the call that waits for it."""

    call: int
    palm: int
    message: CanMessage
    timeout: float
    deadline: float


class Cycle:
    """Runs the cycle at a fixed period; deadlines that have passed are skipped."""

    def __init__(self, hand: Hand, period: float, memory: SharedHand) -> None:
        self.hand = hand
        self.period = period
        self.memory = memory
        self.invalid = self.missed = 0
        self._received = b""
        self._sent: Sent | None = None

    def run(self) -> None:
        """Run until the input ends."""
        os.set_blocking(_INPUT, False)
        with suppress(OSError, AttributeError):
            os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(PRIORITY))
        gc.collect()
        gc.disable()  # a cycle leaves nothing that only the collector can free
        due = time.monotonic()
        while self._take_calls():
            due += self.period
            now = time.monotonic()
            if now > due:
                skipped = int((now - due) / self.period)
                self.missed += skipped
                due += skipped * self.period
            else:
                time.sleep(due - now)
            self._cycle(time.monotonic() - due)

    def _cycle(self, late: float) -> None:
        hand = self.hand
        try:
            counter = hand.exchange()
        except BrError as error:
            hand.halt(str(error))
            counter = -1
        if counter != hand.master.expected_counter:
            self.invalid += 1
        self.memory.show(hand, self.invalid, self.missed)
        self.memory.add_lateness(hand.cycles, late)
        if self._sent is not None:
            self._look_for_acknowledgement(self._sent)

    def _take_calls(self) -> bool:
        """Serve the calls that have come; False if the input has ended."""
        try:
            received = os.read(_INPUT, 65536)
        except BlockingIOError:
            return True
        if not received:
            return False
        *lines, self._received = (self._received + received).split(b"\n")
        for line in lines:
            self._serve(*json.loads(line))
        return True

    def _serve(self, call: int, name: str, arguments: list[Any]) -> None:
        """Serve a call by its name; those of `_ONE_WAY` cannot tell of errors."""
        hand = self.hand
        if name in _ONE_WAY:
            with suppress(BrError):
                getattr(hand, name)(*arguments)
        elif name == "lead_all":
            for motor, angle, palm in arguments:
                hand.lead(motor, angle, palm)
        elif name == "send":
            bus, id, data, timeout, palm = arguments
            message = can_message(bus, id, bytes(data))
            hand.palm(palm).post(message)
            self._sent = Sent(call, palm, message, timeout, time.monotonic() + timeout)
        elif name == "states":
            _answer(call, [str(state) for state in hand.master.states()])
        elif name == "diagnostics":
            _answer(
                call,
                [
                    [int(each.level), each.name, each.message, dict(each.values)]
                    for each in hand.diagnostics()
                ],
            )

    def _look_for_acknowledgement(self, sent: "Sent") -> None:
        palm = self.hand.palm(sent.palm)
        found = palm.acknowledgement
        if found is not None:
            _answer(sent.call, [found.bus, found.id, list(found.data)])
        elif time.monotonic() > sent.deadline:
            palm.give_up()
            _refuse(sent.call, not_acknowledged(sent.message, sent.timeout))
        else:
            return
        self._sent = None


def _as_list(slave: Any) -> list[Any]:
    return [getattr(slave, name) for name in slave.__slots__]


def _answer(call: int, value: object) -> None:
    _write({"call": call, "value": value})


def _refuse(call: int, error: BrError) -> None:
    kind = "argument" if isinstance(error, ArgumentError) else "link"
    _write({"call": call, "error": str(error), "kind": kind})


def _write(answer: dict[str, object]) -> None:
    """Write an answer; who has gone needs none."""
    with suppress(BrokenPipeError):
        os.write(_OUTPUT, json.dumps(answer).encode() + b"\n")


if __name__ == "__main__":
    sys.exit(main())
