"""Clocks: the wall clock's speed, and virtual time that is the same every time."""

import os
import signal
import threading
import time

import pytest

from brbrain.clock import VirtualClock, WallClock
from brbrain.errors import BrError


def test_the_wall_clock_goes_as_fast_as_it_is_told():
    clock, began = WallClock(speed=100.0), time.monotonic()
    before = clock.now()
    clock.sleep(2.0)
    assert 2.0 <= clock.now() - before < 60.0
    assert time.monotonic() - began < 0.6


@pytest.mark.parametrize("seconds", [1e12, 1e300, float("inf")])
def test_an_endless_sleep_can_be_interrupted(seconds):
    def interrupt(number, frame):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(KeyboardInterrupt):
            WallClock().sleep(seconds)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("speed", [0.0, -1.0, float("nan")])
def test_a_clock_cannot_stand_still(speed):
    with pytest.raises(BrError, match="speed: expected more than 0, but received"):
        WallClock(speed)


def test_virtual_time_passes_only_in_sleep():
    clock = VirtualClock()
    assert clock.now() == 0.0
    clock.sleep(86400.0)
    clock.sleep(0.5)
    clock.sleep(-1.0)
    assert clock.now() == 86400.5


def ticks(clock, log, name, period, count):
    def run():
        for _ in range(count):
            log.append((clock.now(), name))
            clock.sleep(period)

    return run


def three_threads():
    clock, log = VirtualClock(), []
    threads = [
        clock.start(ticks(clock, log, "a", 1.0, 4), "a"),
        clock.start(ticks(clock, log, "b", 1.5, 3), "b"),
        clock.start(ticks(clock, log, "c", 0.0, 3), "c"),
    ]
    log.append((clock.now(), "main"))
    for thread in threads:
        thread.join()
    return log, clock.now()


def test_threads_run_one_at_a_time_in_the_order_of_their_times():
    log, end = three_threads()
    assert log == [
        (0.0, "main"),
        *[(0.0, "a"), (0.0, "b"), (0.0, "c"), (0.0, "c"), (0.0, "c")],
        # Of two that are due at once, the one that went to sleep first.
        *[(1.0, "a"), (1.5, "b"), (2.0, "a"), (3.0, "b"), (3.0, "a")],
    ]
    assert end == 4.5


def test_it_is_the_same_every_time():
    assert [three_threads() for _ in range(20)] == [three_threads()] * 20


def test_join_waits_in_virtual_time_and_not_longer_than_it_is_told():
    clock = VirtualClock()
    thread = clock.start(lambda: clock.sleep(10.0), "sleeper")
    thread.join(timeout=4.0)
    assert (clock.now(), thread.is_alive()) == (4.0, True)
    thread.join()
    assert (clock.now(), thread.is_alive()) == (10.0, False)
    thread.join()
    assert clock.now() == 10.0


def test_a_lock_may_be_held_while_its_owner_sleeps():
    clock, log = VirtualClock(), []
    lock = clock.lock()

    def use(name):
        def run():
            with lock, lock:
                log.append((clock.now(), name, "in"))
                clock.sleep(2.0)
                log.append((clock.now(), name, "out"))

        return run

    threads = [clock.start(use(name), name) for name in "abc"]
    for thread in threads:
        thread.join()
    assert log == [
        (0.0, "a", "in"),
        (2.0, "a", "out"),
        (2.0, "b", "in"),
        (4.0, "b", "out"),
        (4.0, "c", "in"),
        (6.0, "c", "out"),
    ]


def test_waiting_for_each_other_is_an_error_not_a_hang():
    clock = VirtualClock()
    lock = clock.lock()

    def wait():
        with pytest.raises(BrError, match="all wait"), lock:
            pass

    with lock:
        clock.start(wait, "the last that comes to wait").join()


class Interrupted(Exception):
    pass


@pytest.fixture
def interrupt():
    """Return a function that interrupts the main thread, as Ctrl-C does."""

    def raise_it(*_):
        raise Interrupted

    def send():
        os.kill(os.getpid(), signal.SIGUSR1)
        time.sleep(0.05)  # real time: the main thread has to get it

    before = signal.signal(signal.SIGUSR1, raise_it)
    yield send
    signal.signal(signal.SIGUSR1, before)


def test_a_signal_interrupts_a_sleep_and_spoils_nothing(interrupt):
    clock, log = VirtualClock(), []

    def work():
        clock.sleep(1.0)
        interrupt()
        log.append(clock.now())
        clock.sleep(1.0)
        log.append(clock.now())

    worker = clock.start(work, "worker")
    with pytest.raises(Interrupted):
        clock.sleep(100.0)
    assert (clock.now(), log) == (1.0, [1.0])
    worker.join()
    assert (clock.now(), log) == (2.0, [1.0, 2.0])


def test_a_signal_interrupts_waiting_for_a_lock(interrupt):
    clock = VirtualClock()
    lock = clock.lock()

    def work():
        with lock:
            clock.sleep(1.0)
            interrupt()
            clock.sleep(1.0)

    worker = clock.start(work, "worker")
    clock.sleep(0.5)
    with pytest.raises(Interrupted), lock:
        pass
    assert clock.now() == 1.0
    with lock:
        assert clock.now() == 2.0
    worker.join()


def test_a_wall_clock_thread_is_an_ordinary_one():
    done = threading.Event()
    WallClock().start(done.set, "worker").join(5.0)
    assert done.is_set()
    with WallClock().lock():
        pass
