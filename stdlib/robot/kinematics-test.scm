; Where links are, and how a leg gets its foot to a place.

(import (robot kinematics))

(define (rounded places) (map (lambda (part) (inexact (/ (round (* 1e6 part)) 1e6))) places))
(define (place posture joint) (rounded (frame-place (link-frame posture joint))))
(define (far-apart one other) (apply max (map (lambda (a b) (abs (- a b))) one other)))

; Lengths of the type A: hips 38.5 mm from the middle and 65.5 + 50 mm below the shoulders,
; thigh 14.5 forward and 75 down, shank 14.5 back and 71 down.
(tests "links of a robot that is straight"
  ((place '() 'right-hip-pitch) => '(0.0 -38.5 -115.5))
  ((place '() 'left-knee) => '(14.5 38.5 -190.5))
  ((place '() 'right-ankle-roll) => '(0.0 -38.5 -261.5))
  ((place '() 'right-elbow) => '(0.0 -143.5 -14.0))
  ((length (link-frames '())) => 18))

(tests "links of a robot that is bent"
  ; The thigh forward, the shank down: 75 forward and 14.5 up, then as it was.
  ((place '((right-hip-pitch . -90) (right-knee . 90)) 'right-ankle-pitch)
   => '(60.5 -38.5 -172.0))
  ((place '((left-hip-roll . 90)) 'left-knee) => '(14.5 113.5 -115.5))
  ((place '((right-hip-yaw . 90)) 'right-knee) => '(0.0 -24.0 -190.5))
  ((link-frame '() 'tail) raises
   "link-frame: expected the name of a joint, but received tail"))

(define bent (turned torso-frame '(10 20 30) 'z 90))

(tests "frames"
  ((rounded (frame-point bent '(1 2 3))) => '(8.0 21.0 33.0))
  ((rounded (seen-from bent '(8 21 33))) => '(1.0 2.0 3.0))
  ((frame? bent) => #t)
  ((rounded (apply append (frame-axes bent))) => '(0.0 1.0 0.0 -1.0 0.0 0.0 0.0 0.0 1.0))
  ((frame-place torso-frame) => '(0 0 0)))

; The inverse kinematics against the forward one: the ankle is where it should be, and the
; sole is level and turned as it should be.

(define (between low high) (+ low (* (random-real) (- high low))))

(define (error-of side target turn)
  (let* ((legs (leg-angles side target turn))
         (foot (link-frame legs (last (leg-joints side))))
         (level (turned torso-frame target 'z turn)))
    (max (far-apart (frame-place foot) target)
         (apply max (map far-apart (frame-axes foot) (frame-axes level))))))

(define (random-error side)
  (let ((out (if (eq? side 'left) 38.5 -38.5)))
    (error-of side
              (list (between -45 45) (+ out (between -45 45)) (between -240 -200))
              (between -30 30))))

(tests "angles of a leg"
  ((< (apply max (list-tabulate 60 (lambda (number) (random-error 'right)))) 1e-9) => #t)
  ((< (apply max (list-tabulate 60 (lambda (number) (random-error 'left)))) 1e-9) => #t)
  ((leg-joints 'left)
   => '(left-hip-yaw left-hip-roll left-hip-pitch left-knee left-ankle-pitch
        left-ankle-roll))
  ((rounded (map abs (map cdr (leg-angles 'right '(0 -38.5 -261.5)))))
   => '(0.0 0.0 0.0 0.0 0.0 0.0))
  ; A torso that leans forward bends the hip only.
  ((let ((upright (leg-angles 'right '(0 -38.5 -240)))
         (leaning (leg-angles 'right '(0 -38.5 -240) 0 20)))
     (map (lambda (a b) (round (- (cdr a) (cdr b)))) upright leaning))
   => '(0 0.0 20.0 0.0 0.0 0.0))
  ((leg-angles 'right '(0 -38.5 -300)) raises
   "leg-angles: expected an ankle 3.9 to 148.9 mm from the hip, but received (0 -38.5 -300)")
  ((leg-angles 'middle '(0 0 -240)) raises
   "leg-angles: expected left or right, but received middle")
  ((leg-joints 5) raises "leg-joints: expected left or right, but received 5"))

(define (degrees-in pose joint) (round (pose-ref pose joint 'goal-position)))

(tests "postures and poses"
  ((posture-ref '((left-knee . 30)) 'left-knee) => 30)
  ((posture-ref '((left-knee . 30)) 'right-knee) => 0)
  ((posture-join '((left-knee . 30)) '((left-knee . 5) (right-knee . 6)))
   => '((left-knee . 30) (right-knee . 6)))
  ((mirror-posture '((left-knee . 30) (right-hip-roll . 5) (left-hip-yaw . 7)))
   => '((right-knee . 30) (left-hip-roll . -5) (right-hip-yaw . -7)))
  ((both-sides '((left-knee . 30))) => '((left-knee . 30) (right-knee . 30)))
  ; A knee that bends is a right servo that turns back and a left one that turns on.
  ((let ((pose (posture->pose '((right-knee . 60) (left-knee . 60)))))
     (list (degrees-in pose 'right-knee) (degrees-in pose 'left-knee)))
   => '(90.0 210.0))
  ((map (lambda (entry) (cons (car entry) (round (cdr entry))))
        (pose->posture (posture->pose '((right-knee . 60) (left-hip-roll . -12)))))
   => '((right-knee . 60.0) (left-hip-roll . -12.0)))
  ((posture->pose '((right-knee . -10))) raises
   "posture->pose: right-knee: expected an angle from 0 to 115 degrees, but received -10"))
