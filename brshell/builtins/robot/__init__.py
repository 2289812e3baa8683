"""The procedures of the robot, one module a group."""
