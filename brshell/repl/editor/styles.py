"""The colours of each theme, by the class of what they colour.

They are the terminal's own, so that they suit what the user has chosen there.
"""

from __future__ import annotations

from prompt_toolkit.styles import Style

_BOTH = {
    "command": "bold",
    "quote": "bold",
    "error": "bold underline ansired",
    "unfinished": "underline",
    "matching": "bold reverse",
    "hint.current": "bold",
    "status.warning": "bold ansired",
    "bottom-toolbar": "noreverse",
}

_THEMES = {
    "dark": {
        "syntax": "ansibrightmagenta",
        "procedure": "ansibrightblue",
        "register": "ansibrightcyan",
        "joint": "ansibrightgreen",
        "unknown": "ansibrightblack",
        "symbol": "ansiyellow",
        "string": "ansigreen",
        "unfinished": "ansigreen",
        "character": "ansigreen",
        "number": "ansicyan",
        "boolean": "ansicyan",
        "comment": "italic ansibrightblack",
        "depth-0": "ansiwhite",
        "depth-1": "ansibrightyellow",
        "depth-2": "ansibrightcyan",
        "depth-3": "ansibrightgreen",
        "depth-4": "ansibrightmagenta",
        "depth-5": "ansibrightblue",
    },
    "light": {
        "syntax": "ansimagenta",
        "procedure": "ansiblue",
        "register": "bold ansicyan",
        "joint": "bold ansigreen",
        "unknown": "ansigray",
        "symbol": "ansired",
        "string": "ansigreen",
        "unfinished": "ansigreen",
        "character": "ansigreen",
        "number": "ansicyan",
        "boolean": "ansicyan",
        "comment": "italic ansibrightblack",
        "depth-0": "ansibrightblack",
        "depth-1": "ansired",
        "depth-2": "ansiblue",
        "depth-3": "ansigreen",
        "depth-4": "ansimagenta",
        "depth-5": "ansicyan",
    },
}


def style(theme: str) -> Style:
    """Return the style for a theme, dark or light."""
    both = [*_BOTH.items(), *_THEMES[theme].items()]
    return Style(both)
