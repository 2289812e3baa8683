"""Every argument of every public call: what is wrong is told, and nothing is sent."""

import inspect
import math

import pytest

import brbrain
from brbrain import (
    Brain,
    BrError,
    MemoryLink,
    Register,
    Robot,
    SerialLink,
    VirtualClock,
    WallClock,
    registers,
    robots,
)
from brbrain.formats import parse_blocks
from brbrain.motion import DeviceHook, LogHook, MotionEngine, MotionHook, RobotHook
from brbrain.pose import Pose
from brbrain.sim import Simulation
from brbrain.sim.faults import Faults
from brbrain.sim.scene import Scene
from brbrain.sim.server import PtyServer
from brbrain.sim.servo import Servo

ONE = [1]
NO_NUMBERS = [None, "1", math.nan, math.inf, True, ONE, 1j, b"1", object()]
NO_INTEGERS = [*NO_NUMBERS, 1.5]

# What each argument must not be, by its name.
WRONG = {
    "above": [*NO_NUMBERS, 0, -1],  # more than 0
    "any": NO_NUMBERS,
    "channel": [None, "heart", 3, -1, True, 1.0, []],
    "collection": [None, 5, "x", b"x"],
    "degrees": [*NO_NUMBERS, -1, 301, 10**400],
    "flag": [None, "yes", 2, 1.5, []],
    "hook": [5, "x", []],
    "id": [*NO_INTEGERS, -1, 254, 10**400, "nobody"],
    "integer": NO_INTEGERS,
    "count": [*NO_INTEGERS, -1],
    "positive": [*NO_INTEGERS, 0, -1],
    "object": [None, 5, "x"],
    "register": [None, 5, "gaol positon", [], 1.5],
    "text": [None, 5, [], b"x"],
    "time": [*NO_NUMBERS, -1],
    "pause": [None, "1", math.nan, True, [1]],
}


def keeping(kind: str, *allowed: object) -> list[object]:
    """Return what is wrong, without some values that are right here."""
    return [value for value in WRONG[kind] if not any(value is one for one in allowed)]


