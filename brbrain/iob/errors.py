"""Why iob has switched all servos off; each is a group of errors of its own."""

from brbrain.errors import BrError


class EmergencyStop(BrError):
    """All servos were switched off, because of ``joint`` if that is known."""

    def __init__(self, message: str, joint: str = "") -> None:
        super().__init__(f"{message}; all servos are off")
        self.joint = joint


class TrackingError(EmergencyStop):
    """A joint is further from its command than allowed."""


class AlarmError(EmergencyStop):
    """A joint has an alarm that stops, or does not answer any more."""


class PowerError(EmergencyStop):
    """The power of a joint went away while its servo was on."""


class CommandError(EmergencyStop):
    """A command would have been faster, or would change faster, than allowed."""


class InterlockError(BrError):
    """Power and servo cannot be switched in this order."""
