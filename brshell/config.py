"""The user's settings: what there is to set, and the file ``config.toml``."""

from __future__ import annotations

import os

from brbrain.errors import BrError
from brshell.files import config_file, text_of
from brshell.options import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from brshell.builtins.robot.robots import Policies

    Allowed: TypeAlias = tuple[Any, ...] | range | type[str]
    Settings: TypeAlias = dict[str, Any]

_SWITCH = (True, False)
_TEXT = str

# (name, default, the values that are allowed, what it does)
TABLE: tuple[tuple[str, Any, Allowed, str], ...] = (
    ("editing-mode", "emacs", ("emacs", "vi"), "Whose keys move and delete."),
    (
        "history-size",
        10_000,
        range(1_000_001),
        "How many entries are kept for the next time.",
    ),
    ("colors", True, _SWITCH, "Whether anything is coloured."),
    ("theme", "dark", ("dark", "light"), "The background that colours suit."),
    (
        "completion-while-typing",
        True,
        _SWITCH,
        "Whether completions show before Tab is pressed.",
    ),
    (
        "auto-suggestion",
        True,
        _SWITCH,
        "Whether an earlier entry is suggested that begins like this one.",
    ),
    ("toolbar", True, _SWITCH, "Whether the last line shows the state of the robot."),
    ("mouse", False, _SWITCH, "Whether a click moves the cursor."),
    ("port", "", _TEXT, "The robot if no --port is given, such as /dev/ttyUSB0."),
    ("robot", "", _TEXT, "Which robot it is if no --robot is given: its joints."),
    (
        "stop-policy",
        "hold",
        ("hold", "limp"),
        "What servos do after an error or Ctrl-C.",
    ),
    (
        "closing-policy",
        "stop-policy",
        ("stop-policy", "hold", "limp"),
        "What servos do when the shell or a script ends.",
    ),
)


def config_path() -> str:
    """Return the path of the file of settings."""
    return config_file("config.toml")


def defaults() -> Settings:
    """Return all settings as they are without a file."""
    return {name: default for name, default, _, _ in TABLE}


def read_settings() -> Settings:
    """Return all settings, those of the file among them if there is one.

    Raise UsageError, which names the file, for whatever is wrong in it.
    """
    path = config_path()
    if not os.path.exists(path):
        return defaults()
    try:
        given = _parsed(text_of(path))
        _check(given)
    except (ValueError, BrError) as error:
        raise UsageError(f"{path}: {error}") from None
    return {**defaults(), **given}


def robot_options(given: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the arguments of brbrain.open: those given, or else those that are set.

    The environment variable BRSHELL_PORT comes before the port that is set.
    """
    options = dict(given)
    port = os.environ.get("BRSHELL_PORT") or settings["port"]
    if port and given.keys().isdisjoint(("url", "robot", "fast", "speed")):
        options["url"] = port
    if settings["robot"] and not options.get("url", "").startswith("sim:"):
        options.setdefault("robot", settings["robot"])
    return options


def robot_policies(settings: Settings) -> Policies:
    """Return what robots do on a stop, and when they are closed."""
    closing = settings["closing-policy"]
    same = closing == "stop-policy"
    return settings["stop-policy"], None if same else closing


def write_settings() -> str:
    """Write the file with every setting as a comment; return its path.

    Raise UsageError if there is a file already, or none can be written.
    """
    path = config_path()
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "x", encoding="utf-8") as file:
            file.write(settings_text())
    except FileExistsError:
        raise UsageError(f"--write-config: there is {path} already") from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise UsageError(f"--write-config: cannot write {path}: {reason}") from None
    return path


def settings_text() -> str:
    """Return the file of settings with every default, each line a comment."""
    parts = ["# Settings of brshell. Take away the # before a name to change it.\n"]
    for name, default, allowed, help in TABLE:
        expected = _expected(allowed)
        parts.append(f"# {help} Expected: {expected}.\n# {name} = {_toml(default)}\n")
    return "\n".join(parts)


def _parsed(text: str) -> dict[str, Any]:
    import tomllib  # takes its time, and most users have no file

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"expected TOML, but received other text: {error}") from None


def _check(given: dict[str, Any]) -> None:
    """Raise ValueError or BrError for what is no setting, or has no such value."""
    known = {name: allowed for name, _, allowed, _ in TABLE}
    for name, value in given.items():
        if name not in known:
            names = ", ".join(known)
            raise ValueError(f"expected a setting ({names}), but received {name}")
        if not _is_allowed(value, known[name]):
            expected = _expected(known[name])
            received = _toml(value)
            raise ValueError(f"{name}: expected {expected}, but received {received}")
    if given.get("robot"):
        from brbrain.robots import find_robot

        find_robot(given["robot"])


def _is_allowed(value: Any, allowed: Allowed) -> bool:
    if isinstance(allowed, type):
        return isinstance(value, allowed)
    return value in allowed and type(value) is type(allowed[0])


def _expected(allowed: Allowed) -> str:
    if isinstance(allowed, type):
        return "a text in quotes"
    if isinstance(allowed, range):
        return f"a whole number from {allowed[0]} to {allowed[-1]}"
    *first, last = map(_toml, allowed)
    return f"{', '.join(first)} or {last}"


def _toml(value: Any) -> str:
    """Return a value as it is written in the file, or what kind of value it is."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "an array"
    return str(value)
