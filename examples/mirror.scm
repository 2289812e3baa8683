#!/usr/bin/env brshell
; One arm follows the other: the right arm is limp, and what you do with it the left arm
; does as in a mirror. Give the number of seconds on the command line.
;
; The simulated robot has nobody to move its arm, so the program does that itself.

(define seconds
  (let ((arguments (cdr (command-line))))
    (if (pair? arguments) (string->number (car arguments)) 3)))

(define right-arm '(right-shoulder-pitch right-shoulder-roll right-elbow))
(define left-arm '(left-shoulder-pitch left-shoulder-roll left-elbow))

; The servos of the two arms face each other: 100 degrees on one side is 200 on the other.
(define (mirrored angle) (- 300 angle))

(define (follow leader follower)
  (put! follower 'goal-position (mirrored (get leader 'present-position))))

; Only a simulated robot has simulator time.
(define simulated? (guard (error (else #f)) (sim-time) #t))

(define (move-by-hand time)
  (sim-turn! 'right-elbow (+ 150 (* 40 (sin (* 2 time))))))

(for-each (lambda (joint) (torque! joint #f)) right-arm)
(for-each (lambda (joint) (torque! joint #t)) left-arm)

(define start (now))

(let loop ()
  (let ((time (- (now) start)))
    (cond ((< time seconds)
           (if simulated? (move-by-hand time))
           (for-each follow right-arm left-arm)
           (sleep 0.05)
           (loop)))))

(define (show joint)
  (display (format "~a ~a~%" joint (exact (round (get joint 'present-position))))))

(show 'right-elbow)
(show 'left-elbow)
