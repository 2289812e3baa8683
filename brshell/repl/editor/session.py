"""The editor of entries, put together."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from prompt_toolkit import PromptSession
from prompt_toolkit.auto_suggest import AutoSuggestFromHistory
from prompt_toolkit.enums import EditingMode
from prompt_toolkit.layout.controls import BufferControl
from prompt_toolkit.output import ColorDepth

from brshell.repl.editor.background import printing_above
from brshell.repl.editor.completer import EntryCompleter
from brshell.repl.editor.highlighting import Highlighter, MatchingParentheses, Tabs
from brshell.repl.editor.keys import key_bindings
from brshell.repl.editor.preparation import Preparation
from brshell.repl.editor.styles import style

if TYPE_CHECKING:
    from collections.abc import Callable

    from prompt_toolkit.application import Application
    from prompt_toolkit.history import History

    from brshell.config import Settings
    from brshell.repl.background import Backlog
    from brshell.repl.editor.assistance import Assistance, Fragments

# How many lines below the entry are kept free for the menu of completions.
_MENU_LINES = 6
# A tab, which can only be pasted, reaches to the next multiple of so many columns.
_TAB = 8
# Whether the line at the bottom has changed is looked at so often, in seconds.
_REFRESH = 0.2


class Editor:
    """Lets the user edit entries, one after the other.

    ``prompt`` stands before the first line of an entry, ``continuation`` before others.
    What other threads print meanwhile goes to the ``backlog`` and appears above.
    """

    def __init__(
        self,
        settings: Settings,
        assistance: Assistance,
        backlog: Backlog,
        *,
        prompt: str,
        continuation: str,
        history: History,
    ) -> None:
        self._assistance = assistance
        self._backlog = backlog
        self._preparation = Preparation(assistance)
        self._highlighter = Highlighter(self._preparation.meaning)
        self._status: Fragments = []
        self.session: PromptSession[str] = PromptSession(
            prompt,
            prompt_continuation=continuation,
            multiline=True,
            editing_mode=EditingMode[settings["editing-mode"].upper()],
            history=history,
            input_processors=[
                MatchingParentheses(),
                Tabs(tabstop=_TAB, char1=" ", char2=" "),
            ],
            style=style(settings["theme"]),
            color_depth=None if settings["colors"] else ColorDepth.MONOCHROME,
            include_default_pygments_style=False,
            completer=EntryCompleter(self._preparation.candidates),
            complete_while_typing=settings["completion-while-typing"],
            reserve_space_for_menu=_MENU_LINES,
            auto_suggest=(
                AutoSuggestFromHistory() if settings["auto-suggestion"] else None
            ),
            key_bindings=key_bindings(assistance.panic),
            mouse_support=settings["mouse"],
            enable_suspend=True,
            tempfile_suffix=".scm",
        )
        control = self.session.layout.current_control
        assert isinstance(control, BufferControl)
        # As the lexer of the session, it could not say that the colours have changed.
        control.lexer = self._highlighter
        self.session.app.before_render += self._show_lines_below

    def read(
        self, prompt: str | None = None, pre_run: Callable[[], None] | None = None
    ) -> str:
        """Return what the user has typed; KeyboardInterrupt and EOFError end it.

        ``prompt`` stands before it from now on. ``pre_run`` is called when typing can
        begin.
        """
        self._highlighter.begin()
        with printing_above(self._backlog) as begin_printing:

            def begin() -> None:
                begin_printing()
                application = self.session.app
                application.create_background_task(
                    self._preparation.go_on(self._show_what_is_known)
                )
                application.create_background_task(self._keep_status())
                if pre_run is not None:
                    pre_run()

            return self.session.prompt(prompt, pre_run=begin)

    def _show_what_is_known(self) -> None:
        """Show the entry anew: now it is known what its names mean."""
        self._highlighter.begin()
        self.session.app.invalidate()

    async def _keep_status(self) -> None:
        """Show the state of the robot anew when it has changed."""
        status = self._assistance.status
        while status is not None:
            await asyncio.sleep(_REFRESH)
            if status() != self._status:
                self.session.app.invalidate()

    def _show_lines_below(self, application: Application[str]) -> None:
        """Show the hint for the call at the cursor, and the state of the robot."""
        buffer = self.session.default_buffer
        assistance = self._assistance
        hint = self._preparation.hint(buffer.text, buffer.cursor_position)
        status = self._status = assistance.status() if assistance.status else []
        between: Fragments = [("", "\n")] if hint and status else []
        # Without anything to say there is no empty line either.
        self.session.bottom_toolbar = [*hint, *between, *status] or None
