"""Each function of iob: a value, not supported, or an error for an id, by group."""

import math

import pytest

from brbrain.alarms import LOST, Alarm, alarm_names
from brbrain.device import PhaseError
from brbrain.dynamixel import ErrorBits
from brbrain.errors import ArgumentError, NotSupportedError
from brbrain.iob import ALL, ControlMode, Interface
from brbrain.robot_device import alarm_of

# What a device that has everything returns of joint 0 or sensor 0.
VALUES = {
    "number_of_joints": ((), 2),
    "number_of_force_sensors": ((), 1),
    "number_of_gyro_sensors": ((), 1),
    "number_of_accelerometers": ((), 1),
    "number_of_attitude_sensors": ((), 1),
    "read_actual_angle": ((0,), 0.1),
    "read_actual_angles": ((), [0.1, -0.2]),
    "read_angle_offset": ((0,), 0.0),
    "read_power_state": ((0,), True),
    "read_power_command": ((0,), True),
    "read_servo_state": ((0,), False),
    "read_servo_alarm": ((0,), Alarm(0)),
    "read_control_mode": ((0,), ControlMode.FREE),
    "read_actual_torques": ((), [1.5, 1.5]),
    "read_command_angle": ((0,), 0.1),
    "read_command_angles": ((), [0.1, -0.2]),
    "read_pgain": ((0,), 8.0),
    "read_dgain": ((0,), 0.5),
    "read_actual_velocity": ((0,), 0.0),
    "read_actual_velocities": ((), [0.0, 0.0]),
    "read_driver_temperature": ((0,), 31.0),
    "read_calib_state": ((0,), True),
    "length_of_extra_servo_state": ((0,), 1),
    "read_extra_servo_state": ((0,), [1 | 4 | 31 << 24]),
    "read_force_sensor": ((0,), [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]),
    "read_force_offset": ((0,), [0.0] * 6),
    "read_gyro_sensor": ((0,), [6.0, 7.0, 8.0]),
    "read_gyro_sensor_offset": ((0,), [0.0] * 3),
    "read_accelerometer": ((0,), [0.0, 1.0, 2.0]),
    "read_accelerometer_offset": ((0,), [0.0] * 3),
    "read_attitude_sensor": ((0,), [0.0, 0.1, 0.2]),
    "read_temperature": ((0,), 40.0),
    "read_lock_owner": ((), None),
    "read_iob_frame": ((), 0),
    "number_of_substeps": ((), 1),
    "get_signal_period": ((), 5_000_000),
    "read_digital_input": ((), [True]),
    "length_digital_input": ((), 1),
    "length_digital_output": ((), 2),
    "read_digital_output": ((), [False, False]),
}

# What no device here has.
NEVER = {
    "set_number_of_joints": (3,),
    "set_number_of_force_sensors": (3,),
    "set_number_of_gyro_sensors": (3,),
    "set_number_of_accelerometers": (3,),
    "read_command_torque": (0,),
    "write_command_torque": (0, 1.0),
    "read_command_torques": (),
    "write_command_torques": ([1.0, 1.0],),
    "initializeJointAngle": ("all", ""),
}

# What a device with a bare joint does not have.
NOT_BARE = {
    "read_power_state": (0,),
    "read_power_command": (0,),
    "write_power_command": (0, True),
    "read_servo_alarm": (0,),
    "read_actual_torques": (),
    "read_pgain": (0,),
    "write_pgain": (0, 1.0),
    "read_dgain": (0,),
    "write_dgain": (0, 1.0),
    "read_actual_velocity": (0,),
    "read_actual_velocities": (),
    "read_command_velocity": (0,),
    "write_command_velocity": (0, 1.0),
    "read_command_velocities": (),
    "write_command_velocities": ([1.0],),
    "read_driver_temperature": (0,),
    "read_power": (),
    "read_temperature": (0,),
    "read_digital_input": (),
    "write_digital_output": ([],),
    "write_digital_output_with_mask": ([], []),
    "read_digital_output": (),
}

