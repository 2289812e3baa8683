; size: 30
; Doubly recursive Fibonacci: procedure call and small-integer arithmetic.
(define (fib n)
  (if (< n 2)
      n
      (+ (fib (- n 1)) (fib (- n 2)))))
(display (fib size))
(newline)
