; size: 3000000
; A tail-recursive counting loop that must run in constant space.
(define (count i acc)
  (if (= i 0)
      acc
      (count (- i 1) (+ acc (remainder i 7)))))
(display (count size 0))
(newline)
