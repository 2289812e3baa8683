; The robot marches until something is ahead; then it turns, until the way is free again.
;
;   brshell examples/decide.scm [STEPS]
;
; After each step of a motion a procedure decides which one comes next. It looks with the
; sensor module. A simulated robot gets a wall in front of it for a while.

(import (brshell) (robot motion) (robot kinematics))

(define steps
  (if (pair? (cdr (command-line)))
      (string->number (cadr (command-line)))
      10))

(define eye 100)                        ; the id of the AX-S1
(define near 30)                        ; how much light comes back, 0 to 255

; The legs of the steps: one foot up, the other one up, and both turned.

(define (legs left right turn)
  (posture->pose
   (posture-join (leg-angles 'left (list 0 38.5 left) turn)
                 (leg-angles 'right (list 0 -38.5 right) (- turn)))))

(define-motion march
  ((legs -240 -240 0)  0.5)
  ((legs -220 -240 0)  0.5)
  ((legs -240 -220 0)  0.5)
  ((legs -235 -235 15) 0.5))

(define names '#(stand left right turn))

(define (obstacle?)
  (>= (distance eye 'center) near))

(define taken 0)

(define (next index status)
  (format #t "~a~%" (vector-ref names index))
  (set! taken (+ taken 1))
  (cond ((>= taken steps) #f)
        ((obstacle?) 3)
        ((= index 1) 2)
        (else 1)))

; The wall of a simulated robot is there from 2 s to 3.5 s.

(define (move-wall!)
  (sim-wall! #f (if (< 2 (sim-time) 3.5) 0.1 2.0) #f))

(if (simulated?)
    (every 0.1 move-wall!))
(play march 'decide next)
