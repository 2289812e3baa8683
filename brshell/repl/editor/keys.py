"""The keys that differ from those of other prompts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from prompt_toolkit.application import run_in_terminal
from prompt_toolkit.document import Document
from prompt_toolkit.enums import DEFAULT_BUFFER
from prompt_toolkit.filters import (
    Condition,
    completion_is_selected,
    emacs_insert_mode,
    emacs_mode,
    has_completions,
    has_focus,
    vi_insert_mode,
    vi_navigation_mode,
)
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.key_binding.bindings.mouse import load_mouse_bindings
from prompt_toolkit.keys import Keys

from brshell.repl.editing.entry import what_enter_does
from brshell.repl.editing.indentation import (
    is_at_indentation,
    with_indented_line,
    with_new_line,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from prompt_toolkit.buffer import Buffer
    from prompt_toolkit.key_binding.key_bindings import NotImplementedOrNone
    from prompt_toolkit.key_binding.key_processor import KeyPressEvent

# One key that every keyboard has, and one that nobody hits by accident.
PANIC_KEYS = ("c-\\", "f12")
# What a mouse sends: in the ways of xterm, SGR and urxvt.
_MOUSE = re.compile(r"\x1b\[(M...|<?\d+;\d+;\d+[mM])", re.DOTALL)


def key_bindings(panic: Callable[[], None] | None) -> KeyBindings:
    """Return the bindings of our own keys; ``panic`` is what the panic keys do."""
    keys = KeyBindings()
    editing = has_focus(DEFAULT_BUFFER)
    typing = editing & (emacs_insert_mode | vi_insert_mode)
    keys.add("enter", filter=typing)(_enter)
    keys.add(")", filter=typing)(_close)
    keys.add("tab", filter=typing & ~has_completions & _at_indentation)(_indent)
    offered = has_completions & ~completion_is_selected
    keys.add("up", filter=typing & offered)(_up)
    keys.add("c-p", filter=editing & emacs_insert_mode & offered)(_up)
    keys.add("c-x", "c-e", filter=editing & emacs_mode)(_edit_elsewhere)
    keys.add("v", filter=editing & vi_navigation_mode)(_edit_elsewhere)
    keys.add(Keys.Vt100MouseEvent)(_mouse)
    if panic is not None:
        for key in PANIC_KEYS:
            keys.add(key, eager=True)(lambda event: _above_the_prompt(panic))
    return keys


@Condition
def _at_indentation() -> bool:
    from prompt_toolkit.application import get_app

    buffer = get_app().current_buffer
    return is_at_indentation(buffer.text, buffer.cursor_position)


def _enter(event: KeyPressEvent) -> None:
    """Take the completion that is chosen; or run the entry; or begin a new line."""
    buffer = event.current_buffer
    if buffer.complete_state and buffer.complete_state.current_completion:
        buffer.complete_state = None
        return
    deed = what_enter_does(buffer.text, buffer.cursor_position)
    if deed == "run":
        buffer.validate_and_handle()
    elif deed == "new line":
        _change(buffer, with_new_line)


def _close(event: KeyPressEvent) -> None:
    """Insert a parenthesis; a line that begins with it goes where it belongs."""
    buffer = event.current_buffer
    begins = is_at_indentation(buffer.text, buffer.cursor_position)
    buffer.insert_text(event.data * event.arg)
    if begins:
        _change(buffer, with_indented_line)


def _indent(event: KeyPressEvent) -> None:
    _change(event.current_buffer, with_indented_line)


def _up(event: KeyPressEvent) -> None:
    """Go up, to the entry before, past a menu that came by itself."""
    buffer = event.current_buffer
    buffer.cancel_completion()
    buffer.auto_up(count=event.arg)


def _edit_elsewhere(event: KeyPressEvent) -> None:
    """Edit the entry in $VISUAL or $EDITOR. It does not run when that is done."""
    event.current_buffer.open_in_editor()


def _mouse(event: KeyPressEvent) -> NotImplementedOrNone:
    """Do what the mouse says. In pasted text a colour, ESC [31m, looks like one."""
    if not _MOUSE.fullmatch(event.data):
        return None
    (binding,) = load_mouse_bindings().get_bindings_for_keys((Keys.Vt100MouseEvent,))
    return binding.handler(event)


def _above_the_prompt(work: Callable[[], None]) -> None:
    run_in_terminal(work)


def _change(buffer: Buffer, change: Callable[[str, int], tuple[str, int]]) -> None:
    """Change the text and the cursor of a buffer; undo takes it back."""
    buffer.save_to_undo_stack()
    text, cursor = change(buffer.text, buffer.cursor_position)
    buffer.document = Document(text, cursor)