# What has the id of a joint, or of a sensor, with the arguments behind it.
WITH_ID = {
    "read_actual_angle": (),
    "read_angle_offset": (),
    "write_angle_offset": (0.1,),
    "read_power_state": (),
    "write_power_command": (True,),
    "read_power_command": (),
    "read_servo_state": (),
    "read_servo_alarm": (),
    "read_control_mode": (),
    "write_control_mode": (0,),
    "read_command_torque": (),
    "write_command_torque": (1.0,),
    "read_command_angle": (),
    "write_command_angle": (0.1,),
    "read_pgain": (),
    "write_pgain": (1.0,),
    "read_dgain": (),
    "write_dgain": (1.0,),
    "read_actual_velocity": (),
    "read_command_velocity": (),
    "write_command_velocity": (1.0,),
    "write_servo": (False,),
    "read_driver_temperature": (),
    "read_calib_state": (),
    "length_of_extra_servo_state": (),
    "read_extra_servo_state": (),
    "read_force_sensor": (),
    "read_force_offset": (),
    "write_force_offset": ([0.0] * 6,),
    "read_gyro_sensor": (),
    "read_gyro_sensor_offset": (),
    "write_gyro_sensor_offset": ([0.0] * 3,),
    "read_accelerometer": (),
    "read_accelerometer_offset": (),
    "write_accelerometer_offset": ([0.0] * 3,),
    "read_attitude_sensor": (),
    "write_attitude_sensor_offset": ([0.0] * 3,),
    "read_temperature": (),
}

SENSORS = [name for name in WITH_ID if "sensor" in name or "force" in name]
SENSORS += [name for name in WITH_ID if "accelerometer" in name]


@pytest.mark.parametrize("name", VALUES)
def test_what_a_device_has_is_a_value(body, name):
    arguments, expected = VALUES[name]
    assert getattr(body, name)(*arguments) == expected


@pytest.mark.parametrize("name", NEVER)
def test_what_nothing_here_has_is_not_supported(body, name):
    with pytest.raises(NotSupportedError):
        getattr(body, name)(*NEVER[name])


@pytest.mark.parametrize("name", NOT_BARE)
def test_what_a_device_has_not_is_not_supported_and_never_zero(bare, name):
    with pytest.raises(NotSupportedError):
        getattr(bare, name)(*NOT_BARE[name])


@pytest.mark.parametrize("id", [-1, -2, 2, 1.0, True, None, "c"], ids=repr)
@pytest.mark.parametrize("name", WITH_ID)
def test_an_id_that_there_is_not_is_an_error_in_every_function(body, name, id):
    before = list(body.device.log)
    with pytest.raises(ArgumentError):
        getattr(body, name)(id, *WITH_ID[name])
    assert body.device.log == before


@pytest.mark.parametrize("name", sorted(set(SENSORS)))
def test_without_sensors_every_id_is_an_error(bare, name):
    with pytest.raises(ArgumentError):
        getattr(bare, name)(0, *WITH_ID[name])


def test_without_sensors_there_are_none(bare):
    assert [
        bare.number_of_force_sensors(),
        bare.number_of_gyro_sensors(),
        bare.number_of_accelerometers(),
        bare.number_of_attitude_sensors(),
    ] == [0] * 4


def test_joints_may_be_named(body):
    assert body.read_actual_angle("b") == -0.2


def test_an_angle_offset_goes_there_and_back_and_moves_nothing(body):
    body.write_servo(ALL, True)
    body.write_command_angle("a", 0.3)
    body.write_angle_offset("a", 0.5)
    body.wait_for_iob_signal()
    assert body.read_angle_offset("a") == 0.5
    assert body.device.joint["a"]["position"] == pytest.approx(0.3)
    assert body.read_actual_angle("a") == pytest.approx(0.8)
    body.write_command_angle("a", 0.9)
    body.wait_for_iob_signal()
    assert body.device.joint["a"]["position"] == pytest.approx(0.4)
    assert body.read_command_angle("a") == pytest.approx(0.9)


