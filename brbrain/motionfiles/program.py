"""A motion as a Scheme program that people can read, change and run.

(define up (make-pose '(1 2) '(goal-position) '(68.9 231.1)))
(define wave
  (make-sequence
    (list up 0.6 0.1)))
(play wave 'easing 'linear)
"""

import re
from collections.abc import Sequence

from brbrain.motionfiles.pages import Move, new_name
from brbrain.pose import GOAL_POSITION
from brbrain.sequence import DEFAULT_EASING

_LINE = 80
_NOT_IN_NAMES = re.compile(r"[^a-z0-9!?*<>=/+-]+")
_TAKEN = ("pose", "list", "define", "play", "make-pose", "make-sequence")


def program(name: str, moves: Sequence[Move], easing: str) -> str:
    """Return the program that plays moves; ``easing`` is the way in which joints go."""
    seconds = sum(move.time + move.pause for move in moves)
    steps = f"{len(moves)} step{'s' if len(moves) > 1 else ''}"
    title = " ".join(name.split()) or "motion"
    lines = [f"; {title}: {steps}, {seconds:.6g} s. Angles are in degrees.", ""]
    taken = dict.fromkeys(_TAKEN, "")
    names: dict[tuple[tuple[int, int], ...], str] = {}
    for number, move in enumerate(moves, 1):
        key = tuple(move.counts.items())
        if key not in names:
            names[key] = _new_identifier(move.name, f"pose-{number}", taken)
            lines += _pose(names[key], move)
    whole = _new_identifier(name, "motion", taken)
    lines += ["", f"(define {whole}", "  (make-sequence"]
    lines += [_step(names[tuple(move.counts.items())], move) for move in moves]
    lines[-1] += "))"
    option = "" if easing == DEFAULT_EASING else f" 'easing '{easing}"
    lines += ["", f"(play {whole}{option})"]
    return "".join(f"{line}\n" for line in lines)


def _new_identifier(text: str, otherwise: str, taken: dict[str, str]) -> str:
    word = _NOT_IN_NAMES.sub("-", text.lower()).strip("-") or otherwise
    if not word[0].isalpha():
        word = f"pose-{word}"
    found = new_name(word, taken).replace(" (", "-").replace(")", "")
    taken[found] = text
    return found


def _pose(name: str, move: Move) -> list[str]:
    """Return the definition of a pose; long lists go on in the next lines."""
    ids = _wrapped(list(map(str, move.counts)))
    angles = _wrapped(
        [f"{GOAL_POSITION.to_natural(count):.1f}" for count in move.counts.values()]
    )
    return [
        f"(define {name}",
        f"  (make-pose '({ids})",
        "             '(goal-position)",
        f"             '({angles})))",
    ]


def _wrapped(words: list[str]) -> str:
    lines = [""]
    margin = 15
    for word in words:
        if lines[-1] and len(lines[-1]) + len(word) + 1 > _LINE - margin:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return f"\n{' ' * margin}".join(lines)


def _step(pose: str, move: Move) -> str:
    times = [move.time, move.pause] if move.pause else [move.time]
    return f"    (list {pose} {' '.join(f'{time:.6g}' for time in times)})"
