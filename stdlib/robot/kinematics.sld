; Where the links of a robot are, and how a leg gets its foot to a place.
(define-library (robot kinematics)
  (import (brshell))
  ; Postures
  (export posture? posture-ref posture-join mirror-posture both-sides posture->pose
          pose->posture)
  ; Frames
  (export frame? frame-place frame-axes frame-point seen-from turned)
  ; Forward and inverse
  (export torso-frame link-frames link-frame leg-joints leg-angles)
  (include "kinematics.scm"))