ROBOT = {
    # name: (right arguments, what each must not be)
    "adc": (["pos"], ["channel"]),
    "beep": ([100, 10, 1], ["id", "count", "time"]),
    "cached": ([1, "led"], ["id", "register"]),
    "capture": (
        [[1], ["led"], "lit"],
        [keeping("id", None, ONE), "collection", "text"],
    ),
    "record": (
        [0.2, 10, [1], None],
        ["above", "above", keeping("id", None, ONE), "hook"],
    ),
    "read_pose": ([Pose([1])], ["object"]),
    "write_pose": ([Pose([1]), 1], ["object", keeping("above", None)]),
    "change_baud": ([1, 57600], [[], "positive"]),
    "change_id": ([1, 20], ["id", "count"]),
    "device": ([1], ["id"]),
    "distance": ([100], ["id"]),
    "get": ([1, "led"], ["id", "register"]),
    "get_all": ([1], ["id"]),
    "get_raw": ([1, "led"], ["id", "register"]),
    "hold": ([[1]], [keeping("id", None, ONE)]),
    "id_of": ([1], ["id"]),
    "joint": ([1], ["id"]),
    "led": ([1, True], ["id", "flag"]),
    "limp": ([[1]], [keeping("id", None, ONE)]),
    "luminosity": ([100], ["id"]),
    "melody": ([100, 1], ["id", "count"]),
    "move": ([1, 90, 1], ["id", "degrees", keeping("above", None)]),
    "move_all": ([{1: 90}, 1], ["collection", keeping("above", None)]),
    "put": ([1, "torque limit", 0.5], ["id", "register", "time"]),
    "put_raw": ([1, "torque limit", 5], ["id", "register", "count"]),
    "recover_servo": ([1], ["id"]),
    "remocon_receive": ([100], ["id"]),
    "remocon_send": ([100, 5], ["id", "count"]),
    "scan": ([3], ["id"]),
    "scan_info": ([3], ["id"]),
    "servo_states": ([[1]], [keeping("id", None, ONE)]),
    "sound_count": ([100], ["id"]),
    "torque": ([1, True], ["id", "flag"]),
    "torque_on": ([[1]], [keeping("id", None, ONE)]),
    "wait_until_still": ([1], ["time"]),
    "wheel": ([1, 10], ["id", "any"]),
    "on_progress": ([None], ["hook"]),
    "tell_progress": None,  # it only hands on
    "closing_policy": (["hold"], [["run", 5, []]]),
    "stop_policy": (["hold"], [[None, "run", 5, []]]),
}
BRAIN = {
    "adc": (["pos"], ["channel"]),
    "cached": ([1, "led"], ["id", "register"]),
    "ping": ([1], ["id"]),
    "ping_status": ([1], ["id"]),
    "read_registers": ([[(1, "led", 1)]], ["collection"]),
    "scan": ([3, None], ["id", "hook"]),
    "set_read_format": (
        [[1], ["led"], [1]],
        ["collection", "register", keeping("count", ONE)],
    ),
    "set_write_format": (
        [[1], ["led"], [1]],
        ["collection", "register", keeping("count", ONE)],
    ),
    "volts": (["pos"], ["channel"]),
    "write_natural": ([[0.5]], [[None, 5, "x", [], [1, 2], ["x"], [math.nan], {1: 2}]]),
    "write_raw": ([[5]], [[None, 5, "x", [], [1, 2], ["x"], [1.5], [-1], {1: 2}]]),
    "write_registers": (
        [[(1, "led", 1)], [1]],
        ["collection", [None, 5, "x", [], [2], [1.5]]],
    ),
    "change_link_baud": ([250_000], [[*WRONG["positive"], 9600, "x"]]),
    "exchange_registers": (
        [[(1, "led", 1)], [1], [(1, "led", 1)]],
        ["collection", [None, 5, "x", [], [2], [1.5]], "collection"],
    ),
    "pass_through": ([b"x", 5], [[None, 5, "x", b"", bytes(144)], "count"]),
    "sync_write": ([True], ["flag"]),
    "write_read_natural": (
        [[0.5]],
        [[None, 5, "x", [], [1, 2], ["x"], [math.nan], {1: 2}]],
    ),
    "write_read_raw": ([[5]], [[None, 5, "x", [], [1, 2], ["x"], [1.5], {1: 2}]]),
    "on_idle": ([None], ["hook"]),
    "on_packet": ([None], ["hook"]),
    "retries": ([2], ["count"]),
    "timeout": ([1], ["above"]),
}
REGISTER = {
    "check": ([5], [keeping("integer", True)]),
    "clamp": ([5], [keeping("integer", True)]),
    "decode": None,  # takes the bytes of a packet
    "encode": ([5], ["integer"]),
    "to_natural": ([5], [keeping("integer", True)]),
    "to_raw": ([5], ["any"]),
    "validate": ([5], ["integer"]),
    "validate_natural": ([0.5], ["any"]),
}
SIMULATION = {
    "press": (["up"], ["text"]),
    "load": ([1, 0.1], ["id", "time"]),
    "perform": ([[]], [[None, 5, "x", [1]]]),
    "receive": ([b""], [[None, 5, "x", [1]]]),
    "battery": ([9.6], ["time"]),
    "baud": ([1_000_000], ["positive"]),
    "host_baud": ([1_000_000], ["positive"]),
}
SCENE = {
    "clap": ([2, 0.3], ["count", "time"]),
    "light": ([1, 2, 3], ["count"] * 3),
    "remote": ([5, None], ["count", []]),
    "sound": ([5, 1], ["count", "time"]),
    "wall": ([1, None, 1], [keeping("time", None)] * 3),
}
FAULTS = {
    "on": (["lost", 0.5, 1], ["text", keeping("time", None), keeping("count", None)]),
    "off": (["lost"], [keeping("text", None)]),
    "dead": None,  # the simulation's own, as are the next three
    "distort": None,
    "lateness": None,
    "strikes": None,
}
SERVO = {
    "push": ([0.1], ["any"]),
    "turn": ([500], ["any"]),
    "__setitem__": (["led", 1], ["register", "integer"]),
    "__getitem__": (["led"], ["register"]),
}
CLOCK = {
    "sleep": ([0], ["pause"]),
    "start": None,  # a thread's
}


def a_brain() -> Brain:
    brain = brbrain.open(fast=True).brain
    brain.set_write_format([1], "torque limit", 1)
    return brain


