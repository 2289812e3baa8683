"""What each kind of error means, in plain words: the longer text of ``,explain``.

The texts tell what is so, never what to change.
"""

from __future__ import annotations

from textwrap import fill

TYPE_CHECKING = False
if TYPE_CHECKING:
    from brshell.runtime.conditions import Condition

_WIDTH = 76

EXPLANATIONS = {
    "arity": (
        "A procedure was called with more or fewer arguments than it takes. The "
        "message says how many it takes. What a call passes are the expressions that "
        "stand behind the name, between the parentheses of this call."
    ),
    "command": (
        "What begins with a comma is a command to the prompt, not part of a program. "
        "The message says what this command expects."
    ),
    "error": (
        "The program itself, or a procedure that it uses, found that it cannot go on, "
        "and said so by (error message value ...). The values behind the message are "
        "those that it gave."
    ),
    "file": (
        "The operating system could not do what was asked with a file. Its own reason "
        "is in the message. A name without a folder means the folder in which the "
        "shell was started."
    ),
    "index": (
        "The elements of a string, a vector or a list are counted from 0, so the last "
        "of n elements has the index n-1. The index that was received is outside of "
        "that."
    ),
    "internal": (
        "The shell itself did something wrong, not the program. The message is "
        "Python's."
    ),
    "interrupt": (
        "The program was broken off by Ctrl-C. Its dynamic-wind afters have run, "
        "background tasks were told to end, and the robots were stopped."
    ),
    "link": (
        "A packet was sent to the robot and no proper reply came in time, or the "
        "connection is gone. What was sent last may or may not have been done. The "
        "next command first waits until no late reply can be mistaken for its own; "
        "(link-status) counts what has happened on the link."
    ),
    "memory": (
        "A call that waits for another call takes memory until it returns. There were "
        "so many waiting calls, or so many data, that no memory was left. A recursion "
        "that never comes to its end does this."
    ),
    "python": (
        "Something of Python was called and failed. The first word of the message is "
        "the name of Python's exception."
    ),
    "raised": (
        "The program raised an object by (raise object), and no guard or handler that "
        "was in force took it. Any object can be raised; this one is shown in the "
        "message."
    ),
    "read": (
        "The text cannot be understood as Scheme, before anything of it runs: "
        "parentheses, quotation marks or # signs are not as they have to be. The place "
        "is where the part that is not finished begins."
    ),
    "register": (
        "Each device has a table of registers. Every register has a range of values, "
        "and some can only be read. What was asked for does not fit: nothing was sent. "
        "(register-info name) tells what is known of a register."
    ),
    "status": (
        "The robot replied, and said that something is wrong: a device did not answer "
        "on its bus, or it reports an error such as overload or overheating. The "
        "message names the device and the bits of its status."
    ),
    "syntax": (
        "A form begins with a word that has rules of its own, such as define, let or "
        "cond, and its parts are not those that the rules ask for. Nothing of the "
        "program was run."
    ),
    "type": (
        "A procedure was called with an argument of another kind than it works on. The "
        "message says what it expected, and the value that it received. The value was "
        "computed by the part of the call that is marked."
    ),
    "unbound": (
        "A variable was used that has no value at this moment: nothing with this name "
        "was defined before, or its definition comes later than its use. Upper and "
        "lower case letters are different."
    ),
    "value": (
        "An argument is of the right kind, but not one of the values that the "
        "procedure can work with. The message says which these are."
    ),
}


def explanation(condition: Condition, width: int = _WIDTH) -> str:
    """Return what errors of this kind mean, in lines of at most ``width`` columns."""
    text = EXPLANATIONS.get(condition.kind, EXPLANATIONS["raised"])
    return fill(text, min(width, _WIDTH))
