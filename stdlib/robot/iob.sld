; hrpsys' iob: joints and sensors of any device, by number and in SI units.
(define-library (robot iob)
  (import (brshell))
  ; How many there are
  (export number-of-joints set-number-of-joints number-of-force-sensors)
  (export set-number-of-force-sensors number-of-gyro-sensors set-number-of-gyro-sensors)
  (export number-of-accelerometers set-number-of-accelerometers)
  (export number-of-attitude-sensors)
  ; Joints
  (export read-actual-angle read-actual-angles read-angle-offset write-angle-offset)
  (export read-power-state write-power-command read-power-command read-servo-state)
  (export read-servo-alarm read-control-mode write-control-mode read-actual-torques)
  (export read-command-torque write-command-torque read-command-torques)
  (export write-command-torques read-command-angle write-command-angle)
  (export read-command-angles write-command-angles read-pgain write-pgain read-dgain)
  (export write-dgain read-actual-velocity read-command-velocity write-command-velocity)
  (export read-actual-velocities read-command-velocities write-command-velocities)
  (export write-servo read-driver-temperature read-calib-state)
  (export length-of-extra-servo-state read-extra-servo-state read-actual-load)
  (export read-torque-limit write-torque-limit)
  ; Sensors
  (export read-force-sensor read-force-offset write-force-offset read-gyro-sensor)
  (export read-gyro-sensor-offset write-gyro-sensor-offset read-accelerometer)
  (export read-accelerometer-offset write-accelerometer-offset read-attitude-sensor)
  (export write-attitude-sensor-offset read-power read-temperature)
  ; Opening, locking, cycles
  (export iob-open iob-status iob-close iob-reset-body iob-lock iob-unlock)
  (export iob-lock-owner iob-frame number-of-substeps iob-wait-signal)
  (export iob-set-signal-period! iob-signal-period initialize-joint-angle)
  ; Digital inputs and outputs
  (export read-digital-input length-digital-input write-digital-output)
  (export write-digital-output-with-mask length-digital-output read-digital-output))
