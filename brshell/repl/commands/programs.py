"""Commands that show how programs run."""

from __future__ import annotations

from brshell.repl.commands.declare import command
from brshell.repl.display.columns import columns, terminal_width
from brshell.runtime.conditions import failure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from brshell.repl.session import Session


@command("trace", argument="[NAME ...]")
def trace(session: Session, argument: str) -> None:
    """Show the calls of procedures and their values as they happen; or list which."""
    from brshell.debugger.debugger import TRACE

    _watch(session, argument, TRACE)


@command("untrace", argument="[NAME ...]")
def untrace(session: Session, argument: str) -> None:
    """Trace these procedures no more, or none."""
    from brshell.debugger.debugger import TRACE

    _unwatch(session, argument, TRACE)


@command("break", "b", argument="[NAME ...]")
def break_at(session: Session, argument: str) -> None:
    """Stop the program, and the robots, when procedures are called; or list where."""
    from brshell.debugger.debugger import BREAK

    _watch(session, argument, BREAK)


@command("unbreak", argument="[NAME ...]")
def unbreak(session: Session, argument: str) -> None:
    """Stop at calls of these procedures no more, or of none."""
    from brshell.debugger.debugger import BREAK

    _unwatch(session, argument, BREAK)


def _watch(session: Session, argument: str, purpose: str) -> None:
    debugger = session.debugger
    for name in argument.split():
        debugger.watch(name, purpose)
    if not argument:
        print(" ".join(debugger.watched(purpose)) or f"there is no {purpose}")


def _unwatch(session: Session, argument: str, purpose: str) -> None:
    debugger = session.debugger
    watched = debugger.watched(purpose)
    for name in argument.split():
        if name not in watched:
            fact = f"there are: {' '.join(watched)}" if watched else None
            message = f"there is no {purpose} of {name}"
            raise failure("command", f",un{purpose}", message, fact=fact)
    for name in argument.split() or watched:
        debugger.unwatch(name, purpose)


@command("step", "s", argument="[FORM]")
def step(session: Session, argument: str) -> None:
    """Run a form and stop before each part of it; at a stop: go into the next form."""
    from brshell.debugger.stepper import ENTER
    from brshell.reader.source import Source

    if not argument and not session.is_stopped:
        message = "expected a form to step through, as in ,step (f 1)"
        fact = "alone it goes on at a stop, but no program is stopped"
        raise failure("command", ",step", message, fact=fact)
    if not argument:
        session.go_on(ENTER)
    session.show_values(session.debugger.step(Source("prompt", argument)))


@command("over", "o")
def over(session: Session, argument: str) -> None:
    """At a stop: run the form and stop after it."""
    session.go_on("over")


@command("out")
def out(session: Session, argument: str) -> None:
    """At a stop: run to the end of the form that this one is part of."""
    session.go_on("out")


@command("continue", "c")
def go_on(session: Session, argument: str) -> None:
    """At a stop: run on to the next break."""
    session.go_on("continue")


@command("time", argument="FORM")
def time(session: Session, argument: str) -> None:
    """Run a form and tell how long it took, and how many packets went to the robot."""
    from brshell.debugger.profiler import timed

    value, cost = timed(session.machine, lambda: session.run("prompt", argument))
    session.show_values(value)
    packets = f", {cost.packets} packets" if cost.packets else ""
    print(f"{cost.seconds:.3f} s, {cost.computing:.3f} s of it computing{packets}")


@command("profile", argument="FORM")
def profile(session: Session, argument: str) -> None:
    """Run a form and tell what each procedure of the program cost."""
    from brshell.debugger.profiler import Profiler

    profiler = Profiler(session.machine)
    session.show_values(profiler.run(lambda: session.run("prompt", argument)))
    print("   calls   seconds       own  packets")
    for each in profiler.accounts():
        place = f"  {each.span}" if each.span is not None else ""
        costs = f"{each.calls:8}{each.seconds:10.3f}{each.own:10.3f}{each.packets:9}"
        who = f"{each.name}{place}"
        beside = columns(f"{costs}  {who}") <= terminal_width()
        print(f"{costs}  {who}" if beside else f"{costs}\n  {who}")


@command("expand", argument="FORM")
def expand(session: Session, argument: str) -> None:
    """Show a form without macros and derived forms; nothing is run or defined."""
    print(session.expanded(argument))
