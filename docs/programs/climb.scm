(define again #f)

(define (climb)
  (let ((n (call/cc (lambda (k) (set! again k) 1))))
    (display n)
    (if (< n 3) (again (+ n 1)))))

(define (show)
  (display "climb: ")
  (climb)
  (newline))

(show)
