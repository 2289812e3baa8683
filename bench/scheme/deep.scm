; size: 300000
; Non-tail recursion `size` frames deep: building and summing a list the naive way.
(define (count-up i) (if (= i size) '() (cons i (count-up (+ i 1)))))
(define (sum lst) (if (null? lst) 0 (+ (car lst) (sum (cdr lst)))))
(display (sum (count-up 0)))
(newline)
