"""SOEM against simulated palms, over virtual Ethernet in a network of its own.

The network is a namespace that ends with the process that holds it. Who is not root is
so in a namespace of users, too.
"""

import json
import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

SCENARIO = Path(__file__).with_name("soem_scenario.py")
NEAR, FAR = "brnear", "brfar"
ROOT = os.geteuid() == 0


def run(*words):
    return subprocess.Popen(
        words,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@contextmanager
def cable():
    """Give what runs a command in a network with a virtual cable in it."""
    user = [] if ROOT else ["--map-root-user"]
    with run("unshare", *user, "--net", "sh", "-c", "echo ready; read end") as holder:
        assert holder.stdout.readline() == "ready\n", holder.stderr.read()
        user = [] if ROOT else ["--user", "--preserve-credentials"]
        inside = ("nsenter", "--target", str(holder.pid), *user, "--net")

        def ip(*words):
            subprocess.run([*inside, "ip", "link", *words], check=True)

        ip("add", NEAR, "type", "veth", "peer", "name", FAR)
        for end in ("lo", NEAR, FAR):
            ip("set", end, "up")
        yield lambda *words: run(*inside, sys.executable, *words)
        holder.communicate("\n")


def play(palms):
    """Return what the scenario saw with so many palms."""
    serving = ("-m", "brbrain.ethercat.sim", "--interface", FAR, "--palms")
    with cable() as python, python(*serving, str(palms)) as server:
        assert "serving" in server.stdout.readline()
        with python(str(SCENARIO), NEAR, str(palms)) as master:
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
