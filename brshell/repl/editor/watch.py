"""Watching joints on the whole screen."""

from __future__ import annotations

import threading
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from prompt_toolkit.application import Application, get_app
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.layout import FormattedTextControl, Layout, Window

if TYPE_CHECKING:
    from collections.abc import Callable

    from prompt_toolkit.key_binding.key_processor import KeyPressEvent

    from brshell.repl.watch import Watch

PERIOD = 0.1
"""Seconds between two looks; our choice."""

END_KEYS = ("q", "escape", "c-c", "c-d")
STOP_KEYS = ("s", "c-\\", "f12")
KEYS = "q: back to the prompt   s: stop all"


def show_watch(watch: Watch, stop: Callable[[], object], *, ascii: bool) -> None:
    """Show a table that lives until the user ends it.

    Another thread does all that has to do with the robot: it looks, and calls ``stop``
    when the user wants that.
    """
    deeds: SimpleQueue[Callable[[], object] | None] = SimpleQueue()

    def text() -> str:
        size = get_app().output.get_size()
        lines = watch.lines(size.columns, size.rows - 1, ascii=ascii)
        return "\n".join([*lines, KEYS[: size.columns]])

    application: Application[None] = Application(
        Layout(Window(FormattedTextControl(text, show_cursor=False))),
        key_bindings=_keys(lambda: deeds.put(stop)),
        full_screen=True,
        refresh_interval=PERIOD,
    )
    application.ttimeoutlen = 0.05  # seconds until Escape is a key of its own
    reader = threading.Thread(target=_read, args=(watch, deeds), daemon=True)
    reader.start()
    try:
        application.run()
    finally:
        deeds.put(None)
        reader.join()


def _keys(stop: Callable[[], None]) -> KeyBindings:
    keys = KeyBindings()

    def end(event: KeyPressEvent) -> None:
        if not event.app.future or not event.app.future.done():
            event.app.exit()

    for key in END_KEYS:
        keys.add(key)(end)
    for key in STOP_KEYS:
        keys.add(key)(lambda event: stop())
    return keys


def _read(watch: Watch, deeds: SimpleQueue[Callable[[], object] | None]) -> None:
    """Look again and again, and do what the user wants, until that is None."""
    while True:
        watch.look()
        try:
            deed = deeds.get(timeout=PERIOD)
        except Empty:
            continue
        if deed is None:
            return
        deed()
