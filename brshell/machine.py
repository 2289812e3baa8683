"""A Scheme machine: its namespace, the language in it, and how programs run.

Importing this module and running a program that the cache knows needs neither the
reader nor the compiler: they are in ``translator``, made when first needed.
"""

from __future__ import annotations

import sys

from brshell import cache
from brshell.language import Language, scheme_sources
from brshell.resumes import Resumes
from brshell.runtime.conditions import Terminated, failure
from brshell.runtime.continuations import run
from brshell.runtime.datums import NIL, UNSPECIFIED
from brshell.runtime.dynamic import thread
from brshell.runtime.interrupts import Interrupts, current
from brshell.runtime.memory import recursion_limit
from brshell.runtime.namespace import LIBRARY, runtime_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from brshell.builtins.robot.robots import Policies, Robots
    from brshell.compiler.unit import Unit
    from brshell.expander.environment import Environment
    from brshell.help.book import Book
    from brshell.reader.source import Source
    from brshell.runtime.conditions import SchemeError
    from brshell.translator import Translator


class Units(dict[str, "Unit"]):
    """The compiled units by file name. One that came from the cache is compiled
    again when an error or a continuation has to know its source.

    ``keeps_values``: errors keep the variables of the calls that they came through, for
    a prompt to show.
    """

    def __init__(self, recover: Callable[[str], None]) -> None:
        super().__init__()
        self._recover = recover
        self.keeps_values = False

    def __missing__(self, filename: str) -> Unit:
        self._recover(filename)
        return super().__getitem__(filename)


