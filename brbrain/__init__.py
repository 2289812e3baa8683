"""Drive Bioloid-class robots, real or simulated, from Python."""

__version__ = "0.1.0"
