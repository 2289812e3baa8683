"""Poses: their formats, values and changes."""

from __future__ import annotations

import pytest

from brbrain.errors import BrError
from brbrain.pose import Pose
from brbrain.pose_changes import (
    blend,
    combine,
    difference,
    mirror,
    only,
    shifted,
    symmetric,
)
from brbrain.registers import find
from brbrain.robots import find_robot

HUMANOID = find_robot("humanoid")


@pytest.mark.parametrize(
    ("registers", "first", "count"),
    [
        (["goal position"], "goal position", 1),
        (["moving speed", "goal position"], "goal position", 2),
        (["present position", "goal position"], "goal position", 4),
    ],
)
def test_the_read_format_is_the_shortest_span(registers, first, count):
    blocks = Pose([3, 7], registers).read_blocks
    assert blocks == [(3, find(first), count), (7, find(first), count)]


@pytest.mark.parametrize(
    ("registers", "writes"),
    [
        (["goal position"], ["goal position"]),
        (["moving speed", "goal position"], ["goal position", "moving speed"]),
        (["goal position", "torque limit"], ["goal position"]),
        (["id", "led", "goal position"], ["led"]),
        (["present position", "moving speed"], ["moving speed"]),
        (["torque limit", "present position"], ["torque limit"]),
    ],
)
def test_the_write_format_is_the_longest_writable_span(registers, writes):
    assert [str(own) for own in Pose([1], registers).writes] == writes


def test_what_is_written_can_be_chosen():
    registers = ["goal position", "moving speed", "torque limit"]
    pose = Pose([1, 2], registers, {1: [5, 6, 7], 2: [8, 9, 10]}, writes=registers[1:])
    assert pose.write_blocks[0] == (1, find("moving speed"), 2)
    assert pose.scatter() == [6, 7, 9, 10]


def test_a_pose_takes_its_values_out_of_the_read_format():
    pose = Pose([4, 2], ["present position", "goal position"])
    # goal position, moving speed, torque limit, present position; from offset 1
    pose.gather([99, 10, 11, 12, 13, 20, 21, 22, 23], 1)
    assert (pose.raw(4), pose.raw(2)) == ((13, 10), (23, 20))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([1, 1],), "ids: expected each once, but received 1 twice"),
        (([254],), "id: expected an integer from 0 to 253, but received 254"),
        (([True],), "id: expected an integer from 0 to 253, but received True"),
        (([1], ["led", "led"]), "registers: expected each once, but received led"),
        (([1], []), "registers: expected one or more, but received none"),
        (([1], ["ledd"]), "similar: led"),
        (([1], ["AXS1_SOUND_DATA"]), "registers: expected those of an ax12"),
        (([1], ["led"], {1: [2]}), "led: expected an integer from 0 to 1"),
        (([1], ["led"], {1: [1, 1]}), "id 1: expected 1 values, but received 2"),
        (([1], ["led"], {2: [1]}), "pose: expected one of ids 1, but received 2"),
    ],
)
def test_what_is_wrong_with_a_pose(arguments, message):
    with pytest.raises(BrError) as caught:
        Pose(*arguments)
    assert message in str(caught.value)


def test_values_in_natural_units():
    pose = Pose([1])
    pose.put(1, "goal position", 68.9)
    assert pose.get_raw(1) == 235  # the shoulder of the public standing pose
    with pytest.raises(BrError, match="expected 0 to 300 deg, but received 301"):
        pose.put(1, "goal position", 301)
    assert pose.get_raw(1) == 235


def test_the_mirror_image_of_the_standing_pose_is_itself_but_for_a_count():
    # In the stock motion file ids 7 and 8 are 358 and 666: one count off.
    stand = Pose(HUMANOID.ids, values={id: [HUMANOID.home[id]] for id in HUMANOID.ids})
    assert difference(stand, mirror(stand, HUMANOID)) == {7: (-1,), 8: (-1,)}
    assert mirror(mirror(stand, HUMANOID), HUMANOID) == stand


def test_the_mirror_image_of_wheels_turns_the_other_way():
    pose = Pose([1], ["moving speed", "led"], {1: [-200, 1]})
    assert mirror(pose, HUMANOID).raw(2) == (200, 1)


def test_a_mirror_swaps_sides():
    pose = Pose([1, 6], ["goal position", "moving speed"], {1: [100, 5], 6: [900, 7]})
    assert mirror(pose, HUMANOID) == Pose(
        [2, 5], pose.registers, {2: [923, 5], 5: [123, 7]}
    )


def test_one_side_copied_to_the_other():
    pose = Pose([1, 2, 4], values={1: [100], 2: [5], 4: [6]})
    copied = symmetric(pose, HUMANOID, "right")
    assert [copied.get_raw(id) for id in (1, 2, 4)] == [100, 923, 6]


@pytest.mark.parametrize(
    ("part", "value"), [(0, 100), (1, 201), (0.5, 151), (2, 302), (-9, 0), (99, 1023)]
)
def test_a_blend(part, value):
    first = Pose([1, 2], values={1: [100], 2: [50]})
    second = Pose([1, 3], values={1: [201], 3: [60]})
    blended = blend(first, second, part)
    assert [blended.get_raw(id) for id in (1, 2, 3)] == [value, 50, 60]


def test_two_halves():
    first = Pose([1, 2], values={1: [100], 2: [50]})
    second = Pose([2, 3], values={2: [0], 3: [60]})
    assert combine(only(first, [1]), second) == Pose(
        [1, 2, 3], values={1: [100], 2: [0], 3: [60]}
    )


def test_differences_and_offsets():
    first = Pose([1, 2], values={1: [100], 2: [50]})
    second = shifted(first, {1: 7})
    assert difference(first, second) == {1: (7,)}
    with pytest.raises(BrError, match="0 to 1023, but received -1"):
        shifted(first, {2: -51})


@pytest.mark.parametrize("change", [blend, combine, difference])
def test_poses_of_other_registers_do_not_go_together(change):
    arguments = [Pose([1]), Pose([1], ["led"])] + [0.5] * (change is blend)
    with pytest.raises(BrError, match="expected two with the same registers"):
        change(*arguments)
