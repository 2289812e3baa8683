; The usual part of the string library, SRFI 13: the procedures that call procedures.
; string-map and string-for-each are those of R7RS, and there are no character sets.

; Return the string of (procedure 0), (procedure 1), and so on. SRFI 13.
(define (string-tabulate procedure length)
  (%check-procedure string-tabulate procedure)
  (%string-of 'string-tabulate (map procedure (iota length))))

; (string-unfold stop? mapper successor seed [base] [final])
; Return the string of (mapper seed), (mapper (successor seed)), and so on, until a
; seed satisfies stop?; between the string ``base`` and (final seed). SRFI 13.
(define (string-unfold stop? mapper successor seed . base+final)
  (let ((parts (%unfolded 'string-unfold stop? mapper successor seed base+final)))
    (string-append (first parts) (list->string (second parts)) (third parts))))

; (string-unfold-right stop? mapper successor seed [base] [final])
; Return the string that string-unfold makes, from right to left. SRFI 13.
(define (string-unfold-right stop? mapper successor seed . base+final)
  (let ((parts (%unfolded 'string-unfold-right stop? mapper successor seed base+final)))
    (string-append (third parts) (reverse-list->string (second parts)) (first parts))))

; Return the base, the list of what the mapper returns, and the final string.
(define (%unfolded who stop? mapper successor seed base+final)
  (let ((base (if (pair? base+final) (car base+final) ""))
        (final (if (< 1 (length base+final)) (cadr base+final) (lambda (seed) ""))))
    (%check-all who procedure? "a procedure" (list stop? mapper successor final))
    (let loop ((seed seed) (characters '()))
      (if (stop? seed)
          (list base (reverse characters) (final seed))
          (let ((character (mapper seed)))
            (%check-all who char? "a character" (list character))
            (loop (successor seed) (cons character characters)))))))

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

; (string-skip string criterion [start] [end])
; Return the index of the first character that does not fit, or #f. SRFI 13.
(define (string-skip string criterion . range)
  (let ((fits? (%matcher 'string-skip criterion))
        (part (%string-range 'string-skip string range)))
    (%string-index string (lambda (char) (not (fits? char))) (car part) (cdr part))))

; (string-skip-right string criterion [start] [end])
; Return the index of the last character that does not fit, or #f. SRFI 13.
(define (string-skip-right string criterion . range)
  (let ((fits? (%matcher 'string-skip-right criterion))
        (part (%string-range 'string-skip-right string range)))
    (%string-index-right
     string (lambda (char) (not (fits? char))) (car part) (cdr part))))

; (string-count string criterion [start] [end])
; Return how many characters fit the criterion. SRFI 13.
(define (string-count string criterion . range)
  (count (%matcher 'string-count criterion)
         (%characters 'string-count string range)))

; Return a list of the characters in the part of a string that ``range`` tells.
(define (%characters who string range)
  (let ((part (%string-range who string range)))
    (string->list string (car part) (cdr part))))

; (string-any criterion string [start] [end])
; Return the first true value of the criterion, or #f. SRFI 13.
(define (string-any criterion string . range)
  (any (%matcher 'string-any criterion) (%characters 'string-any string range)))

; (string-every criterion string [start] [end])
; Return the last value of the criterion if all are true, or #f. SRFI 13.
(define (string-every criterion string . range)
  (%all (%matcher 'string-every criterion) (%characters 'string-every string range)))

; (string-filter criterion string [start] [end])
; Return a string of the characters that fit the criterion. SRFI 13.
(define (string-filter criterion string . range)
  (list->string
   (filter (%matcher 'string-filter criterion)
           (%characters 'string-filter string range))))

; (string-delete criterion string [start] [end])
; Return a string of the characters that do not fit the criterion. SRFI 13.
(define (string-delete criterion string . range)
  (list->string
   (remove (%matcher 'string-delete criterion)
           (%characters 'string-delete string range))))

; (string-fold procedure initial string [start] [end])
; Return (procedure last ... (procedure first initial)). SRFI 13.
(define (string-fold procedure initial string . range)
  (%check-procedure string-fold procedure)
  (fold procedure initial (%characters 'string-fold string range)))

; (string-fold-right procedure initial string [start] [end])
; Return (procedure first ... (procedure last initial)). SRFI 13.
(define (string-fold-right procedure initial string . range)
  (%check-procedure string-fold-right procedure)
  (fold-right procedure initial (%characters 'string-fold-right string range)))

; (string-for-each-index procedure string [start] [end])
; Call the procedure with each index of the string, in order. SRFI 13.
(define (string-for-each-index procedure string . range)
  (%check-procedure string-for-each-index procedure)
  (let ((part (%string-range 'string-for-each-index string range)))
    (for-each procedure (iota (- (cdr part) (car part)) (car part)))))

; Trimming. Characters that fit the criterion go; white space if none is given.

; (string-trim string [criterion] [start] [end])
; Return the string without the characters in front that fit. SRFI 13.
(define (string-trim string . criterion+range)
  (%trimmed 'string-trim string criterion+range drop-while))

; (string-trim-right string [criterion] [start] [end])
; Return the string without the characters at its end that fit. SRFI 13.
(define (string-trim-right string . criterion+range)
  (%trimmed 'string-trim-right string criterion+range %drop-right-while))

; (string-trim-both string [criterion] [start] [end])
; Return the string without the characters at both ends that fit. SRFI 13.
(define (string-trim-both string . criterion+range)
  (%trimmed 'string-trim-both string criterion+range
            (lambda (fits? characters)
              (%drop-right-while fits? (drop-while fits? characters)))))

(define (%trimmed who string criterion+range drop)
  (let ((fits? (%first-matcher who criterion+range char-whitespace?)))
    (list->string (drop fits? (%characters who string (%rest criterion+range))))))

(define (%drop-right-while fits? characters)
  (reverse (drop-while fits? (reverse characters))))

; The first of optional arguments as a matcher, and those after it.

(define (%first-matcher who arguments default)
  (%matcher who (if (pair? arguments) (car arguments) default)))

(define (%rest arguments)
  (if (pair? arguments) (cdr arguments) '()))

; (string-tokenize string [criterion] [start] [end])
; Return a list of the longest parts whose characters all fit the criterion; without
; one, of the words between white space. SRFI 13.
(define (string-tokenize string . criterion+range)
  (let* ((inside? (%first-matcher
                   'string-tokenize criterion+range (%negation char-whitespace?)))
         (characters
          (%characters 'string-tokenize string (%rest criterion+range))))
    (let loop ((rest characters) (tokens '()))
      (let ((token+rest (%split-where 'string-tokenize (%negation inside?)
                                      (drop-while (%negation inside?) rest))))
        (if (null? (car token+rest))
            (reverse tokens)
            (loop (cdr token+rest)
                  (cons (list->string (car token+rest)) tokens)))))))
