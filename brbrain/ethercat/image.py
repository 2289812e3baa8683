"""A layout of process data: named little-endian fields, sizes and places computed."""

from collections.abc import Mapping
from dataclasses import dataclass
from struct import Struct, calcsize
from typing import Final

from brbrain.arguments import refused
from brbrain.errors import ArgumentError

CODES: Final = {"u8": "B", "u16": "H", "u32": "I", "i8": "b", "i16": "h", "i32": "i"}
"""The kinds of fields, and how the module struct calls them."""


@dataclass(frozen=True, slots=True)
class Field:
    """A number of some kind, such as "u16", or with ``count`` an array of them."""

    name: str
    kind: str
    count: int = 1

    @property
    def code(self) -> str:
        """How the module struct calls it."""
        return f"{self.count}{CODES[self.kind]}"

    @property
    def size(self) -> int:
        """Its size in bytes."""
        return calcsize("<" + self.code)


class Layout:
    """Fields without gaps between them.

    ``struct`` packs all values in order, arrays spread; ``offset`` tells where a field
    begins in bytes, ``place`` where its values are among all.
    """

    def __init__(self, name: str, *fields: Field) -> None:
        self.name = name
        self.fields = {field.name: field for field in fields}
        self.struct = Struct("<" + "".join(field.code for field in fields))
        self.size = self.struct.size
        self.offset: dict[str, int] = {}
        self.place: dict[str, slice] = {}
        offset = place = 0
        for field in fields:
            self.offset[field.name] = offset
            self.place[field.name] = slice(place, place + field.count)
            offset += field.size
            place += field.count

    def pack(self, values: Mapping[str, int | tuple[int, ...]]) -> bytes:
        """Return the bytes of these values, 0 for what is not named.

        Raises ArgumentError for names that there are not, and values that do not fit.
        """
        flat: list[int] = []
        for name in values:
            if name not in self.fields:
                raise refused(self.name, " or ".join(self.fields), name)
        for field in self.fields.values():
            value = values.get(field.name, (0,) * field.count)
            each = (value,) if isinstance(value, int) else tuple(value)
            _check(field, each)
            flat += each
        return self.struct.pack(*flat)

    def unpack(self, data: bytes, start: int = 0) -> dict[str, int | tuple[int, ...]]:
        """Return the values by name, arrays as tuples; ArgumentError if it is short."""
        if len(data) - start < self.size:
            raise refused(self.name, f"{self.size} bytes", data[start:])
        flat = self.struct.unpack_from(data, start)
        return {
            name: flat[place] if field.count > 1 else flat[place.start]
            for (name, place), field in zip(
                self.place.items(), self.fields.values(), strict=True
            )
        }


def _check(field: Field, values: tuple[int, ...]) -> None:
    if len(values) != field.count:
        raise refused(field.name, f"{field.count} values", values)
    try:
        Struct("<" + field.code).pack(*values)
    except Exception as error:
        raise ArgumentError(
            f"{field.name}: {error}, but received {values!r}"
        ) from error
