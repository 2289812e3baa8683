; The procedures on lists that call procedures. R7RS 6.4, 6.10.

(define (map procedure list . lists)
  (if (null? lists)
      (let loop ((list list) (result '()))
        (if (pair? list)
            (loop (cdr list) (cons (procedure (car list)) result))
            (reverse result)))
      (let loop ((lists (cons list lists)) (result '()))
        (if (%all-pairs? lists)
            (loop (%cdrs lists) (cons (apply procedure (%cars lists)) result))
            (reverse result)))))

(define (for-each procedure list . lists)
  (if (null? lists)
      (let loop ((list list))
        (cond ((pair? list)
               (procedure (car list))
               (loop (cdr list)))))
      (let loop ((lists (cons list lists)))
        (cond ((%all-pairs? lists)
               (apply procedure (%cars lists))
               (loop (%cdrs lists)))))))

(define (%all-pairs? lists)
  (or (null? lists)
      (and (pair? (car lists)) (%all-pairs? (cdr lists)))))

(define (%cars lists)
  (if (null? lists) '() (cons (caar lists) (%cars (cdr lists)))))

(define (%cdrs lists)
  (if (null? lists) '() (cons (cdar lists) (%cdrs (cdr lists)))))
