"""Motion files of RoboPlus, R+ Motion 2, Tekkotsu, Webots, pypot and PyPose.

    from brbrain import motionfiles

    for page in motionfiles.pages("old.mtn"):
        print(page.number, page.name, page.seconds)
    wave = motionfiles.load("old.mtn", "Wave")
    motionfiles.save("wave.scm", wave)

Each format has a module with a ``Document``, ``parse`` and ``to_bytes``, in the terms
of the format and without loss; `read` finds the module by the file's suffix.
"""

from brbrain.motionfiles.formats import FORMATS, load, pages, read, save
from brbrain.motionfiles.pages import Page

__all__ = ["FORMATS", "Page", "load", "pages", "read", "save"]
