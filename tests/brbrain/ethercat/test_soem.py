"""SOEM against simulated palms, over virtual Ethernet in a network namespace.

It takes root's rights. In CI that they are missing is a failure, not a reason to skip.
"""

import json
import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

SCENARIO = Path(__file__).with_name("soem_scenario.py")

pytestmark = pytest.mark.skipif(
    os.geteuid() != 0 and not os.environ.get("CI"),
    reason="virtual Ethernet takes root's rights",
)


def ip(*words):
    subprocess.run(["ip", *words], check=True, capture_output=True)


@contextmanager
def cable():
    """Give a namespace with a virtual cable in it, and the names of its two ends."""
    number = os.getpid()
    space, near, far = f"brec{number}", f"bra{number}", f"brb{number}"
    ip("netns", "add", space)
    try:
        inside = ("netns", "exec", space, "ip", "link")
        ip(*inside, "add", near, "type", "veth", "peer", "name", far)
        for end in ("lo", near, far):
            ip(*inside, "set", end, "up")
        yield space, near, far
    finally:
        ip("netns", "del", space)


def python(space, *words):
    return subprocess.Popen(
        ["ip", "netns", "exec", space, sys.executable, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def play(palms):
    """Return what the scenario saw with so many palms."""
    module = "brbrain.ethercat.sim"
    with cable() as (space, near, far):
        serving = ("-m", module, "--interface", far, "--palms", str(palms))
        with python(space, *serving) as server:
            assert "serving" in server.stdout.readline()
            with python(space, str(SCENARIO), near, str(palms)) as master:
                line = master.stdout.readline()
                if line and not line.startswith("{"):  # a fault to cause
                    server.stdin.write(line)
                    server.stdin.flush()
                    line = master.communicate("\n", timeout=30)[0]
                assert line, master.stderr.read()
            server.stdin.close()
    return json.loads(line)


@pytest.fixture(scope="module")
def seen():
    return play(1)


def test_the_palm_is_found_and_mapped(seen):
    assert seen["slaves"] == [["Shadow palm", 1]]
    assert seen["sizes"] == [70, 232]
    assert (seen["expected"], seen["states"]) == (3, ["OP"])


def test_2000_exchanges_have_the_right_counter(seen):
    assert seen["counters"] == [3]
    assert seen["valid"] == [2000]


def test_the_status_is_one_cycle_behind(seen):
    assert seen["echo"] == 1


def test_a_board_acknowledges_the_magic_message(seen):
    assert seen["acknowledged"] == 0x71A


def test_a_joint_is_led_to_an_angle(seen):
    assert seen["angle"] == pytest.approx(0.3, abs=0.02)


def test_300_ms_of_silence_are_told_and_recovered_from(seen):
    assert seen["silence"] == "palm 0: SAFE-OP with an error: SyncManager watchdog"
    assert seen["after silence"]
    assert seen["after silence, counters"] == [3]


def test_a_link_that_goes_down_is_told_and_recovered_from_when_it_is_up(seen):
    assert seen["down"] == [-1, "communication error"]
    assert seen["states while down"] == ["does not answer"]
    assert seen["after up"]
    assert seen["after up, counters"] == [3]
    assert seen["OP again"]


def test_zero_buffers_are_counted(seen):
    assert seen["zero buffers"] == pytest.approx(10, abs=1)


def test_three_palms_have_a_counter_of_nine():
    seen = play(3)
    assert [serial for _, serial in seen["slaves"]] == [1, 2, 3]
    assert (seen["expected"], seen["counters"]) == (9, [9])
    assert seen["valid"] == [2000] * 3
