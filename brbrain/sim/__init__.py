"""A byte-exact simulated robot: servos, sensors, bus and CM-5."""
