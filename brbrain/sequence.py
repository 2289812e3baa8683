"""Sequences: poses one after the other, each with the time it takes to get there."""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from brbrain.arguments import number, refused, whole
from brbrain.errors import BrError
from brbrain.pose import Pose
from brbrain.trajectory import find_easing

DEFAULT_EASING = "min-jerk"
"""How joints go if nothing is said; our choice, the gentlest."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a sequence: go to ``pose`` in ``time`` seconds, then wait ``pause``.

    ``pose`` is one, or the name of one that the sequence knows. ``easing`` is the way
    in which all joints go, or one for each id. ``label`` is what people call the step,
    ``comments`` are what a file says about it.
    Joints that the pose does not have are left alone. Raises BrError.
    """

    pose: Pose | str
    time: float
    pause: float = 0.0
    easing: str | Mapping[int, str] = DEFAULT_EASING
    label: str = ""
    comments: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        if not isinstance(self.pose, Pose | str):
            raise BrError(f"step: expected a pose, but received {self.pose!r}")
        number("time", self.time, 0.0)
        number("pause", self.pause, 0.0)
        for name in (
            [self.easing] if isinstance(self.easing, str) else self.easing.values()
        ):
            find_easing(name)

    @property
    def total(self) -> float:
        """Seconds with the pause."""
        return self.time + self.pause

    def easing_of(self, id: int) -> str:
        """Return how a joint goes."""
        if isinstance(self.easing, str):
            return self.easing
        return self.easing.get(id, DEFAULT_EASING)


class Sequence:
    """Steps in order, numbered from 0. ``poses`` has those that steps name.

    The robot's posture at the beginning is the frame before the first step, so that
    nothing jumps.
    """

    def __init__(
        self,
        steps: Iterable[Step] = (),
        *,
        name: str = "",
        poses: Mapping[str, Pose] | None = None,
    ) -> None:
        self.name = name
        self.poses = dict(poses or {})
        self.comments: list[str] = []
        self._steps: list[Step] = []
        for step in steps:
            self.add(step)

    def __repr__(self) -> str:
        name = self.name or "without name"
        return f"<Sequence {name} of {len(self)} steps, {self.total_time:.6g} s>"

    def describe(self) -> tuple[str, list[tuple[str, object]]]:
        """Return the name and the parts with which a shell shows it."""
        parts: list[tuple[str, object]] = [("steps", len(self))]
        parts.append(("seconds", self.total_time))
        return f"sequence {self.name}".rstrip(), parts

    def __len__(self) -> int:
        return len(self._steps)

    def __iter__(self) -> Iterator[Step]:
        return iter(tuple(self._steps))

    def __getitem__(self, index: int) -> Step:
        return self._steps[self._checked(index, len(self))]

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Sequence)
            and self._steps == other._steps
            and self.poses == other.poses
        )

    __hash__ = None  # type: ignore[assignment]  # it can be changed

    def pose(self, index: int) -> Pose:
        """Return the pose of a step."""
        pose = self[index].pose
        return self.poses[pose] if isinstance(pose, str) else pose

    @property
    def ids(self) -> tuple[int, ...]:
        """The ids of all devices that any step moves, in ascending order."""
        found = (id for index in range(len(self)) for id in self.pose(index).ids)
        return tuple(sorted(set(found)))

    @property
    def total_time(self) -> float:
        """The seconds of all steps, with their pauses."""
        return math.fsum(step.total for step in self._steps)

    # Editing

    def add(self, step: Step) -> None:
        """Put a step at the end."""
        self.insert(len(self), step)

    def insert(self, index: int, step: Step) -> None:
        """Put a step before the one with that index."""
        if isinstance(step.pose, str) and step.pose not in self.poses:
            known = ", ".join(self.poses) or "none"
            raise BrError(
                f"step: expected the name of a pose of the sequence ({known}), "
                f"but received {step.pose!r}"
            )
        self._steps.insert(self._checked(index, len(self) + 1), step)

    def delete(self, index: int) -> Step:
        """Take a step out and return it."""
        return self._steps.pop(self._checked(index, len(self)))

    def move(self, index: int, to: int) -> None:
        """Put a step where it then has the index ``to``."""
        self._checked(to, len(self))
        self._steps.insert(to, self.delete(index))

    def replace(self, index: int, **changes: object) -> None:
        """Change parts of a step, such as its ``time``."""
        step = replace(self[index], **changes)  # type: ignore[arg-type]
        self.delete(index)
        self.insert(index, step)

    # New sequences out of this one

    def copy(self, name: str | None = None) -> "Sequence":
        """Return a sequence of the same steps."""
        return self._with(self._steps, self.name if name is None else name)

    def reversed(self) -> "Sequence":
        """Return the sequence from its last pose to its first.

        Each way takes as long as it did the other way; the way to the last pose, which
        is new, takes as long as that to the first did. Pauses stay with their poses.
        """
        steps = self._steps[::-1]
        times = [step.time for step in [*self._steps[:1], *steps[:-1]]]
        pairs = zip(steps, times, strict=True)
        return self._with([replace(step, time=time) for step, time in pairs])

    def repeated(self, times: int) -> "Sequence":
        """Return the sequence several times, one after the other."""
        return self._with(self._steps * whole("times", times, 0))

    def scaled(self, factor: float) -> "Sequence":
        """Return the sequence with all times and pauses multiplied."""
        number("factor", factor, 0.0)
        return self._with(
            [
                replace(step, time=step.time * factor, pause=step.pause * factor)
                for step in self._steps
            ]
        )

    def followed_by(self, other: "Sequence") -> "Sequence":
        """Return this sequence and then another.

        Raises BrError if a name means different poses in the two.
        """
        for name, pose in other.poses.items():
            if self.poses.get(name, pose) != pose:
                raise BrError(f"sequences: expected one pose {name!r}, but there are 2")
        joined = self._with(self._steps)
        joined.poses.update(other.poses)
        joined._steps += other._steps
        return joined

    def _with(self, steps: list[Step], name: str | None = None) -> "Sequence":
        name = self.name if name is None else name
        return Sequence(steps, name=name, poses=self.poses)

    def _checked(self, index: int, end: int) -> int:
        if not end:
            raise refused("index", "none, since there are no steps", index)
        return whole("index", index, 0, end - 1)
