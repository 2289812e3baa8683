; size: 20000
; Two coroutines that take turns `size` times: each turn captures a continuation and
; enters another one again.
(define waiting '())
(define turns 0)
(define (yield)
  (call/cc
   (lambda (rest)
     (set! waiting (append waiting (list rest)))
     (next))))
(define (next)
  (let ((first (car waiting)))
    (set! waiting (cdr waiting))
    (first #f)))
(define (run-turns n)
  (cond ((> n 0)
         (set! turns (+ turns 1))
         (yield)
         (run-turns (- n 1)))))
(define (spawn thunk)
  (call/cc
   (lambda (parent)
     (set! waiting (append waiting (list parent)))
     (thunk)
     (next))))
(spawn (lambda () (run-turns (quotient size 2))))
(run-turns (quotient size 2))
(display turns)
(newline)
