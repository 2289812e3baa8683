"""All functions of hrpsys' iob, in the order of its header, and what they are about.

The tests, the Scheme procedures and their help, and docs/iob.md go by this table.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Function:
    """A function of iob: its name, its parameters, and what it does, in a line."""

    name: str
    parameters: tuple[str, ...]
    what: str


_TABLE: Final = {
    "counts": """
number_of_joints: Return how many joints there are.
set_number_of_joints number: Not supported: a device tells.
number_of_force_sensors: Return how many force sensors there are.
set_number_of_force_sensors number: Not supported: a device tells.
number_of_gyro_sensors: Return how many gyroscopes there are.
set_number_of_gyro_sensors number: Not supported: a device tells.
number_of_accelerometers: Return how many accelerometers there are.
set_number_of_accelerometers number: Not supported: a device tells.
number_of_attitude_sensors: Return how many attitude sensors there are.
""",
    "joints": """
read_actual_angle id: Return the angle of a joint, in rad.
read_actual_angles: Return the angles of all joints, in rad.
read_angle_offset id: Return what is added to the measured angle of a joint, in rad.
write_angle_offset id offset:
    Set what is added to the measured angle of a joint, in rad.
read_power_state id: Return whether a joint has power.
write_power_command id on:
    Switch the power of a joint, or all; only while servos are off.
read_power_command id: Return whether the power of a joint is to be on.
read_servo_state id: Return whether the servo of a joint is on.
read_servo_alarm id: Return the alarms of a joint.
read_control_mode id: Return how a joint is controlled.
write_control_mode id mode: Set how a joint, or all, is controlled: free or position.
read_actual_torques: Return the torques of all joints, in Nm.
read_command_torque id: Return the commanded torque, in Nm.
write_command_torque id torque: Command a torque, in Nm.
read_command_torques: Return all commanded torques, in Nm.
write_command_torques torques: Command all torques, in Nm.
read_command_angle id: Return the commanded angle of a joint, in rad.
write_command_angle id angle:
    Command an angle, in rad; it is sent with the next cycle.
read_command_angles: Return all commanded angles, in rad.
write_command_angles angles:
    Command all angles, in rad: one for each joint, or none is taken.
read_pgain id: Return the P gain of a joint: the share of full torque per rad.
write_pgain id gain: Set the P gain of a joint, and return what it can be nearest.
read_dgain id: Return the D gain of a joint.
write_dgain id gain: Set the D gain of a joint.
read_actual_velocity id: Return how fast a joint turns, in rad/s.
read_command_velocity id: Return how fast a joint may go to its command, in rad/s.
write_command_velocity id velocity:
    Set how fast a joint may go to its command, in rad/s; 0 is no limit.
read_actual_velocities: Return how fast all joints turn, in rad/s.
read_command_velocities:
    Return how fast the joints may go to their commands, in rad/s.
write_command_velocities velocities:
    Set how fast the joints may go to their commands: all, or none is taken.
write_servo id on: Switch the servo of a joint, or all, on where it stands, or off.
read_driver_temperature id: Return the temperature of a servo, in C.
read_calib_state id: Return whether the angle of a joint is known.
length_of_extra_servo_state id: Return how many words of state there are.
read_extra_servo_state id: Return the state of a joint in a word; see docs/iob.md.
""",
    "sensors": """
read_force_sensor id: Return forces in N and moments in Nm.
read_force_offset id: Return what is added to forces.
write_force_offset id offsets: Set what is added to forces.
read_gyro_sensor id: Return angular velocities, in rad/s.
read_gyro_sensor_offset id: Return what is added to them, in rad/s.
write_gyro_sensor_offset id offsets: Set what is added to them, in rad/s.
read_accelerometer id: Return accelerations, in m/s^2.
read_accelerometer_offset id: Return what is added to them, in m/s^2.
write_accelerometer_offset id offsets: Set what is added to them, in m/s^2.
read_attitude_sensor id: Return roll, pitch and yaw, in rad.
write_attitude_sensor_offset id offsets: Set what is added to them, in rad.
read_power: Return voltage in V and current in A, NaN if unknown.
read_temperature id: Return what a thermometer says, in C.
""",
    "life": """
open_iob: Open the device; servos are off.
close_iob: Switch all off and close the device.
reset_body: Switch all servos, and power, off.
lock_iob: Keep other programs off; return whether none of them does so.
unlock_iob: Let other programs lock; return whether we had locked.
read_lock_owner: Return the process that has locked, or that none has.
read_iob_frame: Return how many cycles there were.
number_of_substeps: Return how many cycles a signal is: one.
wait_for_iob_signal: Wait for the next signal, run a cycle, return the signals missed.
set_signal_period period: Set the time between signals, in ns.
get_signal_period: Return the time between signals, in ns.
initializeJointAngle name option: Find the zero of joints by moving them.
""",
    "digital": """
read_digital_input: Return what all digital inputs are.
length_digital_input: Return how many digital inputs there are.
write_digital_output values: Switch all digital outputs.
write_digital_output_with_mask values mask:
    Switch the digital outputs for which the mask is true.
length_digital_output: Return how many digital outputs there are.
read_digital_output: Return what all digital outputs are.
""",
}


def _functions(table: str) -> tuple[Function, ...]:
    """Return the functions of a table; a line that is indented belongs to the last."""
    lines = table.strip().replace("\n    ", " ").splitlines()
    found = []
    for line in lines:
        head, _, what = line.partition(": ")
        name, *parameters = head.split()
        found.append(Function(name, tuple(parameters), what))
    return tuple(found)


GROUPS: Final = {group: _functions(table) for group, table in _TABLE.items()}
"""The functions by what they are about."""

FUNCTIONS: Final = {
    function.name: function for group in GROUPS.values() for function in group
}
"""All functions by name."""
