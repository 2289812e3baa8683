; size: 2000
; Mutual recursion, `size` times: tail calls between two procedures, and Hofstadter's
; female and male sequences.
(define (my-even? n) (if (= n 0) #t (my-odd? (- n 1))))
(define (my-odd? n) (if (= n 0) #f (my-even? (- n 1))))
(define (female n) (if (= n 0) 1 (- n (male (female (- n 1))))))
(define (male n) (if (= n 0) 0 (- n (female (male (- n 1))))))
(define (work k sum)
  (if (= k 0)
      sum
      (work (- k 1) (+ sum (if (my-even? 500) 1 0) (female 12)))))
(display (work size 0))
(newline)
