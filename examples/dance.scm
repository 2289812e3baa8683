; A dance: the arms and the knees follow two motions of their own, at the same time.
;
;   brshell examples/dance.scm

(import (brshell) (robot motion) (robot kinematics) (robot gait))

; The arms: one up and one down, in turn.

(define-pose left-arm-up (left-shoulder-pitch 150) (right-shoulder-pitch 70))
(define-pose right-arm-up (left-shoulder-pitch 230) (right-shoulder-pitch 150))

(define-motion arms
  (left-arm-up 1.0)
  (repeat 2
    (right-arm-up 0.75)
    (left-arm-up  0.75)))

; The legs: down and up, the feet level all the time.

(define low (name-pose 'low (posture->pose (crouch 105 0 0))))
(define high (name-pose 'high (posture->pose (crouch 130 0 0))))

(define-motion legs
  (high 1.0)
  (repeat 2
    (low  0.75)
    (high 0.75)))

(define (degrees joint)
  (exact (round (get joint 'present-position))))

(define (show)
  (format #t "left arm ~a  left knee ~a~%"
          (string-pad (number->string (degrees 'left-shoulder-pitch)) 3)
          (string-pad (number->string (degrees 'left-knee)) 3)))

; Two tasks play at once, on joints that the other one leaves alone.

(define watch (every 0.5 show))
(define tasks-of-the-dance
  (list (play-in-background arms)
        (play-in-background legs)))
(for-each task-wait tasks-of-the-dance)
(task-stop watch)
