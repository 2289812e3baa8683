; size: 160
; Floats: counts the points of a `size` x `size` grid in the Mandelbrot set.
(define (inside? cr ci)
  (let loop ((zr 0.0) (zi 0.0) (steps 0))
    (let ((r2 (* zr zr)) (i2 (* zi zi)))
      (cond ((> (+ r2 i2) 4.0) #f)
            ((= steps 50) #t)
            (else
             (loop (+ (- r2 i2) cr) (+ (* 2.0 zr zi) ci) (+ steps 1)))))))
(define (row x y count)
  (cond ((= x size) count)
        ((inside? (- (/ (* 3.0 x) size) 2.2) (- (/ (* 3.0 y) size) 1.5))
         (row (+ x 1) y (+ count 1)))
        (else (row (+ x 1) y count))))
(define (rows y count)
  (if (= y size) count (rows (+ y 1) (row 0 y count))))
(display (rows 0 0))
(newline)
