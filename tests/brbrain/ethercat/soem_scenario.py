"""What a master over SOEM does on one end of a virtual cable; the results as JSON.

    python soem_scenario.py INTERFACE PALMS

It runs in a network namespace of its own; simulated palms serve the other end.
"""

import json
import subprocess
import sys
import time

from brbrain.ethercat.can_bridge import MAGIC_DATA
from brbrain.ethercat.hand import Hand
from brbrain.ethercat.registers import AlState
from brbrain.ethercat.soem import SoemMaster


def exchanges(hand, count):
    """Return the set of the counters of some cycles, a millisecond apart."""
    counters = set()
    for _ in range(count):
        counters.add(hand.exchange())
        time.sleep(0.001)
    return sorted(counters)


def recovered(hand):
    """Run cycles until it has recovered; return whether it has within five seconds."""
    deadline = time.monotonic() + 5
    while hand.recovering and time.monotonic() < deadline:
        hand.exchange()
        time.sleep(0.001)
    return not hand.recovering


def scenario(interface, palms):
    """Return what happened, by name."""
    master = SoemMaster(interface)
    hand = Hand(master)
    hand.start()
    seen = {
        "slaves": [[slave.name, slave.serial] for slave in master.slaves],
        "sizes": [len(master.outputs), len(master.inputs)],
        "expected": master.expected_counter,
        "states": [str(state) for state in master.states()],
    }
    hand.reset()
    seen["counters"] = sorted({hand.exchange() for _ in range(2000)})
    seen["valid"] = [palm.valid_cycles for palm in hand.palms]
    if palms == 1:
        seen.update(further(hand, interface))
    hand.close()
    return seen


def further(hand, interface):
    """Return what happened to a single palm after that."""
    seen = {"echo": echo(hand)}
    seen["acknowledged"] = hand.send(2, 0x70A, MAGIC_DATA, 1.0).id
    hand.lead("FFJ3", 0.3)
    exchanges(hand, 500)
    seen["angle"] = hand.angle("FFJ3")
    time.sleep(0.3)
    hand.exchange()
    seen["silence"] = hand.why_halted
    seen["after silence"] = recovered(hand)
    seen["after silence, counters"] = exchanges(hand, 100)
    hand.reset()
    down(interface, "down")
    hand.exchange()
    seen["down"] = [hand.counter, hand.why_halted]
    seen["states while down"] = [str(state) for state in hand.master.states()]
    down(interface, "up")
    time.sleep(0.3)
    seen["after up"] = recovered(hand)
    seen["after up, counters"] = exchanges(hand, 100)
    seen["OP again"] = hand.master.states()[0].state == AlState.OP
    print("zero-buffer 10", flush=True)  # the test passes it on to the palms
    sys.stdin.readline()
    before = hand.zero_buffers
    exchanges(hand, 100)
    seen["zero buffers"] = hand.zero_buffers - before
    return seen


def echo(hand):
    """Return by how many cycles the status is behind the command."""
    master, late = hand.master, []
    for cycle in range(6):
        hand.palms[0].channels = 2 + cycle % 2  # channel numbers are asked for
        hand.exchange()
        late.append((2 + cycle % 2, master.inputs[0]))
    hand.palms[0].channels = 1
    sent, received = zip(*late, strict=True)
    hand.exchange()
    hand.exchange()
    return 1 if sent[:-1] == received[1:] else 0


def down(interface, state):
    subprocess.run(["ip", "link", "set", interface, state], check=True)


if __name__ == "__main__":
    print(json.dumps(scenario(sys.argv[1], int(sys.argv[2]))), flush=True)
