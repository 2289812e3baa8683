"""Conversions between raw register values and natural units."""

from collections.abc import Callable, Mapping
from typing import NamedTuple


class Conversion(NamedTuple):
    """How a raw value becomes a natural one, and (before rounding) back."""

    to_natural: Callable[[int], float]
    to_raw: Callable[[float], float]


def conversion(scale: str) -> Conversion:
    """Return the conversion that the ``scale`` column of registers.csv names.

    A number or ratio multiplies ("300/1023"); "baud" is kbit/s = 2000 / (raw + 1);
    "slope" spreads 1..254 over 0..1; "current" is 4.5 mA a count from 2048 on.
    """
    if scale in _CURVES:
        return _CURVES[scale]
    numerator, _, denominator = scale.partition("/")
    return _linear(int(numerator), int(denominator or 1))


def _linear(numerator: int, denominator: int) -> Conversion:
    if numerator == denominator:
        return Conversion(lambda raw: raw, lambda natural: natural)
    # A ratio, not a float factor, so that 341 counts are 100.0 degrees exactly.
    return Conversion(
        lambda raw: raw * numerator / denominator,
        lambda natural: natural * denominator / numerator,
    )


_CURVES: Mapping[str, Conversion] = {
    "baud": Conversion(lambda raw: 2000 / (raw + 1), lambda kbps: 2000 / kbps - 1),
    "current": Conversion(lambda raw: 4.5 * (raw - 2048), lambda ma: ma / 4.5 + 2048),
    "slope": Conversion(lambda raw: (raw - 1) / 253, lambda share: 253 * share + 1),
}
