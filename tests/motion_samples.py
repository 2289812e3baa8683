"""Motion files of our own, one of each kind, for several files of tests."""

from __future__ import annotations

import struct

SLOTS = 26


ENABLE = "enable=0 1 1" + " 0" * 23
ZEROS = " ".join("0" * SLOTS)
FIVES = " ".join("5" * SLOTS)


def mtn_page(name, play_param, *steps):
    lines = ["page_begin", f"name={name}", f"compliance={FIVES}"]
    lines += [f"play_param={play_param}", *(f"step={step}" for step in steps)]
    return [*lines, "page_end"]


def step(first, second, pause, time):
    """Return the values of a step of servos 1 and 2."""
    return " ".join(["512", str(first), str(second), *["512"] * 23, pause, time])


MTN_TEXT = "\n".join(
    [
        "type=motion",
        "version=1.01",
        ENABLE,
        f"motor_type={ZEROS}",
        *mtn_page("Bow", "2 3 1 2.0 32", step(200, 800, "0.000", "1.000")),
        *mtn_page(
            "Bow back",
            "0 0 2 1.0 5",
            step(300, 700, "0.504", "0.096"),
            step(512, 511, "0.000", "2.040"),
        ),
        *mtn_page("Stand", "0 0 1 1.0 32", step(512, 512, "0.000", "0.400")),
        *mtn_page("", "0 0 1 1.0 32"),
        *mtn_page("Round", "6 0 1 1.0 32", step(1, 2, "0.000", "0.400")),
        *mtn_page("Stand", "5 0 1 1.0 32", step(3, 4, "0.000", "0.400")),
        "",
    ]
)


def with_checksum(text, encoding="utf-8-sig"):
    """Return text as a file: its bytes, and the complement of their sum."""
    data = text.encode(encoding)
    return data + struct.pack(">H", 0xFFFF - sum(data) % 0x10000)


MTN = with_checksum(MTN_TEXT)

ALONE = 0x4000


def binary_page(name, steps=(), *, repeat=1, speed=32, next=0, exit=0, rule="additive"):
    """Return a page of 512 bytes; steps are (words by id, pause, time)."""
    header = bytearray(64)
    header[:14] = name.encode().ljust(14)
    header[15], header[16], header[20] = repeat, 0x0A, len(steps)
    header[22], header[24], header[25], header[26] = speed, 32, next, exit
    header[32:63] = b"\x55" * 31
    body = b""
    for words, pause, time in [*steps, *[({}, 0, 0)] * (7 - len(steps))]:
        whole = [words.get(id, ALONE) for id in range(31)]
        body += struct.pack("<31H2B", *whole, pause, time)
    total = (sum(header) + sum(body)) & 0xFF
    header[31] = total if rule == "additive" else (0xFF - total) & 0xFF
    return bytes(header) + body


def binary_file(*pages, count=256, rule="additive"):
    """Return a file of pages, which are numbered from 1, and empty ones."""
    empty = binary_page("", rule=rule, repeat=0)
    return b"".join([empty, *pages, *[empty] * (count - 1 - len(pages))])


BINARY = binary_file(
    binary_page("Bow", [({1: 200, 2: 800}, 0, 128)], speed=16, next=2, exit=1),
    binary_page("Bow back", [({1: 300}, 64, 12), ({2: 511}, 0, 255)], repeat=2),
)

MTNX = b"""\
<?xml version="1.0" encoding="utf-8" standalone="yes"?>
<Root name="R+Motion" version="2.0.0">
  <DesignRoot name="TWO-ARMS" controller="CM-530">
    <skeleton>
      <joint motor="AX-12" id="1" enable="True" id2="1" mirror="2" />
      <joint motor="AX-12" id="2" enable="True" id2="2" mirror="1" />
      <joint motor="AX-12" id="19" enable="False" id2="19" mirror="19" />
    </skeleton>
  </DesignRoot>
  <FlowRoot>
    <!-- a flow -->
    <Flow name="Dance" return="-1">
      <units>
        <unit main="Up" mainSpeed="2" loop="2" exit="" exitSpeed="1" callSite="False" />
        <unit main="Down" mainSpeed="1" loop="1" exit="" exitSpeed="1" callSite="" />
      </units>
    </Flow>
    <Flow name="Up" return="-1">
      <units />
    </Flow>
  </FlowRoot>
  <PageRoot>
    <Page name="Up">
      <param compileSize="1" acceleration="32" softness="5 5 5" />
      <steps>
        <step frame="64" pose="0 0.29 0" />
        <step frame="128" pose="-30 29.88 0" />
        <step frame="192" pose="-30 29.88 0" />
      </steps>
    </Page>
    <Page name="Down">
      <param compileSize="1" acceleration="32" softness="5 5 5" />
      <steps>
        <step frame="32" pose="0 0 0" />
      </steps>
    </Page>
  </PageRoot>
  <GroupRoot />
  <BucketRoot />
</Root>
"""

POS = b"""\
#POS
# how it rests
shoulder\t0.5
elbow~\t-0.25\t0.5
tail\t1\t0
<buttons>
head\t1
</buttons>
#END
"""

MOT = b"""\
#MSq
radians
advanceTime\t500
shoulder\t0.5\t1
elbow\t0

# both
delay\t1000
elbow\t-0.5
setTime\t2000
shoulder\t-0.5
elbow\t0.5
#END
"""

WEBOTS = b"""\
#WEBOTS_MOTION,V1.0,shoulder,elbow
00:00:500,arms up,0.5,*
00:01:000,arms up,0.5,*
00:02:250,down,-0.5,0.25
01:00:000,wait,0,0.25
"""

MOVE = b"""\
{
  "framerate": 10,
  "positions": {
    "0.5": {
      "shoulder": [
        10.0,
        0.0
      ],
      "elbow": [
        -20.5,
        1.5
      ]
    },
    "10.0": {
      "shoulder": [
        20.0,
        0.0
      ]
    }
  }
}"""

PPR = b"""\
two arms:2:1024:1024
Pose=up:200, 800
Pose=down:512, 511
Seq=wave: up|500, down|1000, up|250
Seq=rest: down|2000
Nuke=4, 1
"""

SAMPLES = {
    ".mtn": MTN,
    ".bin": BINARY,
    ".mtnx": MTNX,
    ".pos": POS,
    ".mot": MOT,
    ".motion": WEBOTS,
    ".move": MOVE,
    ".ppr": PPR,
}
NAMES = {"shoulder": 1, "elbow": 2}