OBJECTS = {
    "robot": (lambda: brbrain.open(fast=True), Robot, ROBOT),
    "brain": (a_brain, Brain, BRAIN),
    "register": (lambda: registers.find("torque limit"), Register, REGISTER),
    "simulation": (
        lambda: Simulation("humanoid", VirtualClock()),
        Simulation,
        SIMULATION,
    ),
    "scene": (lambda: Simulation("humanoid", VirtualClock()).scene, Scene, SCENE),
    "faults": (lambda: Simulation("humanoid", VirtualClock()).faults, Faults, FAULTS),
    "servo": (
        lambda: Simulation("humanoid", VirtualClock()).servos[1],
        Servo,
        SERVO,
    ),
    "virtual clock": (VirtualClock, VirtualClock, CLOCK),
    "wall clock": (WallClock, WallClock, CLOCK),
}

HOOK = MotionHook()


def engine() -> MotionEngine:
    engine = MotionEngine(["knee"], clock=VirtualClock())
    engine.add_hook(HOOK)
    return engine


OBJECTS["motion engine"] = (
    engine,
    MotionEngine,
    {
        "add_hook": ([MotionHook()], ["object"]),
        "index": (["knee"], ["object"]),
        "output": (["knee"], ["object"]),
        "remove_hook": ([HOOK], ["object"]),
        "set_frame": ([[1.0]], [[None, 5, "x", [], [1, 2], [True]]]),
        "set_output": (["knee", 0.5], ["object", keeping("any", math.nan)]),
        "set_time_scale": ([2], ["any"]),
        "step": ([0], ["count"]),
        "update_pids": (
            [{"knee": (1, 2, 3)}],
            [[None, 5, "x", [], {"foot": (1, 2, 3)}, {"knee": (1, 2)}, {"knee": 5}]],
        ),
        "verbose": ([1], ["count"]),
    },
)

LINK = brbrain.open(fast=True).brain.link
FUNCTIONS = [
    (brbrain.adc_to_volts, {"value": "count"}),
    (brbrain.find, {"name": "register"}),
    (lambda device: brbrain.find("led", device), {"device": ["ax13", 5, []]}),
    (brbrain.status_text, {"status": "count"}),
    (lambda status: brbrain.verify_status(status, "x"), {"status": "count"}),
    (lambda operation: brbrain.verify_status(0, operation), {"operation": "text"}),
    (robots.find_robot, {"spec": "text"}),
    (lambda key: robots.find_robot("arm").joint(key), {"key": "id"}),
    (lambda link: Brain(link), {"link": "object"}),
    (lambda timeout: Brain(LINK, timeout=timeout), {"timeout": "above"}),
    (lambda retries: Brain(LINK, retries=retries), {"retries": "count"}),
    (lambda brain: Robot(brain), {"brain": "object"}),
    (lambda description: Robot(Brain(LINK), description), {"description": [5, "x"]}),
    (lambda peer: MemoryLink(peer, WallClock()), {"peer": "object"}),
    (lambda clock: MemoryLink(LINK._peer, clock), {"clock": "object"}),
    (lambda url: SerialLink(url), {"url": "text"}),
    (lambda baud: SerialLink("loop://", baud), {"baud": "positive"}),
    (WallClock, {"speed": "above"}),
    (lambda simulation: PtyServer(simulation), {"simulation": "object"}),
    (
        lambda speed: PtyServer(Simulation("arm", VirtualClock()), speed),
        {"speed": "above"},
    ),
    (RobotHook, {"robot": "object"}),
    (DeviceHook, {"device": "object"}),
    (LogHook, {"file": [None, 5, []]}),
    (
        lambda **wrong: MotionEngine(**{"outputs": ["knee"], **wrong}),
        {
            "outputs": "collection",
            "period": "above",
            "clock": [5, "x"],
            "frames": "positive",
            "report": "hook",
        },
    ),
    (parse_blocks, {"ids": "collection"}),
    (
        brbrain.open,
        {
            "url": [5, "", b"sim", []],
            "baud": keeping("positive", None),
            "timeout": keeping("above", None),
            "robot": [5, b"arm", [], "arn"],
            "fast": "flag",
            "speed": keeping("above", None),
            "faults": "text",
            "clock": [5, "x"],
        },
    ),
    (
        Simulation,
        {
            "robot": "text",
            "clock": [5, "x"],
            "bus": "flag",
            "paced": keeping("flag", None),
            "servo_model": "text",
            "battery": [*WRONG["time"], 26],
            "faults": "text",
            "seed": "count",
        },
    ),
]
JUNK = [None, "x", "", math.nan, -math.inf, True, 1j, b"x", [], {}, object(), 10**400]


