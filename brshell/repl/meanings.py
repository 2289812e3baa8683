"""What names mean in a session, for the colours while typing."""

from __future__ import annotations

from functools import cached_property

from brshell.builtins.robot.register_names import RegisterName
from brshell.expander.core import Global
from brshell.repl.commands import commands
from brshell.runtime.datums import FALSE, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Set

    from brshell.machine import Machine
    from brshell.repl.editing.colors import Position


class Meanings:
    """Tells what a name means where it stands; see `brshell.repl.editing.colors`."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    def __call__(self, name: str, position: Position) -> str:
        """Return what the name is, or "" if it means nothing there."""
        if position == "command":
            return "command" if name[1:].strip() in self._commands else ""
        if position == "data":
            return self._in_data(name)
        return self._in_code(name)

    def _in_code(self, name: str) -> str:
        environment, namespace = self._machine.environment, self._machine.namespace
        identifier = symbol(name)
        if not environment.is_defined(identifier):
            return ""
        binding = environment.bindings[identifier]
        if not isinstance(binding, Global):
            return "syntax"
        value = namespace.get(binding.key)
        if isinstance(value, RegisterName):
            return "register"
        return "procedure" if callable(value) else "variable"

    def _in_data(self, name: str) -> str:
        if name in self._registers:
            return "register"
        return "joint" if name in self._joints() else ""

    def _joints(self) -> Set[str]:
        """Return the joints of the robot; of all robots that are known before."""
        robot = self._machine.robots.current.value
        if robot is FALSE or robot.description is None:
            return self._all_joints
        return {joint.name for joint in robot.description.joints}

    @cached_property
    def _commands(self) -> Set[str]:
        return {"", *(name for each in commands() for name in each.names)}

    @cached_property
    def _registers(self) -> Set[str]:
        from brbrain.registers import AX12, AXS1

        return {register.symbol for register in (*AX12, *AXS1)}

    @cached_property
    def _all_joints(self) -> Set[str]:
        from brbrain.robots import ROBOTS

        return {joint.name for robot in ROBOTS.values() for joint in robot.joints}
