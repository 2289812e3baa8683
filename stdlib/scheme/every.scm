; every means two things, told apart by the first argument. In a file of its own, since
; what mentions the robot loads it.

; (every predicate list lists ...): return the last value of the predicate if all are true, or
; #f. SRFI 1.
; (every seconds procedure): call a procedure every so many seconds in the background;
; return the task.
(define (every predicate list . lists)
  (cond ((number? predicate)
         (if (pair? lists)
             (%bad-value 'every "one procedure after the seconds" (cons list lists)))
         (%every predicate list))
        (else (apply %all predicate list lists))))
