"""A hand whose cycle runs in a thread, for clocks that wait while it computes."""

import threading

from brbrain.arguments import positive
from brbrain.clock import Clock
from brbrain.errors import BrError, LinkError
from brbrain.ethercat.hand import PERIOD, Hand
from brbrain.ethercat.master import Master, Slave


class HandThread(Hand):
    """A hand that is simulated in virtual time: its cycle runs while others wait.

    With real time use `HandProcess`: another thread would keep the cycle waiting.
    """

    def __init__(self, master: Master, clock: Clock, period: float = PERIOD) -> None:
        super().__init__(master)
        self.clock = clock
        self.period = positive("period", period)
        self._running = False
        self._thread: threading.Thread | None = None

    @property
    def expected_counter(self) -> int:
        """The working counter of a good cycle."""
        return self.master.expected_counter

    @property
    def slaves(self) -> tuple[Slave, ...]:
        """What was found."""
        return self.master.slaves

    def start(self) -> None:
        """Find the palms, bring them to OP, and begin the cycle; they stay halted."""
        super().start()
        self._running = True
        self._thread = self.clock.start(self._run, "hand")
        self.exchange()

    def exchange(self) -> int:
        """Wait for the next cycle and return its working counter."""
        if not self._running:
            raise LinkError("hand: expected it to be open, but it is closed")
        self.clock.sleep(self.period)
        self.on_idle()
        return self.counter

    def states(self) -> list[str]:
        """Return the state of each palm's slave, in words."""
        return [str(state) for state in self.master.states()]

    def _rest(self) -> None:
        """Do nothing: `exchange` has waited."""

    def close(self) -> None:
        """Halt, end the cycle, and leave the palms in INIT."""
        if not self._running:
            return
        self._running = False
        assert self._thread is not None
        self._thread.join()
        super().close()

    def _run(self) -> None:
        while self._running:
            try:
                super().exchange()
            except BrError as error:
                self.halt(str(error))
            self.clock.sleep(self.period)
