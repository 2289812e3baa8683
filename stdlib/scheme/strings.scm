; The procedures on strings that call procedures. R7RS 6.10; SRFI 13.

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

; Return the string of (procedure 0), (procedure 1), and so on. SRFI 13.
(define (string-tabulate procedure length)
  (%check-procedure string-tabulate procedure)
  (%string-of 'string-tabulate (map procedure (iota length))))

; Searching. A criterion is a character, or a predicate of characters.

(define (%matcher who criterion)
  (cond ((procedure? criterion) criterion)
        ((char? criterion) (lambda (char) (char=? char criterion)))
        (else (%wrong-type who "a character or a predicate" criterion))))

; string-index and string-index-right with a predicate.

(define (%string-index string criterion start end)
  (let ((fits? (%matcher 'string-index criterion)))
    (let loop ((index start))
      (cond ((= index end) #f)
            ((fits? (string-ref string index)) index)
            (else (loop (+ index 1)))))))

(define (%string-index-right string criterion start end)
  (let ((fits? (%matcher 'string-index-right criterion)))
    (let loop ((index (- end 1)))
      (cond ((< index start) #f)
            ((fits? (string-ref string index)) index)
            (else (loop (- index 1)))))))

; Return the index of the first character that does not fit, or #f. SRFI 13.
(define (string-skip string criterion . range)
  (let ((fits? (%matcher 'string-skip criterion))
        (part (%string-range 'string-skip string range)))
    (%string-index string (lambda (char) (not (fits? char))) (car part) (cdr part))))

; Return the index of the last character that does not fit, or #f. SRFI 13.
(define (string-skip-right string criterion . range)
  (let ((fits? (%matcher 'string-skip-right criterion))
        (part (%string-range 'string-skip-right string range)))
    (%string-index-right
     string (lambda (char) (not (fits? char))) (car part) (cdr part))))

; Return how many characters fit the criterion. SRFI 13.
(define (string-count string criterion . range)
  (count (%matcher 'string-count criterion)
         (%characters 'string-count string range)))

; Return a list of the characters in the part of a string that ``range`` tells.
(define (%characters who string range)
  (let ((part (%string-range who string range)))
    (string->list string (car part) (cdr part))))

; Return the first true value of the criterion, or #f. SRFI 13.
(define (string-any criterion string . range)
  (any (%matcher 'string-any criterion) (%characters 'string-any string range)))

; Return the last value of the criterion if all are true, or #f. SRFI 13.
(define (string-every criterion string . range)
  (%every-row (%matcher 'string-every criterion)
              (%characters 'string-every string range)
              '()))

; Return a string of the characters that fit the criterion. SRFI 13.
(define (string-filter criterion string . range)
  (list->string
   (filter (%matcher 'string-filter criterion)
           (%characters 'string-filter string range))))

; Return a string of the characters that do not fit the criterion. SRFI 13.
(define (string-delete criterion string . range)
  (list->string
   (remove (%matcher 'string-delete criterion)
           (%characters 'string-delete string range))))

; Return (procedure last ... (procedure first initial)). SRFI 13.
(define (string-fold procedure initial string . range)
  (%check-procedure string-fold procedure)
  (fold procedure initial (%characters 'string-fold string range)))

; Return (procedure first ... (procedure last initial)). SRFI 13.
(define (string-fold-right procedure initial string . range)
  (%check-procedure string-fold-right procedure)
  (fold-right procedure initial (%characters 'string-fold-right string range)))
