#!/usr/bin/env brshell
; The AX-S1 in the head watches for a wall and warns: the nearer the wall, the higher the
; note. On the simulated robot a wall comes nearer by itself.

(define sensor 100)

; Only a simulated robot has simulator time.
(define simulated? (guard (error (else #f)) (sim-time) #t))

; The middle one of the three infrared sensors: 0 is nothing there, 255 very near.
(define (nearness)
  (cadr (distance sensor)))

(define (note-for near)
  (min 51 (quotient near 5)))

(define (watch steps)
  (cond ((> steps 0)
         (if simulated? (sim-wall! (* 0.05 steps)))
         (sleep 0.1)
         (let ((near (nearness)))
           (display (format "~3d ~a~%" near (make-string (quotient near 8) #\#)))
           (if (> near 32) (beep! sensor (note-for near) 0.3)))
         (watch (- steps 1)))))

(watch 8)
