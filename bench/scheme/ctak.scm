; size: 8
; Takeuchi function in which every result travels through an escaping continuation.
(define (ctak x y z)
  (call-with-current-continuation
   (lambda (k) (ctak-in k x y z))))
(define (ctak-in k x y z)
  (if (not (< y x))
      (k z)
      (ctak-in
       k
       (call-with-current-continuation (lambda (k) (ctak-in k (- x 1) y z)))
       (call-with-current-continuation (lambda (k) (ctak-in k (- y 1) z x)))
       (call-with-current-continuation (lambda (k) (ctak-in k (- z 1) x y))))))
(define (repeat n last)
  (if (= n 0) last (repeat (- n 1) (ctak 14 9 4))))
(display (repeat size #f))
(newline)
