"""Which servo a name in a file means, and what its angles are in position counts."""

from collections.abc import Mapping
from math import floor

from brbrain.errors import BrError
from brbrain.pose_changes import HIGHEST_POSITION
from brbrain.robots import Joint
from brbrain.robots import Robot as Description


class Joints:
    """The joints of a robot under the names that a file has for them.

    ``names`` are servo ids by name, beside or instead of the joints' own names. Without
    a robot a servo has no name but ``servo-5``, and its angles count from its middle.
    """

    def __init__(
        self, robot: Description | None = None, names: Mapping[str, int] | None = None
    ) -> None:
        known = {joint.id: joint for joint in robot.joints} if robot else {}
        self._robot, self._known = robot, known
        self._names = {joint.name: id for id, joint in known.items()} | dict(
            names or {}
        )
        self._by_id = {id: name for name, id in self._names.items()}

    def id_of(self, name: str) -> int | None:
        """Return the id of the servo with that name, None if it is not known."""
        if name in self._names:
            return self._names[name]
        prefix, _, number = name.partition("servo-")
        plain = not prefix and number.isdecimal() and number.isascii()
        return int(number) if plain and len(number) <= 3 and not self._known else None

    def name_of(self, id: int) -> str | None:
        """Return the name of a servo, None if it has none."""
        return self._by_id.get(id, None if self._known else f"servo-{id}")

    def count(self, id: int, angle: float) -> int:
        """Return the position count (0-1023) at an angle in degrees; BrError."""
        joint = self._joint(id)
        count = floor(joint.count(angle) + 0.5)
        if not 0 <= count <= HIGHEST_POSITION:
            ends = sorted(joint.angle(end) for end in (0, HIGHEST_POSITION))
            raise BrError(
                f"{self.name_of(id) or id}: expected {ends[0]:.1f} to {ends[1]:.1f} "
                f"deg, but received {angle:.1f}"
            )
        return count

    def angle(self, id: int, count: int) -> float:
        """Return the angle in degrees at a position count."""
        return self._joint(id).angle(count)

    def has(self, id: int) -> bool:
        """Tell whether the robot has a servo with that id; without a robot, it does."""
        return not self._known or id in self._known

    def mirrored(self, id: int) -> int:
        """Return the id of the same joint on the other side, or the id itself."""
        joint = self._known.get(id)
        return self._robot.mirrored(joint).id if self._robot and joint else id

    def _joint(self, id: int) -> Joint:
        return self._known.get(id, Joint(f"servo-{id}", id))


class AnyJoints(Joints):
    """Joints of every name, for looking at a file. Their counts mean nothing."""

    def __init__(self) -> None:
        super().__init__()
        self._ids: dict[str, int] = {}

    def id_of(self, name: str) -> int:
        """Return the number of the name in the order in which they are asked for."""
        return self._ids.setdefault(name, len(self._ids))

    def count(self, id: int, angle: float) -> int:
        """Return another number for any other angle."""
        return round(angle * 1000)
