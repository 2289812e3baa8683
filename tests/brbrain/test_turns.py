"""The lock that threads hold in turns."""

import signal
import threading

import pytest

from brbrain import WallClock
from brbrain.turns import TurnLock


@pytest.fixture
def lock():
    return WallClock().lock()


def in_thread(target):
    thread = threading.Thread(target=target)
    thread.start()
    return thread


def is_free(lock):
    """Take the lock in another thread, so that re-entrance does not count."""
    taken = threading.Event()

    def take():
        with lock:
            taken.set()

    thread = in_thread(take)
    thread.join(2)
    return taken.is_set()


def test_the_wall_clock_gives_such_a_lock(lock):
    assert isinstance(lock, TurnLock)


def test_a_thread_may_take_the_lock_again(lock):
    with lock:
        with lock:
            pass
        with lock:
            pass
    assert is_free(lock)


def test_an_error_frees_the_lock(lock):
    with pytest.raises(ValueError, match="inside"), lock, lock:
        raise ValueError("inside")
    assert is_free(lock)


def test_threads_get_the_lock_in_the_order_of_asking(lock):
    order = []

    def take(number):
        with lock:
            order.append(number)

    threads = []
    with lock:
        for number in range(5):
            threads.append(in_thread(lambda number=number: take(number)))
            while len(lock._line) <= number:
                pass  # until it has asked
    for thread in threads:
        thread.join()
    assert order == [0, 1, 2, 3, 4]


def test_a_thread_in_a_tight_loop_does_not_starve_the_others(lock):
    order = []
    stop = threading.Event()

    def hog():
        while not stop.is_set():
            with lock:
                order.append("hog")

    thread = in_thread(hog)
    for _ in range(5):
        with lock:
            order.append("other")
    stop.set()
    thread.join()
    assert order.count("other") == 5


def test_counting_with_many_threads_loses_nothing(lock):
    total = 0

    def count():
        nonlocal total
        for _ in range(2000):
            with lock:
                value = total
                total = value + 1

    threads = [in_thread(count) for _ in range(4)]
    for thread in threads:
        thread.join()
    assert total == 8000


def test_ctrl_c_while_waiting_leaves_the_line(lock):
    taken, done = threading.Event(), threading.Event()

    def hold():
        with lock:
            taken.set()
            while not lock._line:
                pass  # until the main thread waits
            signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
            done.wait()

    thread = in_thread(hold)
    taken.wait()
    with pytest.raises(KeyboardInterrupt), lock:
        pytest.fail("the lock was free")
    done.set()
    thread.join()
    assert is_free(lock)
