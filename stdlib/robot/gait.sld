; Walking, turning and getting up, as sequences to play.
(define-library (robot gait)
  (import (brshell) (robot kinematics) (robot balance))
  ; Paths of a foot
  (export ease foot-path)
  ; Standing
  (export stand crouch)
  ; Walking
  (export hip-height step-height step-seconds)
  (export footsteps->sequence walk-in-place walk-footsteps walk turn-footsteps turn)
  ; Getting up
  (export get-up get-up-postures)
  (include "gait.scm" "get-up.scm"))
