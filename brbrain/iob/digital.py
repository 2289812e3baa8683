"""Digital inputs and outputs: what is only on or off.

Inputs are the signals of a device whose unit is "bool", outputs its settings of that
unit, in their order. All or none is written.
"""

from collections.abc import Sequence
from typing import Any

from brbrain.arguments import elements, flag, refused
from brbrain.iob.base import Base


class Digital(Base):
    """Lists of truth values; iob's lengths in bytes are counts of lines here."""

    def digital_input_names(self) -> list[str]:
        """Return the names of the digital inputs; not a function of iob."""
        return [each.name for each in self.device.signals if each.unit == "bool"]

    def digital_output_names(self) -> list[str]:
        """Return the names of the digital outputs; not a function of iob."""
        return [
            each.name for each in self.device.settings.values() if each.unit == "bool"
        ]

    def read_digital_input(self) -> list[bool]:
        """Return what all digital inputs are. Raises NotSupportedError if none is."""
        names = self.digital_input_names()
        if not names:
            raise self._refuse("digital input", "it has none")
        return [bool(self.device.value(name)) for name in names]

    def length_digital_input(self) -> int:
        """Return how many digital inputs there are."""
        return len(self.digital_input_names())

    def write_digital_output(self, values: Sequence[bool]) -> None:
        """Switch all digital outputs: one value each, or none is taken."""
        names = self._outputs()
        self._switch_outputs(
            dict(zip(names, self._flags("values", values), strict=True))
        )

    def write_digital_output_with_mask(
        self, values: Sequence[bool], mask: Sequence[bool]
    ) -> None:
        """Switch the digital outputs for which the mask is true."""
        names = self._outputs()
        wanted = zip(
            names, self._flags("values", values), self._flags("mask", mask), strict=True
        )
        self._switch_outputs({name: on for name, on, chosen in wanted if chosen})

    def length_digital_output(self) -> int:
        """Return how many digital outputs there are."""
        return len(self.digital_output_names())

    def read_digital_output(self) -> list[bool]:
        """Return what all digital outputs are."""
        return [bool(self.device.get_setting(name)) for name in self._outputs()]

    def _outputs(self) -> list[str]:
        names = self.digital_output_names()
        if not names:
            raise self._refuse("digital output", "it has none")
        return names

    def _switch_outputs(self, wanted: dict[str, bool]) -> None:
        for name, on in wanted.items():
            self.device.set_setting(name, on)

    def _flags(self, name: str, values: Any) -> list[bool]:
        count = self.length_digital_output()
        listed = elements(name, f"{count} truth values", values)
        if len(listed) != count:
            raise refused(name, f"{count} truth values", values)
        return [flag(name, value) for value in listed]
