"""The lock that threads hold in turns."""

import threading

import pytest

from brbrain import WallClock
from brbrain.turns import TurnLock


def test_a_thread_may_take_the_lock_again():
    lock = TurnLock(WallClock())
    with lock, lock:
        pass
    with lock:
        pass


def test_a_thread_in_a_tight_loop_does_not_starve_the_others():
    lock = TurnLock(WallClock())
    order = []
    stop = threading.Event()

    def hog():
        while not stop.is_set():
            with lock:
                order.append("hog")

    thread = threading.Thread(target=hog)
    thread.start()
    for _ in range(5):
        with lock:
            order.append("other")
    stop.set()
    thread.join()
    assert order.count("other") == 5


class InterruptedClock:
    """A clock in whose sleep Ctrl-C comes."""

    def now(self):
        return 0.0

    def sleep(self, seconds):
        raise KeyboardInterrupt

    def start(self, target, name):
        raise NotImplementedError


def test_whoever_gives_up_waiting_leaves_the_queue():
    lock = TurnLock(InterruptedClock())
    taken, done = threading.Event(), threading.Event()

    def hold():
        with lock:
            taken.set()
            done.wait()

    thread = threading.Thread(target=hold)
    thread.start()
    taken.wait()
    with pytest.raises(KeyboardInterrupt), lock:
        pytest.fail("the lock was free")
    done.set()
    thread.join()
    with lock:
        pass
