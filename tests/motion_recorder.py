"""A motion hook for tests that writes down how it is called, and an engine for it."""

from brbrain.motion import MotionHook

PERIOD = 0.032


class Recorder(MotionHook):
    """Writes down all calls, and the time of each; ``calls`` may be shared."""

    def __init__(self, name="recorder", calls=None):
        super().__init__(name)
        self.calls = [] if calls is None else calls
        self.scale = None

    def note(self, *call):
        self.calls.append(call)

    def motion_starting(self):
        self.note("starting")

    def motion_stopping(self):
        self.note("stopping")

    def entering_realtime(self, time_scale):
        self.scale = time_scale
        self.note("entering", time_scale.value)

    def leaving_realtime(self, full_speed):
        self.note("leaving", full_speed)

    def update_pids(self, pids):
        self.note("pids", dict(pids))

    def motion_updated(self, changed, frames):
        self.note("updated", tuple(changed), frames)

    def names(self):
        return [call[0] for call in self.calls]

    def changes(self):
        return [call[1] for call in self.calls if call[0] == "updated"]

    def shown(self):
        return [call[2][-1] for call in self.calls if call[0] == "updated"]


def periods(clock, count):
    """Let so many periods pass in real time, and half of one."""
    clock.sleep((count + 0.5) * PERIOD)
