"""Poses and sequences as text: Lisp data that people edit and compare.

    ; How it stands.
    (pose "stand" (type ax12) (registers goal-position) (units natural)
      (1 68.9)
      (2 231.1))
    (sequence "wave"
      (step "stand" (time 0.6) (pause 0.1) (easing min-jerk)))

A file may have several. Comments stay with what they stand before, or behind, when the
file is saved again.
"""

import os
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from brbrain.errors import BrError
from brbrain.files import read_text, save
from brbrain.lisp import Datum, Symbol, quoted, read
from brbrain.pose import Pose
from brbrain.registers import Register
from brbrain.sequence import DEFAULT_EASING, Sequence, Step

_MOST_DIGITS = 9
NATURAL, RAW = "natural", "raw"


@dataclass
class Motions:
    """What a file has: poses and sequences by name, in its order."""

    poses: dict[str, Pose] = field(default_factory=dict)
    sequences: dict[str, Sequence] = field(default_factory=dict)
    comments: list[str] = field(default_factory=list)
    """Those at the end of the file."""


def motions_of(sequence: Sequence) -> Motions:
    """Return a sequence with the poses of its steps, all with names, as a file has it.

    Poses without a name, or with that of another, get one: pose-1, pose-2, ...
    """
    poses: dict[str, Pose] = {}
    steps = []
    for index, step in enumerate(sequence):
        pose = sequence.pose(index)
        name = _name_for(pose, poses)
        poses.setdefault(name, pose.copy(name))
        steps.append(replace(step, pose=name))
    named = Sequence(steps, name=sequence.name, poses=poses)
    named.comments = sequence.comments
    return Motions(poses, {named.name: named})


def load(path: str | os.PathLike[str]) -> Motions:
    """Return the poses and sequences of a file; BrError says what is wrong where."""
    return parse(read_text(path), os.fspath(path))


def save_motions(path: str | os.PathLike[str], motions: Motions) -> None:
    """Save poses and sequences to a file, as a whole or not at all."""
    save(path, text_of(motions))


def parse(text: str, file: str) -> Motions:
    """Return the poses and sequences of a text; see `load`."""
    data, comments = read(text, file)
    motions = Motions(comments=comments)
    for datum in data:
        items = datum.items("(pose ...) or (sequence ...)")
        kind = items[0].value if items else None
        if kind not in ("pose", "sequence"):
            raise datum.wrong("(pose ...) or (sequence ...)")
        name, rest = _name(datum, items[1:])
        if name in motions.poses or name in motions.sequences:
            raise items[1].error(f"expected each name once, but there are two {name!r}")
        if kind == "pose":
            motions.poses[name] = _pose(datum, name, rest)
        else:
            motions.sequences[name] = _sequence(datum, name, rest, motions.poses)
    return motions


def text_of(motions: Motions) -> str:
    """Return poses, sequences and comments as the text of a file."""
    parts = [pose_text(pose) for pose in motions.poses.values()]
    parts += [sequence_text(sequence) for sequence in motions.sequences.values()]
    return "\n".join(parts) + "".join(_comments(motions.comments))


def pose_text(pose: Pose, units: str = "") -> str:
    """Return a pose as text, in "natural" or "raw" units, or those it was read with."""
    units = units or pose.units
    registers = " ".join(register.symbol for register in pose.registers)
    lines = _comments(pose.comments.get(None, ()))
    lines.append(
        f"(pose {quoted(pose.name)} (type {pose.device}) (registers {registers}) "
        f"(units {units})\n"
    )
    for id in pose.ids:
        lines += _comments(pose.comments.get(id, ()), "  ")
        lines.append(f"  ({id} {' '.join(_values(pose, id, units))})\n")
    lines[-1] = f"{lines[-1][:-1]})\n"
    return "".join(lines)


def sequence_text(sequence: Sequence) -> str:
    """Return a sequence as text; the poses it names are not in it."""
    lines = [*_comments(sequence.comments), f"(sequence {quoted(sequence.name)}\n"]
    for step in sequence:
        lines += [*_comments(step.comments, "  "), f"  {_step_text(step)}\n"]
    lines[-1] = f"{lines[-1][:-1]})\n"
    return "".join(lines)


# Reading


def _name_for(pose: Pose, poses: dict[str, Pose]) -> str:
    """Return the name under which a pose is among others, or may be put there."""
    for name, other in poses.items():
        if other == pose and pose.name in ("", name):
            return name
    name, number = pose.name, 0
    while not name or poses.get(name, pose) != pose:
        number += 1
        name = f"pose-{len(poses) + number}"
    return name


def _name(datum: Datum, items: list[Datum]) -> tuple[str, list[Datum]]:
    if not items or not isinstance(items[0].value, str):
        raise (items[0] if items else datum).wrong("a name")
    return str(items[0].value), items[1:]


def _pose(datum: Datum, name: str, items: list[Datum]) -> Pose:
    options, rows = _options(items, ("type", "registers", "units"))
    device = str(_one(options, "type", "ax12"))
    registers = [str(each.value) for each in options.get("registers", [])]
    units = str(_one(options, "units", NATURAL))
    if units not in (NATURAL, RAW):
        raise options["units"][0].wrong("natural or raw")
    try:
        ids = [_id(row) for row in rows]
        pose = Pose(ids, registers or ("goal position",), device=device, name=name)
    except BrError as error:
        raise _placed(datum, error) from None
    pose.units = units
    pose.comments = {
        id: list(row.comments)
        for id, row in zip(ids, rows, strict=True)
        if row.comments
    }
    if datum.comments:
        pose.comments[None] = list(datum.comments)
    for id, row in zip(ids, rows, strict=True):
        _take_row(pose, id, row, units)
    return pose