def wrong_values(kind: str | list[object]) -> list[object]:
    return WRONG[kind] if isinstance(kind, str) else kind


def call(subject: object, name: str, arguments: list[object]) -> None:
    """Call a method, or set a property."""
    if isinstance(getattr(type(subject), name, None), property):
        setattr(subject, name, *arguments)
    else:
        getattr(subject, name)(*arguments)


def sent(subject: object) -> int:
    brain = getattr(subject, "brain", subject)
    return brain.counters.sent if isinstance(brain, Brain) else 0


METHODS = [
    (what, name)
    for what, (*_, table) in OBJECTS.items()
    for name in table
    if table[name]
]


@pytest.mark.parametrize(("what", "name"), METHODS)
def test_a_wrong_argument_is_refused_before_anything_is_sent(what, name):
    make, _, table = OBJECTS[what]
    subject = make()
    right, kinds = table[name]
    before = sent(subject)
    for at, kind in enumerate(kinds):
        for value in wrong_values(kind):
            arguments = [*right[:at], value, *right[at + 1 :]]
            with pytest.raises(BrError, match=r"(?s): expected .*but received"):
                call(subject, name, arguments)
    assert sent(subject) == before
    if name != "change_baud":  # which is always refused
        call(make(), name, right)


@pytest.mark.parametrize(("what", "name"), METHODS)
def test_no_argument_gives_an_error_of_python(what, name):
    make, _, table = OBJECTS[what]
    subject = make()
    right, _ = table[name]
    told = []
    for at in range(len(right)):
        for value in JUNK:
            try:
                call(subject, name, [*right[:at], value, *right[at + 1 :]])
            except BrError as error:
                told.append(str(error))
    assert all("expected" in text for text in told)


@pytest.mark.parametrize("what", OBJECTS)
def test_all_public_methods_are_in_the_table(what):
    _, kind, table = OBJECTS[what]
    taking = {
        name
        for name, member in inspect.getmembers(kind)
        if not name.startswith("_")
        and (
            (
                inspect.isfunction(member)
                and len(inspect.signature(member).parameters) > 1
            )
            or (isinstance(member, property) and member.fset)
        )
    }
    inherited = {"execute", "changed", "was_read", "check_values", "raised", "bounds"}
    inherited |= {"watch", "refuse_checksum"}  # what the servo bus calls
    assert taking - inherited == {name for name in table if name[0] != "_"}


@pytest.mark.parametrize(("take", "kinds"), FUNCTIONS)
def test_functions_and_classes_refuse_wrong_arguments(take, kinds):
    for name, kind in kinds.items():
        for value in wrong_values(kind):
            with pytest.raises(BrError, match=r"(?s): expected .*but received"):
                take(**{name: value})


def test_one_servo_need_not_be_in_a_list():
    robot = brbrain.open(fast=True)
    robot.hold(1)
    robot.torque_on("left-elbow")
    assert [robot.get(id, "torque enable") for id in (1, 6)] == [1, 1]
    robot.limp("left-elbow")
    robot.limp(1)
    assert [robot.get(id, "torque enable") for id in (1, 6)] == [0, 0]


def test_numbers_of_other_libraries_are_numbers():
    from fractions import Fraction

    robot = brbrain.open(fast=True)
    robot.move(1, Fraction(201, 2), Fraction(1, 2))
    assert robot.get_raw(1, "goal position") == 343


def test_an_error_knows_the_argument_that_is_wrong():
    robot = brbrain.open(fast=True)
    with pytest.raises(BrError) as caught:
        robot.move(1, 400)
    assert caught.value.wrong == 400
    with pytest.raises(BrError) as caught:
        robot.put(1, "present position", 1)
    assert caught.value.wrong is brbrain.find("present position")