@pytest.mark.parametrize(
    ("kind", "count"), [("force", 6), ("gyro", 3), ("accelerometer", 3)]
)
def test_offsets_of_sensors_are_added_in_the_sensors_own_unit(body, kind, count):
    stem = {"force": "force", "gyro": "gyro_sensor", "accelerometer": "accelerometer"}
    write = getattr(body, f"write_{stem[kind]}_offset")
    read = getattr(body, f"read_{kind}{'' if kind == 'accelerometer' else '_sensor'}")
    before = read(0)
    write(0, [10.0] * count)
    assert getattr(body, f"read_{stem[kind]}_offset")(0) == [10.0] * count
    assert read(0) == [value + 10.0 for value in before]
    for wrong in ([1.0], [1.0] * 7, "abc", [math.nan] * count):
        with pytest.raises(ArgumentError):
            write(0, wrong)
    assert getattr(body, f"read_{stem[kind]}_offset")(0) == [10.0] * count


def test_an_offset_of_an_attitude_sensor_is_added(body):
    body.write_attitude_sensor_offset(0, [1.0, 0.0, 0.0])
    assert body.read_attitude_sensor(0) == [1.0, 0.1, 0.2]


def test_opening_again_forgets_offsets_and_commands(body):
    body.write_angle_offset(0, 0.5)
    body.write_force_offset(0, [1.0] * 6)
    body.close_iob()
    body.open_iob()
    assert body.read_angle_offset(0) == 0.0
    assert body.read_force_offset(0) == [0.0] * 6
    assert not body.read_servo_state(0)


def test_power_is_volts_and_amperes_with_nan_for_what_is_not_measured(body):
    volts, amperes = body.read_power()
    assert volts == 11.1
    assert math.isnan(amperes)


def test_digital_outputs_are_switched_all_or_by_a_mask(body):
    body.write_digital_output([True, True])
    body.write_digital_output_with_mask([False, False], [False, True])
    assert body.read_digital_output() == [True, False]


@pytest.mark.parametrize("values", [[True], [True] * 3, [True, 5], "ab", None])
def test_of_wrong_digital_values_none_is_taken(body, values):
    with pytest.raises(ArgumentError):
        body.write_digital_output(values)
    with pytest.raises(ArgumentError):
        body.write_digital_output_with_mask([True, True], values)
    assert body.read_digital_output() == [False, False]


@pytest.mark.parametrize("velocities", [[1.0], [1.0, -1.0], [1.0, "x"], None])
def test_of_wrong_velocities_none_is_taken(robot, velocities):
    robot.write_command_velocities([2.0, 2.0])
    with pytest.raises(ArgumentError):
        robot.write_command_velocities(velocities)
    assert robot.read_command_velocities() == pytest.approx([2.0, 2.0], abs=0.01)


def test_a_control_mode_is_free_or_position(body):
    body.write_control_mode("a", ControlMode.POSITION)
    assert body.read_control_mode("a") is ControlMode.POSITION
    assert body.read_control_mode("b") is ControlMode.FREE
    body.write_control_mode("a", ControlMode.FREE)
    assert not body.read_servo_state("a")
    for mode in (ControlMode.TORQUE, ControlMode.VELOCITY):
        with pytest.raises(NotSupportedError):
            body.write_control_mode("a", mode)
    with pytest.raises(ArgumentError, match=r"0 \(FREE\), 1 \(POSITION\)"):
        body.write_control_mode("a", 9)


def test_the_word_of_state_has_the_bits_of_robothardware(body):
    body.write_servo("a", True)
    body.device.joint["a"].update(alarm=float(Alarm.OVER_HEAT), temperature=80.0)
    body.stopping_alarms = Alarm(0)
    body.wait_for_iob_signal()
    assert body.read_extra_servo_state("a") == [1 | 2 | 4 | 0x10 << 3 | 80 << 24]


# Alarms


