"""What a CM-5 with our firmware can do beyond the original protocol."""

from typing import TYPE_CHECKING, Any, TypeAlias

from brbrain.arguments import flag, refused, whole
from brbrain.cm5 import CM5
from brbrain.errors import LinkError, NotSupportedError
from brbrain.link import Link
from brbrain.packets import BAUDS, CM5_ID, MOST_HEARD, MOST_SENT, Capability
from brbrain.status import is_ok, status_error

if TYPE_CHECKING:
    from brbrain.bus import BusController

    Controller: TypeAlias = CM5 | BusController

BAUD_SECONDS = 1.5
"""After how many seconds the CM-5 has its old speed, if the new one does not work."""


class Extensions:
    """The part of `Brain` that needs a CM-5 with extensions; see docs/protocol.md."""

    def __init__(self, link: Link, cm5: "Controller") -> None:
        self.link = link
        self._cm5 = cm5
        self._lock = link.clock.lock()
        self._first_baud: int | None = None  # when it was changed the first time
        self._sync_write = False

    @property
    def capabilities(self) -> Capability | None:
        """What the CM-5 can do beyond the original protocol, None if not asked yet."""
        return self._cm5.capabilities

    def negotiate(self) -> Capability:
        """Return what the CM-5 can do beyond the original protocol, and use it.

        It is asked once; one with the original firmware is deaf for half a second then.
        """
        with self._lock:
            return self._cm5.negotiate()

    @property
    def sync_write(self) -> bool:
        """Whether writes that are alike for all devices are one packet on the bus.

        It is faster, but no device answers: nobody notices if one is not there. It
        needs a CM-5 that can, see `negotiate`; others go on as always.
        """
        return self._sync_write

    @sync_write.setter
    def sync_write(self, on: bool) -> None:
        self._sync_write = flag("sync_write", on)

    def change_link_baud(self, baud: Any) -> None:
        """Let the link go at another speed, in bits per second, from now on.

        The CM-5 can 115200, 250000, 500000 and 1000000, if it can at all; whether the
        wires can, only trying shows: it goes back if they do not. Raises ArgumentError,
        NotSupportedError, and LinkError if the link has its speed of before.
        """
        if baud not in BAUDS:
            raise refused("baud", f"one of {', '.join(map(str, BAUDS))}", baud)
        self._demand(Capability.BAUD, "link baud")
        with self._lock:
            before = self.link.baud
            self._first_baud = self._first_baud or before
            try:
                self._go_to_baud(baud)
            except LinkError as error:
                known = self._go_back_to_baud(before)
                raise LinkError(
                    f"link baud: expected the CM-5 to answer at {baud} bps, but it did "
                    f"not; the link has {before} again"
                    + ("" if known else ", at which it does not answer either")
                    + f": {error}"
                ) from None

    def _go_to_baud(self, baud: int) -> None:
        """Change the speed on both sides, and see whether they agree."""
        status = self._cm5.set_baud(BAUDS.index(baud))
        if not is_ok(status):
            raise status_error(status, "link baud")
        self.link.baud = baud
        self._cm5.ping(CM5_ID)  # it is tried again, as often as any ping

    def _go_back_to_baud(self, baud: int) -> bool:
        """Bring both sides back to a speed; return whether the CM-5 answers there.

        If it has heard nothing at the new speed, it goes back by itself; if it has,
        what it hears at the wrong one makes it go back.
        """
        self.link.baud = baud
        self._cm5.dialogue.pause(BAUD_SECONDS)
        try:
            self._cm5.ping(CM5_ID)
        except LinkError:
            return False
        return True

    def restore_link_baud(self) -> None:
        """Let the link go at the speed that other programs know."""
        first = self._first_baud
        if first is not None and first != self.link.baud:
            self.change_link_baud(first)

    def forget_capabilities(self) -> None:
        """Take it that there may be another CM-5 at the link, just switched on."""
        self._cm5.capabilities = None
        if self._first_baud is not None:
            self.link.baud = self._first_baud

    def pass_through(self, data: bytes, size: int = 0) -> bytes:
        """Send bytes as they are on the servo bus; return what is heard then.

        1 to 143 bytes, and at most ``size`` (0 to 160) of the answer, as many as come
        within the time-outs of the CM-5. Raises NotSupportedError.
        """
        if not isinstance(data, bytes | bytearray) or not 1 <= len(data) <= MOST_SENT:
            raise refused("pass through", f"1 to {MOST_SENT} bytes", data)
        whole("size", size, 0, MOST_HEARD)
        self._demand(Capability.BUS, "pass through")
        with self._lock:
            heard, status = self._cm5.pass_through(bytes(data), size)
        if not is_ok(status):
            raise status_error(status, "pass through")
        return heard

    def _demand(self, capability: Capability, what: str) -> None:
        if capability not in self.negotiate():
            raise NotSupportedError(
                f"{what}: expected a CM-5 that can do it, but received one with the "
                "original firmware"
            )
