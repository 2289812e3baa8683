"""Printing above the prompt what background tasks have printed."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from typing import TYPE_CHECKING

from prompt_toolkit.application import get_app, run_in_terminal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from brshell.repl.background import Backlog

PERIOD = 0.1
"""Seconds between two looks whether there is something to print; our choice."""


@contextmanager
def printing_above(backlog: Backlog) -> Iterator[Callable[[], None]]:
    """Keep what other threads print from the line that is being typed.

    Yields what a PromptSession's prompt takes as ``pre_run``.
    """

    def begin() -> None:
        get_app().create_background_task(_print(backlog))

    with backlog.held():
        yield begin


async def _print(backlog: Backlog) -> None:
    """Print above the prompt until it ends."""
    while True:
        await asyncio.sleep(PERIOD)
        if not backlog.is_empty:
            await run_in_terminal(backlog.show)
