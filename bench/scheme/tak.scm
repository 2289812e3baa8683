; size: 40
; Takeuchi function, run `size` times: three-argument calls, nested calls as arguments.
(define (tak x y z)
  (if (not (< y x))
      z
      (tak (tak (- x 1) y z)
           (tak (- y 1) z x)
           (tak (- z 1) x y))))
(define (repeat k last)
  (if (= k 0) last (repeat (- k 1) (tak 18 12 6))))
(display (repeat size #f))
(newline)
