"""``python -m brbrain.ethercat.sim``: palms for any master, in a process."""

import subprocess
import sys

import pytest

from brbrain.ethercat.hand import Hand
from brbrain.ethercat.opening import open_master


def serve(*options):
    return subprocess.Popen(
        [sys.executable, "-m", "brbrain.ethercat.sim", *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_it_serves_palms_until_its_input_ends():
    with serve("--port", "0", "--palms", "2") as server:
        line = server.stdout.readline()
        assert line.startswith("serving 2 simulated palm(s) at udp:127.0.0.1:")
        hand = Hand(open_master(line.split()[-1]))
        hand.start()
        assert hand.exchange() == 6
        server.stdin.write("zero-buffer 1\nnonsense\n")
        server.stdin.flush()
        assert "fault: expected none or" in server.stderr.readline()
        for _ in range(20):
            hand.exchange()
        assert hand.zero_buffers >= 20
        hand.close()
        server.stdin.close()
        assert server.wait(10) == 0


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--port", "99999"], "port: expected an integer from 0 to 65535"),
        (["--interface", "nowhere0"], "nowhere0: "),
        (["--palms", "9"], "invalid choice"),
    ],
    ids=str,
)
def test_options_that_cannot_be_are_told(options, told):
    with serve(*options) as server:
        _, errors = server.communicate(timeout=20)
    assert server.returncode != 0
    assert told in errors
    assert "Traceback" not in errors
