; The procedures on vectors that call procedures. R7RS 6.10.

(define (%check-all who predicate expected arguments)
  (for-each (lambda (argument)
              (if (not (predicate argument)) (%wrong-type who expected argument)))
            arguments))

; Return the vector of what the procedure returns for each element. R7RS 6.10.
(define (vector-map procedure vector . vectors)
  (%check-procedure vector-map procedure)
  (%check-all 'vector-map vector? "a vector" (cons vector vectors))
  (list->vector
   (apply map procedure (vector->list vector) (map vector->list vectors))))

; Call the procedure for each element, in order. R7RS 6.10.
(define (vector-for-each procedure vector . vectors)
  (%check-procedure vector-for-each procedure)
  (%check-all 'vector-for-each vector? "a vector" (cons vector vectors))
  (apply for-each procedure (vector->list vector) (map vector->list vectors)))
