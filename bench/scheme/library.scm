; size: 1000
; filter, fold, find and sort from the library, `size` times on a list of 100 numbers.
(define hundred
  (let loop ((i 100) (list '()))
    (if (= i 0) list (loop (- i 1) (cons (modulo (* i 37) 101) list)))))
(define (work k total)
  (if (= k 0)
      total
      (let ((odd (filter odd? hundred)))
        (work (- k 1)
              (+ total
                 (fold (lambda (n sum) (+ sum n)) 0 odd)
                 (find (lambda (n) (> n 60)) hundred)
                 (car (sort hundred >)))))))
(display (work size 0))
(newline)
