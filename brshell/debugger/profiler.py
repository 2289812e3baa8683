"""Profiling: what each procedure of the program costs in time, calls and packets."""

from __future__ import annotations

import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CodeType, FrameType
    from typing import Any

    from brshell.machine import Machine
    from brshell.reader.source import Span


class Cost:
    """What something costs: seconds on the clock, on the processor, and packets."""

    def __init__(self, seconds: float, computing: float, packets: int) -> None:
        self.seconds = seconds
        self.computing = computing
        self.packets = packets


def timed(machine: Machine, work: Callable[[], Any]) -> tuple[Any, Cost]:
    """Run ``work``; return its value and what it cost."""
    packets, start, computing = machine.packets(), time.monotonic(), time.thread_time()
    value = work()
    computing = time.thread_time() - computing
    seconds = time.monotonic() - start
    return value, Cost(seconds, computing, machine.packets() - packets)


class Account:
    """What a procedure costs.

    ``calls`` counts them, but not what a loop does again; ``seconds`` are those from
    call to return, ``own`` those without the program's procedures that it called,
    ``packets`` those that went over the link in the latter.
    """

    def __init__(self, name: str, span: Span | None) -> None:
        self.name = name
        self.span = span
        self.calls = 0
        self.seconds = 0.0
        self.own = 0.0
        self.packets = 0
        self.active = 0  # calls that have not returned
        self.since = 0.0  # when the first of these began


class Profiler:
    """Counts while ``run`` runs something, in the thread that calls it.

    Watching every call makes a program slower; that counts as the program's own time.
    """

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        # By file and line: codes of the same text are equal.
        self._accounts: dict[tuple[str, int], Account | None] = {}
        # What is no procedure's is the form's own; its compilation is, too.
        self._form = Account("the form itself", None)
        self._calling = [self._form]
        self._time = 0.0
        self._packets = 0

    def run(self, work: Callable[[], Any]) -> Any:
        """Run ``work`` and return its value."""
        start = time.perf_counter()
        self._time, self._packets = start, self._machine.packets()
        sys.setprofile(self._event)
        try:
            return work()
        finally:
            sys.setprofile(None)
            self._charge()
            self._form.calls += 1
            self._form.seconds += self._time - start

    def accounts(self) -> list[Account]:
        """Return the costs of all procedures, dearest first, and of the form itself."""
        called = [account for account in self._accounts.values() if account is not None]
        return [*sorted(called, key=lambda account: -account.own), self._form]

    def _event(self, frame: FrameType, event: str, argument: Any) -> None:
        if event == "call":
            account = self._account(frame.f_code)
            if account is not None:
                self._charge()
                self._calling.append(account)
                account.calls += 1
                account.active += 1
                if account.active == 1:
                    account.since = self._time
        elif event == "return" and len(self._calling) > 1:
            account = self._account(frame.f_code)
            if account is not None:
                self._charge()
                self._calling.pop()
                account.active -= 1
                if not account.active:
                    account.seconds += self._time - account.since

    def _charge(self) -> None:
        """Charge what was spent since the last time to the procedure that ran."""
        now, packets = time.perf_counter(), self._machine.packets()
        self._calling[-1].own += now - self._time
        self._calling[-1].packets += packets - self._packets
        self._time, self._packets = now, packets

    def _account(self, code: CodeType) -> Account | None:
        """Return the account of a code, None if it is no procedure of the program."""
        key = code.co_filename, code.co_firstlineno
        if key not in self._accounts:
            self._accounts[key] = self._new_account(code)
        return self._accounts[key]

    def _new_account(self, code: CodeType) -> Account | None:
        units = self._machine.units
        if code.co_filename not in units or units[code.co_filename].library:
            return None
        unit = units[code.co_filename]
        core = unit.entry(code.co_firstlineno).procedure.core
        if core is unit.program.core:
            return None
        return Account(core.name or "lambda", core.span)
