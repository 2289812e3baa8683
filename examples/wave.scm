#!/usr/bin/env brshell
; Waves with the right arm, and tells what the robot does.
;
;     brshell examples/wave.scm                        on the simulated robot
;     brshell --port /dev/ttyUSB0 examples/wave.scm    on a real one

(define shoulder 'right-shoulder-roll)
(define elbow 'right-elbow)

(define (say . words)
  (for-each display words)
  (newline))

(define (degrees joint)
  (round (get joint 'present-position)))

; Move a joint, wait until it is there, and say so.
(define (move-to joint angle seconds)
  (move! joint angle seconds)
  (wait-until-still (+ seconds 1))
  (say "  " joint " is at " (exact (degrees joint)) " degrees"))

(define (wave times)
  (cond ((> times 0)
         (move-to elbow 110 0.3)
         (move-to elbow 170 0.3)
         (wave (- times 1)))))

(define shoulder-before (get shoulder 'present-position))
(define elbow-before (get elbow 'present-position))

(say "The robot has " (length (scan 100)) " modules.")

(say "Raising the arm:")
(torque! shoulder #t)
(torque! elbow #t)
(move-to shoulder 150 0.6)

(say "Waving:")
(wave 3)

(say "Lowering the arm:")
(move-to elbow elbow-before 0.4)
(move-to shoulder shoulder-before 0.6)

(say "Done.")
