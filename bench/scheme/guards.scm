; size: 20000
; Errors: `size` times an error is raised three calls deep and caught by a guard.
(define (check n)
  (if (= 0 (modulo n 2)) (raise (list 'even n)) n))
(define (middle n) (+ 1 (check n)))
(define (outer n) (+ 1 (middle n)))
(define (safely n)
  (guard (problem ((pair? problem) (cadr problem)))
    (outer n)))
(define (work k sum)
  (if (= k 0) sum (work (- k 1) (+ sum (safely k)))))
(display (work size 0))
(newline)
