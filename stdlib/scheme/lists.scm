; The procedures on lists that call procedures. R7RS 6.4, 6.10; SRFI 1.
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
      (map (%on-row procedure) (%rows 'map (cons list lists)))))

; Return the procedure that takes the arguments of another in a list.
(define (%on-row procedure)
  (lambda (row) (apply procedure row)))

; Call the procedure for each element, in order. R7RS 6.10.
(define (for-each procedure list . lists)
  (%check-procedure for-each procedure)
  (if (null? lists)
      (let loop ((rest list))
        (cond ((pair? rest)
               (procedure (car rest))
               (loop (cdr rest)))
              (else (%check-end for-each rest list))))
      (for-each (%on-row procedure) (%rows 'for-each (cons list lists)))))

; Return the lists that the procedure returns, put together. SRFI 1.
(define (append-map procedure list . lists)
  (%check-procedure append-map procedure)
  (if (null? lists)
      (apply append (map procedure list))
      (append-map (%on-row procedure) (%rows 'append-map (cons list lists)))))

; Return the list of what the procedure returns, without each #f. SRFI 1.
(define (filter-map procedure list . lists)
  (%check-procedure filter-map procedure)
  (if (null? lists)
      (let loop ((rest list) (result '()))
        (cond ((pair? rest)
               (let ((value (procedure (car rest))))
                 (loop (cdr rest) (if value (cons value result) result))))
              (else
               (%check-end filter-map rest list)
               (reverse result))))
      (filter-map (%on-row procedure) (%rows 'filter-map (cons list lists)))))

; Return the list of (procedure 0), (procedure 1), and so on. SRFI 1.
(define (list-tabulate count procedure)
  (%check-procedure list-tabulate procedure)
  (map procedure (iota count)))

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

; Folding

; Return (procedure last ... (procedure second (procedure first initial))). SRFI 1.
(define (fold procedure initial list . lists)
  (%check-procedure fold procedure)
  (if (null? lists)
      (let loop ((rest list) (result initial))
        (cond ((pair? rest)
               (loop (cdr rest) (procedure (car rest) result)))
              (else
               (%check-end fold rest list)
               result)))
      (fold (%on-row-then-result procedure) initial (%rows 'fold (cons list lists)))))

; Return the procedure that takes a row, then what a fold has so far, in a list.
(define (%on-row-then-result procedure)
  (lambda (row result) (apply procedure (append row (cons result '())))))

; Return (procedure ... (procedure (procedure initial first) second) ...). R6RS.
(define (fold-left procedure initial list . lists)
  (%check-procedure fold-left procedure)
  (if (null? lists)
      (let loop ((rest list) (result initial))
        (cond ((pair? rest)
               (loop (cdr rest) (procedure result (car rest))))
              (else
               (%check-end fold-left rest list)
               result)))
      (fold-left (lambda (result row) (apply procedure result row))
                 initial
                 (%rows 'fold-left (cons list lists)))))

; Return (procedure first (procedure second ... (procedure last initial))). SRFI 1.
(define (fold-right procedure initial list . lists)
  (%check-procedure fold-right procedure)
  (cond ((pair? lists)
         (fold-right (%on-row-then-result procedure)
                     initial
                     (%rows 'fold-right (cons list lists))))
        (else
         (%check fold-right list? "a list" list)
         (fold procedure initial (reverse list)))))

; Fold a list with its first element as the initial value; an empty one has none, and
; gives the object ``initial``. SRFI 1.
(define (reduce procedure initial list)
  (%check-procedure reduce procedure)
  (cond ((pair? list) (fold procedure (car list) (cdr list)))
        (else (%check-end reduce list list) initial)))

; Choosing elements

; Return a list of the elements that satisfy the predicate. SRFI 1.
(define (filter predicate list)
  (%check-procedure filter predicate)
  (let loop ((rest list) (result '()))
    (cond ((pair? rest)
           (loop (cdr rest)
                 (if (predicate (car rest)) (cons (car rest) result) result)))
          (else
           (%check-end filter rest list)
           (reverse result)))))

; Return a list of the elements that do not satisfy the predicate. SRFI 1.
(define (remove predicate list)
  (%check-procedure remove predicate)
  (%check remove list? "a list" list)
  (filter (lambda (object) (not (predicate object))) list))

; Return two lists: the elements that satisfy the predicate, and the others. SRFI 1.
(define (partition predicate list)
  (%check-procedure partition predicate)
  (let loop ((rest list) (in '()) (out '()))
    (cond ((pair? rest)
           (if (predicate (car rest))
               (loop (cdr rest) (cons (car rest) in) out)
               (loop (cdr rest) in (cons (car rest) out))))
          (else
           (%check-end partition rest list)
           (values (reverse in) (reverse out))))))

; Return a list of the elements that are not the object, as equal? or another procedure
; tells. SRFI 1.
(define (delete object list . same?)
  (let ((same? (if (pair? same?) (car same?) equal?)))
    (%check-procedure delete same?)
    (%check delete list? "a list" list)
    (filter (lambda (element) (not (same? object element))) list)))

; Return a list in which of equal elements only the first is left. SRFI 1.
(define (delete-duplicates list . same?)
  (let ((same? (if (pair? same?) (car same?) equal?)))
    (%check-procedure delete-duplicates same?)
    (let loop ((rest list) (result '()))
      (cond ((pair? rest)
             (let ((element (car rest)))
               (loop (cdr rest)
                     (if (any (lambda (kept) (same? kept element)) result)
                         result
                         (cons element result)))))
            (else
             (%check-end delete-duplicates rest list)
             (reverse result))))))

; Searching

; Return the first element that satisfies the predicate, or #f. SRFI 1.
(define (find predicate list)
  (%check-procedure find predicate)
  (let loop ((rest list))
    (cond ((pair? rest)
           (if (predicate (car rest)) (car rest) (loop (cdr rest))))
          (else (%check-end find rest list) #f))))

; Return the rest of the list that begins with the element found, or #f. SRFI 1.
(define (find-tail predicate list)
  (%check-procedure find-tail predicate)
  (let loop ((rest list))
    (cond ((pair? rest)
           (if (predicate (car rest)) rest (loop (cdr rest))))
          (else (%check-end find-tail rest list) #f))))

; Return the first true value of the predicate, or #f. SRFI 1.
(define (any predicate list . lists)
  (%check-procedure any predicate)
  (cond ((pair? lists) (any (%on-row predicate) (%rows 'any (cons list lists))))
        ((pair? list)
         (let loop ((rest list))
           (cond ((pair? (cdr rest))
                  (or (predicate (car rest)) (loop (cdr rest))))
                 (else
                  (%check-end any (cdr rest) list)
                  (predicate (car rest))))))
        (else (%check-end any list list) #f)))

; every, for lists.
(define (%every-row predicate list lists)
  (cond ((pair? lists)
         (%every-row (%on-row predicate) (%rows 'every (cons list lists)) '()))
        ((pair? list)
         (let loop ((rest list))
           (cond ((pair? (cdr rest))
                  (and (predicate (car rest)) (loop (cdr rest))))
                 (else
                  (%check-end every (cdr rest) list)
                  (predicate (car rest))))))
        (else (%check-end every list list) #t)))

; Return the index of the first element that satisfies the predicate, or #f. SRFI 1.
(define (list-index predicate list . lists)
  (%check-procedure list-index predicate)
  (if (null? lists)
      (let loop ((rest list) (index 0))
        (cond ((pair? rest)
               (if (predicate (car rest)) index (loop (cdr rest) (+ index 1))))
              (else (%check-end list-index rest list) #f)))
      (list-index (%on-row predicate) (%rows 'list-index (cons list lists)))))

; Return how many elements satisfy the predicate. SRFI 1.
(define (count predicate list . lists)
  (%check-procedure count predicate)
  (if (null? lists)
      (let loop ((rest list) (total 0))
        (cond ((pair? rest)
               (loop (cdr rest) (if (predicate (car rest)) (+ total 1) total)))
              (else
               (%check-end count rest list)
               total)))
      (count (%on-row predicate) (%rows 'count (cons list lists)))))
