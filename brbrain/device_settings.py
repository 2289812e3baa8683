"""What a device can be set to beside its signals: gains, limits, lights, power.

Signals are exchanged every cycle; a setting is written when it is set.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf

from brbrain.arguments import flag, number, refused
from brbrain.errors import NotSupportedError


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting such as "left-knee/pgain", from ``low`` to ``high`` in its unit.

    The unit "bool" is for what is on (1) or off (0).
    """

    name: str
    unit: str
    low: float = -inf
    high: float = inf


class Settings:
    """The settings of a device; a driver fills in the methods with an underscore."""

    name: str
    settings: Mapping[str, Setting]

    def _list_settings(self) -> Sequence[Setting]:
        """Return all settings of what was opened."""
        return []

    def _get(self, setting: str) -> float:
        """Return what a setting is."""
        raise NotImplementedError

    def _set(self, setting: str, value: float) -> None:
        """Set a setting to a value within its limits."""
        raise NotImplementedError

    def _set_all(self, values: Mapping[str, float]) -> None:
        """Set some settings; a driver that can do so at once has it do so."""
        for name, value in values.items():
            self._set(name, value)

    def _switch_power(self, joints: Sequence[str], on: bool) -> None:
        """Switch the supply of joints; most devices have no such switch."""
        raise NotSupportedError(f"{self.name}: power: its joints have no switch")

    def _powered(self, joint: str) -> bool | None:
        """Return whether a joint has power, None if only its voltage can tell."""
        return None

    def _demand_owner(self) -> None:
        """Raise PhaseError unless the calling thread may talk to the device."""

    def get_setting(self, name: str) -> float:
        """Return what a setting is. Raises NotSupportedError for one it has not."""
        self._demand_owner()
        return self._get(self._setting(name).name)

    def set_setting(self, name: str, value: float) -> float:
        """Set a setting, within its limits, and return what it is then.

        Devices take the nearest value that they have. Raises NotSupportedError,
        ArgumentError for what is no number.
        """
        self.set_settings({name: value})
        return self._get(name)

    def set_settings(self, values: Mapping[str, float]) -> None:
        """Set some settings as `set_setting` does: all, or none if one is wrong."""
        self._demand_owner()
        wanted = {name: self._within(name, value) for name, value in values.items()}
        self._set_all(wanted)

    def _within(self, name: str, value: float) -> float:
        """Return a value as a setting takes it."""
        setting = self._setting(name)
        if setting.unit == "bool":
            return float(flag(name, value))
        return min(max(number(name, value), setting.low), setting.high)

    def _setting(self, name: str) -> Setting:
        if not isinstance(name, str):
            raise refused("setting", f"a setting of {self.name}", name)
        if name not in self.settings:
            joint, _, what = name.rpartition("/")
            raise NotSupportedError(f"{self.name}: {joint} has no {what}", name)
        return self.settings[name]
