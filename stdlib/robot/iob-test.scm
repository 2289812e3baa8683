; Does a controller that is written against iob lead joints?

(import (robot iob))

(define arm (connect "sim:arm"))

(iob-open)
(iob-set-signal-period! 20000000)

(define (cycles n)
  (if (positive? n)
      (begin (iob-wait-signal) (cycles (- n 1)))))

(define (lead-to angle)
  (write-command-angle 0 angle)
  (cycles 50)
  (read-actual-angle 0))

(tests "iob"
  ((number-of-joints) => 5)
  ((read-servo-state 0) => #f)
  ((begin (write-servo 'all #t) (read-servo-state 0)) => #t)
  ((round (* 10 (lead-to 0.3))) => 3.0)
  ((read-dgain 0) => 'not-supported)
  ((iob-status) => 'not-supported)
  ((write-command-angle 9 0) raises
   "write-command-angle: id: expected a joint from 0 to 4, or its name, but received 9")
  ((begin (iob-reset-body) (read-servo-state 0)) => #f)
  ((begin (iob-close) (iob-status)) => 'ok))
