; The same wave in three ways: evenly, gently, and as gently as can be.
;
;   brshell examples/ease.scm
;
; Each line shows where the elbow is as time goes on, from 105 to 175 degrees. A joint
; that goes linearly starts and stops with a jerk; see how the others begin.

(import (brshell) (robot motion))

(define-pose ready (right-shoulder-pitch 210) (right-shoulder-roll 82) (right-elbow 105))
(define-pose out (right-elbow 175))
(define-pose in (right-elbow 105))

(define-motion get-ready
  (ready 1.0))

(define-motion wave
  (out 1.0)
  (in  1.0))

(define (show-elbow)
  (format #t " ~a" (exact (round (get 'right-elbow 'present-position)))))

(define (show easing)
  (display (string-pad-right (symbol->string easing) 8))
  (let ((watch (every 0.2 show-elbow)))
    (play wave 'easing easing)
    (task-stop watch)
    (newline)))

(play get-ready)
(for-each show '(linear cubic min-jerk))