class Machine:
    """Runs Scheme programs: what one defines, the next one sees.

    ``python`` tells whether programs may reach Python; ``robot_options`` are those of
    brbrain.open for the robot that opens when a program first needs one, and
    ``robot_policies`` what robots do on a stop and when they are closed.
    """

    def __init__(
        self,
        *,
        python: bool = True,
        robot_options: dict[str, Any] | None = None,
        robot_policies: Policies = ("hold", None),
    ) -> None:
        self.python = python
        self.robot_options = robot_options or {}
        self.robot_policies = robot_policies
        self.command_line: list[str] = []
        sys.setrecursionlimit(recursion_limit())
        self.namespace = runtime_names()
        self.units = Units(self._recover)
        self.resumes = Resumes(self.units, self.namespace)
        self.namespace["$units"] = self.units
        self.namespace["$resumes"] = self.resumes
        self.namespace["$fact-of-undefined"] = self._fact_of_undefined
        self.interrupts = Interrupts(self._is_busy)
        # Shows an error that ends what runs in the background.
        self.report_error: Callable[[SchemeError], None] = _report
        self._robots: Robots | None = None
        self.language = Language(self)
        self._translator: Translator | None = None
        self._environment: Environment | None = None
        self._book: Book | None = None
        # The first program, if it came from the cache and is not compiled here.
        self._cached: tuple[Source, bool] | None = None
        self._begun = False

    # Running

    def run_source(self, source: Source, *, script: bool = False) -> Any:
        """Expand all forms of a source, then run them; return the last value.

        A script that begins with import has an environment of its own. Raise
        SchemeError for whatever the program raises and does not handle, and for Ctrl-C:
        then the robots are stopped first.
        """
        return self.run_program(lambda: self._program(source, script))

    def run_program(self, prepare: Callable[[], Callable[[], Any]]) -> Any:
        """Run the program that ``prepare`` compiles; otherwise like ``run_source``."""

        def work() -> Any:
            program = prepare()
            thread.state.parameters = NIL
            return self.execute(program)

        return self.attend(work)

    def attend(self, work: Callable[[], Any]) -> Any:
        """Return the result of ``work``; on Ctrl-C stop all and raise SchemeError."""
        with self.interrupts:
            try:
                return work()
            except KeyboardInterrupt as interrupt:
                raise self._interrupted(interrupt) from None
            finally:
                self.resumes.store()

    def execute(self, program: Callable[[], Any]) -> Any:
        """Run a procedure without arguments, with no handlers and winds in force."""
        thread.state.handlers = thread.state.winds = NIL
        with current.activity.computing():
            try:
                return run(program, self.units)
            except BaseException:
                self._run_afters()
                raise

    def call(self, procedure: Any, *arguments: Any) -> Any:
        """Call a Scheme procedure from Python and return its value.

        It runs in the dynamic state of the thread; a continuation captured in it ends
        here.
        """
        with current.activity.computing():
            return run(lambda: (procedure, None, *arguments), self.units)

    def _program(self, source: Source, script: bool) -> Callable[[], Any]:
        """Return the function that runs a source in the machine's environment."""
        # The cache is for the first program: it saves making the environment.
        first, self._begun = not self._begun, True
        if not first or self._environment is not None:
            return self._compile_program(source, script).function()
        title = f"{source.name} {script}"
        stored = cache.load(title, source.text)
        if stored is not None:
            self._cached = (source, script)
            self.resumes.keep_for(title, source, self.language.text)
            self.language.load_for(stored[1])
            return cache.install(stored, self.namespace)
        unit = self._compile_program(source, script)
        if not self.translator.libraries.more_than_text:
            cache.store_unit(title, source.text, unit)
            self.resumes.keep_for(title, source, self.language.text)
        return unit.function()

    def _compile_program(self, source: Source, script: bool) -> Unit:
        compile = self.translator.program if script else self.translator.unit
        return compile(source, self.environment)

    def compile(self, source: Source, environment: Environment) -> Unit:
        """Return the unit for a source."""
        return self.translator.unit(source, environment)

    def compile_datum(self, datum: Any, environment: Environment) -> Unit:
        """Return the unit for a datum that a program made."""
        return self.translator.unit_of_datum(datum, environment)

    def _run_afters(self) -> None:
        """Run the afters of the winds that an error or Ctrl-C left in force."""
        if thread.state.winds is NIL:
            return
        thread.state.handlers = NIL
        rewind = self.namespace["%rewind"]
        run(lambda: rewind(NIL, lambda: UNSPECIFIED), self.units)

    # Robots

    @property
    def robots(self) -> Robots:
        """The robots of the machine; none is opened before it is needed."""
        if self._robots is None:
            from brshell.builtins.robot.robots import Robots

            self._robots = Robots(
                self.robot_options,
                self.robot_policies,
                lambda error: self.report_error(error),
            )
            self.interrupts.listeners.append(self._robots.stop_tasks)
        return self._robots

    def stop(self) -> str | None:
        """Stop tasks and robots, as after an error; return what went wrong with that.

        Robots hold their positions, or go limp if that is their policy. A signal that
        comes meanwhile does its work afterwards.
        """
        if self._robots is None:
            return None
        with self.interrupts:
            return self._robots.stop()

    def packets(self) -> int:
        """Return how many packets went over the links of robots so far."""
        opened = [] if self._robots is None else self._robots.opened
        counters = [robot.brain.counters for robot in opened]
        return sum(counter.sent + counter.received for counter in counters)

    def close(self) -> str | None:
        """End tasks and close robots; return what went wrong with that.

        The machine is of no use any more. Closing twice does no harm. Ctrl-C breaks it
        off; then it can be done again.
        """
        if self._robots is None:
            return None
        with self.interrupts:
            return self._robots.close()

    def terminate(self, code: int) -> None:
        """End the program that runs, with an exit code; a signal handler may call it.

        Raises Terminated, now or when what is done with a robot is complete.
        """
        self.interrupts.terminate(Terminated(code))

    def _interrupted(self, interrupt: KeyboardInterrupt) -> SchemeError:
        """Stop everything, and return the error that says where the program was."""
        from brshell.runtime.failures import annotate

        traceback = interrupt.__traceback__
        error = failure("interrupt", None, "interrupted", fact=self.stop())
        error = annotate(error.with_traceback(traceback), self.units)
        if error.condition.span is None and self._translator is not None:
            error.condition.span = self._translator.place_in(traceback)
        return error

    def _is_busy(self) -> bool:
        return self._robots is not None and self._robots.busy()

    # Compiling

    @property
    def translator(self) -> Translator:
        """The translator, made when first asked for."""
        if self._translator is None:
            from brshell.translator import Translator

            self._translator = Translator(self, self.language.procedures())
        return self._translator

    @property
    def environment(self) -> Environment:
        """The environment of scripts and of the prompt."""
        if self._environment is None:
            self._environment = self.translator.new_environment()
            if self._cached is not None:
                self._compile_program(*self._cached)
        return self._environment

    def define(self, name: str, value: Any) -> None:
        """Define a variable of scripts and of the prompt."""
        from brshell.runtime.datums import symbol

        self.namespace[self.environment.define(symbol(name)).key] = value

    def forget(self, name: str) -> None:
        """Let a variable that was defined mean nothing any more."""
        from brshell.runtime.datums import symbol

        self.environment.forget(symbol(name))

    @property
    def book(self) -> Book:
        """What is known about the names, made when first asked for."""
        if self._book is None:
            from brshell.help.book import Book

            self._book = Book(self)
        return self._book

    def import_python(self, name: str) -> Any:
        """Return a Python module, as (import (python name)) asks for it."""
        from importlib import import_module

        if not self.python:
            raise failure("python", "import", "Python is not at hand (--no-python)")
        try:
            return import_module(name)
        except Exception as error:
            raise failure(
                "python", "import", f"{type(error).__name__}: {error}"
            ) from None

    def _recover(self, filename: str) -> None:
        """Compile a file again that came from the cache, for its sites."""
        if filename.startswith(LIBRARY):
            self.language.units(scheme_sources())
        elif self._environment is None:
            self.environment  # noqa: B018

    def _fact_of_undefined(self, name: str) -> str | None:
        """Return what may help where a name is not defined, None if nothing does."""
        from difflib import get_close_matches

        defined = list(filter(self._is_defined, self.environment.names()))
        if name in defined:
            return "this program does not import it: (import (brshell)) does"
        similar = get_close_matches(name, defined, 1, 0.8)
        return f"a similar name is defined: {similar[0]}" if similar else None

    def _is_defined(self, name: str) -> bool:
        from brshell.expander.core import Global
        from brshell.runtime.datums import symbol

        binding = self.environment.bindings[symbol(name)]
        return not isinstance(binding, Global) or binding.key in self.namespace


def _report(error: SchemeError) -> None:
    """Show an error in a line."""
    from brshell.runtime.printer import line_of_text

    print(line_of_text(error.payload), file=sys.stderr)
