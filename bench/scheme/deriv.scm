; size: 20000
; Symbolic derivation of a polynomial, `size` times: symbols, quoted lists and map.
(define (deriv a)
  (cond ((not (pair? a)) (if (eq? a 'x) 1 0))
        ((eq? (car a) '+) (cons '+ (map deriv (cdr a))))
        ((eq? (car a) '-) (cons '- (map deriv (cdr a))))
        ((eq? (car a) '*)
         (list '* a (cons '+ (map (lambda (f) (list '/ (deriv f) f)) (cdr a)))))
        ((eq? (car a) '/)
         (list '-
               (list '/ (deriv (cadr a)) (caddr a))
               (list '/ (cadr a) (list '* (caddr a) (caddr a) (deriv (caddr a))))))
        (else 'unknown)))
(define (work k result)
  (if (= k 0)
      result
      (work (- k 1) (deriv '(+ (* 3 x x) (* a x x) (* b x) 5)))))
(display (work size #f))
(newline)
