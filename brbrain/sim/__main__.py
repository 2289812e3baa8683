"""``python -m brbrain.sim``: serve a simulated robot on a pseudo-terminal."""

import argparse
import sys

from brbrain.errors import BrError
from brbrain.robots import ROBOTS
from brbrain.sim.faults import KINDS
from brbrain.sim.firmware import FIRMWARES
from brbrain.sim.server import serve_pty


def main() -> int:
    """Serve until interrupted; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m brbrain.sim",
        description="Serve a simulated robot on a pseudo-terminal until interrupted.",
        epilog="Faults, and what their values mean: "
        + "; ".join(f"{name} = {kind.meaning}" for name, kind in KINDS.items()),
    )
    robots = ", ".join(ROBOTS)
    parser.add_argument("--robot", default="humanoid", help=f"{robots} or ids:1,2,100")
    parser.add_argument("--bus", action="store_true", help="no CM-5: the servo bus")
    names = " or ".join(FIRMWARES)
    parser.add_argument("--firmware", default="brshell", help=f"of the CM-5: {names}")
    parser.add_argument("--faults", default="", help="such as noise,lost=0.5,dead=3")
    parser.add_argument("--speed", type=float, default=1.0, help="of the robot's time")
    options = parser.parse_args()
    try:
        serve_pty(
            options.robot,
            options.bus,
            options.faults,
            speed=options.speed,
            firmware=options.firmware,
        )
    except BrError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