def _id(row: Datum) -> int:
    items = row.items("a list of an id and values")
    if not items or not isinstance(items[0].value, int):
        raise (items[0] if items else row).wrong("an id")
    return items[0].value


def _take_row(pose: Pose, id: int, row: Datum, units: str) -> None:
    values = row.items("a list of an id and values")[1:]
    if len(values) != len(pose.registers):
        raise row.error(
            f"expected {len(pose.registers)} values, but received {len(values)}"
        )
    for register, datum in zip(pose.registers, values, strict=True):
        value = datum.number()
        try:
            if units == RAW:
                pose.put_raw(id, register, value)  # type: ignore[arg-type]  # checked
            else:
                pose.put(id, register, value)
        except BrError as error:
            raise _placed(datum, error) from None


def _sequence(
    datum: Datum, name: str, items: list[Datum], poses: dict[str, Pose]
) -> Sequence:
    sequence = Sequence(name=name, poses=poses)
    sequence.comments = list(datum.comments)
    for item in items:
        parts = item.items("(step NAME (time SECONDS) ...)")
        if not parts or parts[0].value != "step":
            raise item.wrong("(step NAME (time SECONDS) ...)")
        pose, rest = _name(item, parts[1:])
        options, others = _options(rest, ("time", "pause", "easing", "label"))
        if others:
            raise others[0].wrong("(time SECONDS), (pause SECONDS), (easing NAME)")
        try:
            sequence.add(
                Step(
                    pose,
                    _seconds(options, "time", item),
                    _seconds(options, "pause", item) if "pause" in options else 0.0,
                    _easing(options.get("easing", [])),
                    str(_one(options, "label", "")),
                    tuple(item.comments),
                )
            )
        except BrError as error:
            raise _placed(item, error) from None
    return sequence


def _options(
    items: Iterable[Datum], names: tuple[str, ...]
) -> tuple[dict[str, list[Datum]], list[Datum]]:
    """Return the values of the options (name value ...), and all other items."""
    options: dict[str, list[Datum]] = {}
    others = []
    for item in items:
        parts = item.value if isinstance(item.value, list) else []
        name = parts[0].value if parts else None
        if not isinstance(name, Symbol):
            others.append(item)
        elif name not in names:
            raise item.wrong(f"one of {', '.join(names)}")
        elif name in options:
            raise item.error(f"expected {name} once, but received it twice")
        else:
            options[name] = parts[1:]
            if not options[name]:
                raise item.error(f"{name}: expected a value, but received none")
    return options, others


def _one(options: dict[str, list[Datum]], name: str, default: str) -> object:
    values = options.get(name)
    if values is None:
        return default
    if len(values) > 1:
        raise values[1].error(f"{name}: expected one value, but received more")
    return values[0].value


def _seconds(options: dict[str, list[Datum]], name: str, step: Datum) -> float:
    if name not in options:
        raise step.error(f"step: expected ({name} SECONDS), but received none")
    _one(options, name, "")
    return options[name][0].number("seconds")


def _easing(values: list[Datum]) -> str | dict[int, str]:
    """Return (easing NAME), or by id: (easing (1 NAME) (2 NAME) ...)."""
    if not values:
        return DEFAULT_EASING
    if not isinstance(values[0].value, list):
        return str(values[0].value)
    found = {}
    for value in values:
        items = value.items("(id EASING)")
        if len(items) != 2:
            raise value.wrong("(id EASING)")
        found[_id(value)] = str(items[1].value)
    return found


def _placed(datum: Datum, error: BrError) -> BrError:
    """Return the error with a place, if it has none of this file yet."""
    if str(error).startswith(f"{datum.file}:"):
        return error
    return datum.error(str(error))


# Writing


def _comments(comments: Iterable[str], margin: str = "") -> list[str]:
    return [f"{margin}; {comment}".rstrip() + "\n" for comment in comments]


def _values(pose: Pose, id: int, units: str) -> list[str]:
    pairs = zip(pose.registers, pose.raw(id), strict=True)
    return [
        str(raw) if units == RAW else _natural(register, raw) for register, raw in pairs
    ]


def _natural(register: Register, raw: int) -> str:
    """Return the natural value with as few digits as mean this raw value."""
    value = register.to_natural(raw)
    for digits in range(1, _MOST_DIGITS):
        text = f"{value:.{digits}f}"
        if register.to_raw(float(text)) == raw:
            return text
    return repr(value)


def _step_text(step: Step) -> str:
    pose = step.pose if isinstance(step.pose, str) else step.pose.name
    words = [f"step {quoted(pose)}", f"(time {step.time!r})"]
    if step.pause:
        words.append(f"(pause {step.pause!r})")
    if isinstance(step.easing, str):
        if step.easing != DEFAULT_EASING:
            words.append(f"(easing {step.easing})")
    else:
        pairs = (f"({id} {name})" for id, name in sorted(step.easing.items()))
        words.append(f"(easing {' '.join(pairs)})")
    if step.label:
        words.append(f"(label {quoted(step.label)})")
    return f"({' '.join(words)})"
