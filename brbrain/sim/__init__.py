"""A byte-exact simulated robot: servos, sensors, bus and CM-5."""

from brbrain.sim.simulation import Simulation

__all__ = ["Simulation"]
