; The procedures on lists that call procedures. R7RS 6.4, 6.10.
; A continuation captured in such a call may be entered again and again: results are
; gathered in lists that never change. Several lists are taken as one list of rows.

; Return the list of what the procedure returns for each element. R7RS 6.10.
(define (map procedure list . lists)
  (%check-procedure map procedure)
  (if (null? lists)
      (let loop ((rest list) (result '()))
        (cond ((pair? rest)
               (loop (cdr rest) (cons (procedure (car rest)) result)))
              (else
               (%check-end map rest list)
               (reverse result))))
      (map (%on-row procedure lists) (%rows 'map (cons list lists)))))

; Return the procedure that takes the arguments of another in a list: one more than
; there are lists.
(define (%on-row procedure lists)
  (if (null? (cdr lists))
      (lambda (row) (procedure (car row) (cadr row)))
      (lambda (row) (apply procedure row))))

; Call the procedure for each element, in order. R7RS 6.10.
(define (for-each procedure list . lists)
  (%check-procedure for-each procedure)
  (if (null? lists)
      (let loop ((rest list))
        (cond ((pair? rest)
               (procedure (car rest))
               (loop (cdr rest)))
              (else (%check-end for-each rest list))))
      (for-each (%on-row procedure lists) (%rows 'for-each (cons list lists)))))

; member and assoc with a procedure that compares. R7RS 6.4.

(define (%member object list same?)
  (%check-procedure member same?)
  (let loop ((rest list))
    (cond ((pair? rest)
           (if (same? object (car rest)) rest (loop (cdr rest))))
          (else (%check-end member rest list) #f))))

(define (%assoc object alist same?)
  (%check-procedure assoc same?)
  (let loop ((rest alist))
    (cond ((pair? rest)
           (let ((entry (car rest)))
             (%check assoc pair? "a pair in the list" entry)
             (if (same? object (car entry)) entry (loop (cdr rest)))))
          (else (%check-end assoc rest alist) #f))))
