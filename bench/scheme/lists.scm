; size: 2000
; map, for-each and apply with procedures, `size` times on a list of 100 numbers.
(define (numbers i list)
  (if (= i 0) list (numbers (- i 1) (cons (modulo (* i 37) 101) list))))
(define hundred (numbers 100 '()))
(define (work k total)
  (if (= k 0)
      total
      (let ((squares (map (lambda (n) (* n n)) hundred))
            (large 0))
        (for-each (lambda (n) (if (> n 5000) (set! large (+ large 1)))) squares)
        (work (- k 1) (+ total large (apply max squares) (length (map + hundred squares)))))))
(display (work size 0))
(newline)
