; A controller that tracks a sine on two joints, written against hrpsys' iob.
;
;   brshell examples/iob-sine.scm [SECONDS]
;
; It knows joints by number and angles in radians, and nothing of what they belong to:
; (iob-open device) instead of (iob-open) lets it run on a hand, or any other device.

(import (brshell) (robot iob))

(define arguments (cdr (command-line)))

(define seconds
  (if (pair? arguments)
      (string->number (car arguments))
      4))

(define period 1/25) ; seconds: a CM-5 needs 0.031 for 18 servos

; The joints follow sines of half a turn a second, one behind the other.

(define left 4)
(define right 5)
(define amplitude 0.4) ; radians

(define (goal start time phase)
  (+ start (* amplitude (- (sin (+ (* 3.14 time) phase)) (sin phase)))))

(define (show time)
  (format #t "~a s  ~a  ~a~%"
          (exact (round time))
          (read-actual-angle left)
          (read-actual-angle right)))

; A joint further than this from its command switches all servos off.

(iob-open 'error-limit 1.0)
(iob-set-signal-period! (exact (* period 1000000000)))
(write-servo 'all #t)

(define starts (read-actual-angles))
(define cycles (exact (round (/ seconds period))))

(define missed
  (let next ((cycle 0) (missed 0))
    (cond
      ((= cycle cycles) missed)
      (else
        (let ((time (* cycle period)))
          (write-command-angle left (goal (list-ref starts left) time 0))
          (write-command-angle right (goal (list-ref starts right) time 1.57))
          (if (zero? (modulo cycle 25))
              (show time))
          (next (+ cycle 1) (+ missed (iob-wait-signal))))))))

(format #t "~a cycles, ~a missed~%" (iob-frame) missed)
(iob-close)