@pytest.mark.parametrize(
    ("error", "angle", "alarm"),
    [
        (ErrorBits.INPUT_VOLTAGE, 0.0, Alarm.OVER_VOLTAGE),
        (ErrorBits.OVERLOAD, 0.0, Alarm.OVER_LOAD),
        (ErrorBits.OVERHEATING, 0.0, Alarm.OVER_HEAT),
        (ErrorBits.ANGLE_LIMIT, 1.0, Alarm.FORWARD_LIMIT),
        (ErrorBits.ANGLE_LIMIT, -1.0, Alarm.REVERSE_LIMIT),
        (ErrorBits.RANGE, 0.0, Alarm.OTHER),
        (ErrorBits.CHECKSUM, 0.0, Alarm.OTHER),
        (ErrorBits.INSTRUCTION, 0.0, Alarm.OTHER),
        (0, 0.0, Alarm(0)),
        (0x21, 0.0, Alarm.OVER_VOLTAGE | Alarm.OVER_LOAD),
    ],
)
def test_bits_of_a_servo_s_error_byte_are_alarms(error, angle, alarm):
    assert alarm_of(error, angle) == alarm


def test_alarms_have_the_numbers_of_iob():
    assert [bit.value for bit in Alarm] == [
        *(1 << at for at in range(12)),
        0x8000,
    ]
    assert alarm_names(0x8012) == ["over-load", "over-heat", "emergency"]


def test_a_joint_that_is_lost_has_the_alarms_of_that(body):
    body.device.tolerance = 1
    body.device.gone = ("b",)
    with pytest.raises(Exception, match="no answer"):
        body.wait_for_iob_signal()
    assert body.read_servo_alarm("b") == LOST == Alarm.OTHER | Alarm.EMERGENCY


# On a robot


def test_a_robot_s_gain_is_the_nearest_compliance_slope(robot):
    slope_32 = 1 / (32 * math.radians(300 / 1023))
    assert robot.read_pgain(0) == pytest.approx(slope_32)
    assert robot.write_pgain(0, 1.9 * slope_32) == pytest.approx(2 * slope_32)
    assert robot.device.robot.get_raw(1, "cw compliance slope") == 16
    assert robot.device.robot.get_raw(1, "ccw compliance slope") == 16
    assert robot.write_pgain(0, 1e9) == pytest.approx(16 * slope_32)
    with pytest.raises(ArgumentError):
        robot.write_pgain(0, 0.0)


def test_an_ax_12_has_no_d_gain_and_no_power_switch(robot):
    for call in (
        lambda: robot.read_dgain(0),
        lambda: robot.write_dgain(0, 1.0),
        lambda: robot.write_power_command(0, False),
        lambda: robot.read_power_command(0),
        lambda: robot.read_actual_torques(),
    ):
        with pytest.raises(NotSupportedError):
            call()
    assert robot.read_power_state(0) is True


def test_a_torque_limit_is_a_share(robot):
    assert robot.write_torque_limit(0, 0.5) == pytest.approx(0.5, abs=0.001)
    assert robot.device.robot.get_raw(1, "torque limit") == 512
    assert robot.read_torque_limit(1) == 1.0


def test_lights_of_servos_are_digital_outputs_and_an_ax_s1_s_flags_inputs(robot):
    assert robot.digital_output_names() == ["servo-1/led", "servo-2/led"]
    robot.write_digital_output([True, False])
    assert robot.device.robot.get_raw(1, "led") == 1
    assert robot.digital_input_names()[:3] == [
        "sensor-100/obstacle-left",
        "sensor-100/obstacle-center",
        "sensor-100/obstacle-right",
    ]
    assert robot.read_digital_input()[:3] == [False] * 3


def test_an_obstacle_is_seen_by_an_ax_s1(robot):
    robot.device.robot.sim.scene.distances = (0.06, 0.06, 0.06)
    robot.device.clock.sleep(0.2)
    robot.wait_for_iob_signal()
    assert robot.device.value("sensor-100/infrared-center") > 0.5


def test_a_cm_5_measures_its_battery_and_the_bare_bus_has_none(robot):
    if robot.device.place.startswith("dxl"):
        with pytest.raises(NotSupportedError):
            robot.read_power()
    else:
        assert robot.read_power()[0] == pytest.approx(9.6, abs=0.2)


def test_before_it_is_open_nothing_can_be_read(body):
    closed = Interface(body.device)
    with pytest.raises(ArgumentError, match="iob to be open"):
        closed.read_actual_angle(0)
    body.close_iob()
    with pytest.raises(PhaseError):
        closed.wait_for_iob_signal()
