"""R+ Motion 2 `.mtnx`: XML with the robot's joints, pages of steps, flows of pages.

A step's ``frame`` is its time from the beginning of the page in 1/128 s, its ``pose``
the degrees of all joints from their middles. A flow plays pages, each at a speed and
some times. Whatever else a file says is kept as it is.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from brbrain.motionfiles import elements
from brbrain.motionfiles.elements import Element
from brbrain.motionfiles.text import Word

FRAMES_PER_SECOND = 128
_HIGHEST = 100_000_000


@dataclass(frozen=True)
class Step:
    """A step of a page: its time in 1/128 s, the degrees of all joints."""

    frame: int
    pose: tuple[float, ...]


@dataclass(frozen=True)
class Page:
    """A page."""

    name: str
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Unit:
    """A part of a flow: a page ("" for none), how fast and how many times."""

    main: str
    speed: float
    loop: int


@dataclass(frozen=True)
class Flow:
    """What a program calls: pages one after the other."""

    name: str
    units: tuple[Unit, ...]


@dataclass
class Document:
    """A file, with the comments at its end.

    The views of it are made anew whenever they are asked for.
    """

    root: Element
    comments: list[str] = field(default_factory=list)

    @property
    def ids(self) -> list[int]:
        """The ids of the joints, in the order of each pose."""
        joints = self.root.find("DesignRoot", "skeleton", "joint")
        return [joint.word("id").integer(0, 253, "an id") for joint in joints]

    @property
    def enabled(self) -> list[bool]:
        """For each joint whether it is moved."""
        joints = self.root.find("DesignRoot", "skeleton", "joint")
        return [joint.attributes.get("enable") != "False" for joint in joints]

    @property
    def pages(self) -> list[Page]:
        """The pages."""
        count = len(self.ids)
        return [
            Page(page.word("name").text, _steps(page.find("steps", "step"), count))
            for page in self.root.find("PageRoot", "Page")
        ]

    @property
    def flows(self) -> list[Flow]:
        """The flows."""
        return [
            Flow(flow.word("name").text, tuple(map(_unit, flow.find("units", "unit"))))
            for flow in self.root.find("FlowRoot", "Flow")
        ]

    def to_bytes(self) -> bytes:
        """Return the file, indented by two blanks."""
        return elements.to_bytes(self.root, self.comments)


def parse(data: bytes, file: str) -> Document:
    """Return what a file says; BrError with a place."""
    root, comments = elements.parse(data, file)
    if root.tag != "Root" or root.attributes.get("name") != "R+Motion":
        raise root.place.error('expected <Root name="R+Motion">')
    document = Document(root, comments)
    known = {page.name for page in document.pages} | {""}
    for element in root.find("FlowRoot", "Flow", "units", "unit"):
        if _unit(element).main not in known:
            raise element.word("main").wrong("the name of a page")
    return document


def _steps(found: list[Element], count: int) -> tuple[Step, ...]:
    steps: list[Step] = []
    for element in found:
        frame = element.word("frame").integer(0, _HIGHEST, "a frame")
        if steps and frame <= steps[-1].frame:
            raise element.word("frame").wrong("a frame after that of the step before")
        words = element.word("pose").text.split()
        if len(words) != count:
            raise element.place.error(
                f"pose: expected {count} angles, but received {len(words)}"
            )
        at = element.place
        angles = (Word(word, at.file, at.line, at.column) for word in words)
        steps.append(Step(frame, tuple(angle.float("degrees") for angle in angles)))
    return tuple(steps)


def _unit(element: Element) -> Unit:
    speed = element.word("mainSpeed")
    rate = speed.float("a speed")
    if not 0.01 <= rate <= 100:
        raise speed.wrong("a speed from 0.01 to 100")
    loop = element.word("loop").integer(0, _HIGHEST, "repeats")
    return Unit(element.word("main").text, rate, loop)


def new_root(
    name: str, mirrors: Mapping[int, int], steps: list[dict[str, str]]
) -> Element:
    """Return what a file is made of: the robot, and a flow of one page.

    ``mirrors`` has for each joint, by id, the one on the other side. The controller,
    and compileSize as 7 steps to each, are our guess.
    """
    joints = [
        {
            "motor": "AX-12",
            "id": str(id),
            "enable": "True",
            "id2": str(id),
            "mirror": str(other),
        }
        for id, other in mirrors.items()
    ]
    softness = " ".join("5" for _ in joints)
    size = str((len(steps) + 6) // 7)
    param = {"compileSize": size, "acceleration": "32", "softness": softness}
    unit = {"main": name, "mainSpeed": "1", "loop": "1", "exit": "", "exitSpeed": "1"}
    skeleton = Element("skeleton", {}, [Element("joint", own) for own in joints])
    units = Element("units", {}, [Element("unit", {**unit, "callSite": "False"})])
    flow = Element("Flow", {"name": name, "return": "-1"}, [units])
    parts = [
        Element("param", param),
        Element("steps", {}, [Element("step", own) for own in steps]),
    ]
    return Element(
        "Root",
        {"name": "R+Motion", "version": "2.0.0"},
        [
            Element("DesignRoot", {"name": name, "controller": "CM-530"}, [skeleton]),
            Element("FlowRoot", {}, [flow]),
            Element("PageRoot", {}, [Element("Page", {"name": name}, parts)]),
            Element("GroupRoot"),
            Element("BucketRoot"),
        ],
    )
