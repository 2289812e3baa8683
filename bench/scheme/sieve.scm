; size: 1000000
; The sieve of Eratosthenes up to `size`, in a vector.
(define (sieve limit)
  (let ((prime? (make-vector (+ limit 1))))
    (define (fill i)
      (if (<= i limit)
          (begin (vector-set! prime? i #t) (fill (+ i 1)))))
    (define (cross-out j step)
      (if (<= j limit)
          (begin (vector-set! prime? j #f) (cross-out (+ j step) step))))
    (fill 0)
    (let next ((i 2))
      (if (<= (* i i) limit)
          (begin
            (if (vector-ref prime? i) (cross-out (* i i) i))
            (next (+ i 1)))))
    (let count ((i 2) (primes 0))
      (if (> i limit)
          primes
          (count (+ i 1) (if (vector-ref prime? i) (+ primes 1) primes))))))
(display (sieve size))
(newline)
