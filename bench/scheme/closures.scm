; size: 200000
; Closures: made, composed, called and set, `size` times.
(define (make-counter start)
  (lambda () (set! start (+ start 1)) start))
(define (compose f g) (lambda (x) (f (g x))))
(define (adder n) (lambda (x) (+ x n)))
(define (twice f) (compose f f))
(define counter (make-counter 0))
(define (work k sum)
  (if (= k 0)
      sum
      (work (- k 1) (+ sum ((twice (compose (adder k) (adder 1))) (counter))))))
(display (work size 0))
(newline)
