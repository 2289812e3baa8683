"""DeviceHook: carries the outputs to any `Device`."""

from collections.abc import Mapping
from math import isfinite

from brbrain.arguments import refused
from brbrain.device import Device, Phase
from brbrain.errors import NotSupportedError
from brbrain.motion.hook import Frame, Pid
from brbrain.motion.link_hook import LinkHook

POSITION = "/position"
"""What follows the name of a joint in the signal that is its position."""


class DeviceHook(LinkHook):
    """Exchanges with a device once a period: an output is the command of its name.

    Output "left-knee" goes to "left-knee", or else to "left-knee/position"; one that
    the device does not know is left out, and so is NaN. The device is configured and
    activated when the motion starts, so that it holds what it does, and cleaned up when
    the motion stops. After a fault all of that begins anew.
    """

    def __init__(self, device: Device, name: str = "") -> None:
        if not isinstance(device, Device):
            raise refused("device", "a device", device)
        super().__init__(device.clock, name or device.name)
        self.device = device
        self._commands: dict[int, str] = {}

    def update_pids(self, pids: Mapping[int, Pid]) -> None:
        """Raise NotSupportedError: devices have no PIDs."""
        raise NotSupportedError(f"{self.device.name}: it has no PIDs to update")

    def _open(self) -> None:
        self.device.cleanup()
        self.device.configure()
        self.device.activate()
        known = {signal.name for signal in self.device.commands}
        self._commands = {
            at: name
            for at, output in enumerate(self.outputs)
            for name in (output, output + POSITION)
            if name in known
        }

    def _send(self, frame: Frame | None, pids: Mapping[int, Pid]) -> None:
        if self.device.phase is not Phase.ACTIVE:
            self._open()
        names = self._commands.items() if frame else ()
        self.device.exchange(
            {name: frame[at] for at, name in names if frame and isfinite(frame[at])}
        )

    def _close(self) -> None:
        self.device.cleanup()
