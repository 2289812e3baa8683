"""Playing sequences: waiting for the end, or while the program goes on."""

from __future__ import annotations

from brshell.builtins.robot.convert import device_of
from brshell.builtins.robot.procedures import bound, procedure
from brshell.runtime.conditions import bad_value, failure, wrong_type
from brshell.runtime.datums import FALSE, NIL, Symbol, cons, list_from, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from brbrain.playback import Playback, Progress
    from brbrain.robot import Robot
    from brbrain.sequence import Sequence
    from brshell.builtins.robot.convert import APose, ASequence, Datum, Number
    from brshell.builtins.robot.tasks import Task
    from brshell.machine import Machine

_OPTIONS = ("speed", "repeat", "easing", "rate", "decide", "safe", "on")


def bind(machine: Machine) -> list[Any]:
    """Return the procedures of this module for a machine."""

    @procedure("play", waits=True, options=_OPTIONS)
    def play(robot: Robot, sequence: ASequence, *options: Datum) -> Any:
        """Play a sequence and wait until it has ended; return how it ended.

        Options are names and values: 'speed 1.5 (times as fast), 'repeat 3,
        'easing 'linear (or cubic, min-jerk), 'rate 30 (cycles a second), 'safe #f (not
        to take longer where a servo is not fast enough), 'on with a device that moves
        in place of the robot, by the robot's names, and 'decide with a procedure:
        after each step it is called with its index and the status, a list of names and
        values; it returns the index of the step that comes next, or #f to end.
        """
        count = len(sequence)

        def tell(progress: Progress) -> None:
            robot.tell_progress(progress.step + 1, count + 1, "play")

        playback = _playback(machine, robot, sequence, options, on_progress=tell)
        try:
            return _end_of(playback)
        finally:
            robot.tell_progress(count + 1, count + 1, "play")

    @procedure("play-in-background", options=_OPTIONS)
    def play_in_background(robot: Robot, sequence: ASequence, *options: Datum) -> Task:
        """Play a sequence while the program goes on; return the task. See play."""
        playback = _playback(machine, robot, sequence, options)
        name = f"play {sequence.name}".strip()
        clock = playback.clock
        task = machine.robots.start(name, clock, lambda: _end_of(playback))
        task.subject = playback
        return task

    return bound(machine, [*globals().values(), play, play_in_background])


@procedure("play-pause!")
def play_pause(robots: Any, task: Datum) -> None:
    """Hold a motion that plays in the background where it is, until play-resume!."""
    _playing("play-pause!", task).pause()


@procedure("play-resume!")
def play_resume(robots: Any, task: Datum) -> None:
    """Go on with a motion after play-pause!."""
    _playing("play-resume!", task).resume()


@procedure("play-speed!")
def play_speed(robots: Any, task: Datum, speed: Number) -> None:
    """Let a motion in the background play so many times as fast from now on."""
    _playing("play-speed!", task).speed = speed


@procedure("play-stop!")
def play_stop(
    robots: Any, task: Datum, pose: APose | None = None, seconds: Number = 1.0
) -> None:
    """End a motion in the background, and hold; or go to a last pose before.

    That may be one in which the robot stands safely. (task-stop task) ends it at once.
    """
    from brbrain.sequence import Step

    exit = None if pose is None else Step(pose, seconds)
    _playing("play-stop!", task).stop(exit)


@procedure("play-status")
def play_status(robots: Any, task: Datum) -> Any:
    """Return how far a motion in the background is, as a list of names and values.

    They are state (playing, paused, ended, stopped or failed), step, frames, skipped
    (frames that there was no time for), and positions (degrees by id).
    """
    return _status(_playing("play-status", task).progress)


def _playing(who: str, task: Any) -> Playback:
    """Return the playback that a task is for."""
    from brbrain.playback import Playback

    playback = getattr(task, "subject", None)
    if not isinstance(playback, Playback):
        raise wrong_type(who, "a task of play-in-background", task)
    return playback


def _end_of(playback: Playback) -> Any:
    """Play, and return how it ended: ended or stopped."""
    return symbol(playback.run().state)


def _playback(
    machine: Machine,
    robot: Robot,
    sequence: Sequence,
    options: tuple[Any, ...],
    **further: Any,
) -> Playback:
    from brbrain.playback import Playback

    if len(options) % 2:
        raise failure("arity", "play", "expected a value for each option")
    arguments: dict[str, Any] = {}
    for name, value in zip(options[::2], options[1::2], strict=True):
        if not isinstance(name, Symbol) or name.name not in _OPTIONS:
            expected = f"one of the options {', '.join(_OPTIONS)}"
            raise bad_value("play", expected, name)
        arguments[name.name] = value
    if isinstance(arguments.get("easing"), Symbol):
        arguments["easing"] = arguments["easing"].name
    if "on" in arguments:
        arguments["on"] = device_of("play", arguments["on"])
    if "safe" in arguments:
        arguments["safe"] = arguments["safe"] is not FALSE
    if "decide" in arguments:
        arguments["decide"] = _decision(machine, arguments["decide"])
    return Playback(robot, sequence, **arguments, **further)


def _decision(
    machine: Machine, procedure: Any
) -> Callable[[int, Progress], int | None]:
    """Return what calls a Scheme procedure to decide which step comes next."""
    if not callable(procedure):
        raise wrong_type("play", "a procedure that decides", procedure)

    def decide(index: int, progress: Progress) -> int | None:
        chosen = machine.call(procedure, index, _status(progress))
        return None if chosen is FALSE else chosen

    return decide


def _status(progress: Progress) -> Any:
    """Return the association list that tells how far a playback is."""
    positions = [cons(id, angle) for id, angle in progress.positions.items()]
    parts = [
        ("state", symbol(progress.state)),
        ("step", progress.step),
        ("frames", progress.frames),
        ("skipped", progress.skipped),
        ("positions", list_from(positions) if positions else NIL),
    ]
    return list_from([cons(symbol(name), value) for name, value in parts])
