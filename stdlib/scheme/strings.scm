; The procedures on strings that call procedures. R7RS 6.10.

; Return the string of the characters that the procedure returns. R7RS 6.10.
(define (string-map procedure string . strings)
  (%check-procedure string-map procedure)
  (%check-all 'string-map string? "a string" (cons string strings))
  (%string-of
   'string-map
   (apply map procedure (string->list string) (map string->list strings))))

(define (%string-of who characters)
  (%check-all who char? "a character" characters)
  (list->string characters))

; Call the procedure for each character, in order. R7RS 6.10.
(define (string-for-each procedure string . strings)
  (%check-procedure string-for-each procedure)
  (%check-all 'string-for-each string? "a string" (cons string strings))
  (apply for-each procedure (string->list string) (map string->list strings)))
