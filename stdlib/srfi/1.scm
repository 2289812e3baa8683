; The list library, SRFI 1: the procedures that call procedures.
; A continuation captured in such a call may be entered again and again: results are
; gathered in lists that never change. Several lists are taken as one list of rows.

; New lists

; Return the list of (procedure 0), (procedure 1), and so on. SRFI 1.
(define (list-tabulate count procedure)
  (%check-procedure list-tabulate procedure)
  (map procedure (iota count)))

; (unfold stop? mapper successor seed [tail])
; Return the list of (mapper seed), (mapper (successor seed)), and so on, until a seed
; satisfies stop?. The list ends in (tail seed), if a tail is given. SRFI 1.
(define (unfold stop? mapper successor seed . tail)
  (%check-all 'unfold procedure? "a procedure" (cons* stop? mapper successor tail))
  (let loop ((seed seed) (result '()))
    (if (stop? seed)
        (append-reverse result (if (pair? tail) ((car tail) seed) '()))
        (let ((element (mapper seed)))
          (loop (successor seed) (cons element result))))))

; (unfold-right stop? mapper successor seed [tail])
; Return the list that unfold makes, in reverse order and with a tail. SRFI 1.
(define (unfold-right stop? mapper successor seed . tail)
  (%check-all 'unfold-right procedure? "a procedure" (list stop? mapper successor))
  (let loop ((seed seed) (result (if (pair? tail) (car tail) '())))
    (if (stop? seed)
        result
        (let ((element (mapper seed)))
          (loop (successor seed) (cons element result))))))

; Return whether lists have the same elements in the same order. SRFI 1.
(define (list= same? . lists)
  (%check-procedure list= same?)
  (%check-all 'list= list? "a list" lists)
  (%each-with-next
   (lambda (left right)
     (and (= (length left) (length right)) (%all same? left right)))
   lists))

; Return whether a relation holds between each element of a list and the next.
(define (%each-with-next related? list)
  (or (null? list) (%all related? list (cdr list))))

; Mapping

(define map-in-order map)

; Return the lists that the procedure returns, put together. SRFI 1.
(define (append-map procedure list . lists)
  (%check-procedure append-map procedure)
  (concatenate
   (if (null? lists)
       (map procedure list)
       (map (%on-row procedure lists) (%rows 'append-map (cons list lists))))))

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
      (filter-map (%on-row procedure lists) (%rows 'filter-map (cons list lists)))))

; Call the procedure with the list, with its cdr, and so on. SRFI 1.
(define (pair-for-each procedure list . lists)
  (%check-procedure pair-for-each procedure)
  (apply for-each procedure (%all-tails 'pair-for-each (cons list lists))))

(define (%all-tails who lists)
  (map (lambda (list) (%tails who list)) lists))

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
      (fold (%on-row-then-result procedure lists)
            initial
            (%rows 'fold (cons list lists)))))

; Return the procedure that takes a row, then what a fold has so far, in a list.
(define (%on-row-then-result procedure lists)
  (if (null? (cdr lists))
      (lambda (row result) (procedure (car row) (cadr row) result))
      (lambda (row result) (apply procedure (append row (list result))))))

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
         (fold-right (%on-row-then-result procedure lists)
                     initial
                     (%rows 'fold-right (cons list lists))))
        (else
         (%check fold-right list? "a list" list)
         (fold procedure initial (reverse list)))))

; Fold the list, its cdr, and so on, from the first to the last. SRFI 1.
(define (pair-fold procedure initial list . lists)
  (%check-procedure pair-fold procedure)
  (apply fold procedure initial (%all-tails 'pair-fold (cons list lists))))

; Fold the list, its cdr, and so on, from the last to the first. SRFI 1.
(define (pair-fold-right procedure initial list . lists)
  (%check-procedure pair-fold-right procedure)
  (apply fold-right procedure initial (%all-tails 'pair-fold-right (cons list lists))))

; Fold a list with its first element as the initial value; an empty one has none, and
; gives the object ``initial``. SRFI 1.
(define (reduce procedure initial list)
  (%check-procedure reduce procedure)
  (cond ((pair? list) (fold procedure (car list) (cdr list)))
        (else (%check-end reduce list list) initial)))

; Return (procedure first (procedure second ... last)), or ``initial`` if the list is
; empty. SRFI 1.
(define (reduce-right procedure initial list)
  (%check-procedure reduce-right procedure)
  (%check reduce-right list? "a list" list)
  (reduce procedure initial (reverse list)))

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
      (count (%on-row predicate lists) (%rows 'count (cons list lists)))))

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

; Return the elements before the first that does not satisfy the predicate. SRFI 1.
(define (take-while predicate list)
  (%check-procedure take-while predicate)
  (car (%split-where 'take-while (%negation predicate) list)))

; Return the list from the first element that does not satisfy the predicate. SRFI 1.
(define (drop-while predicate list)
  (%check-procedure drop-while predicate)
  (cdr (%split-where 'drop-while (%negation predicate) list)))

; Return two lists: what take-while returns and what drop-while returns. SRFI 1.
(define (span predicate list)
  (%check-procedure span predicate)
  (car+cdr (%split-where 'span (%negation predicate) list)))

; Return two lists, split before the first that satisfies the predicate. SRFI 1.
(define (break predicate list)
  (%check-procedure break predicate)
  (car+cdr (%split-where 'break predicate list)))

(define (%negation predicate)
  (lambda (object) (not (predicate object))))

; Return the two parts of a list, split before the first that is found, as a pair.
(define (%split-where who found? list)
  (let loop ((rest list) (before '()))
    (cond ((not (pair? rest))
           (if (not (null? rest)) (%wrong-type who "a list" list))
           (cons list '()))
          ((found? (car rest)) (cons (reverse before) rest))
          (else (loop (cdr rest) (cons (car rest) before))))))

; (delete object list [same?])
; Return a list of the elements that are not the object, as equal? or another procedure
; tells. SRFI 1.
(define (delete object list . same?)
  (let ((same? (if (pair? same?) (car same?) equal?)))
    (%check-procedure delete same?)
    (%check delete list? "a list" list)
    (filter (lambda (element) (not (same? object element))) list)))

; (delete-duplicates list [same?])
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

; (alist-delete key alist [same?])
; Return the association list without the pairs that have this key, as equal? or
; another procedure tells. SRFI 1.
(define (alist-delete key alist . same?)
  (let ((same? (if (pair? same?) (car same?) equal?)))
    (%check-procedure alist-delete same?)
    (%check alist-delete list? "a list" alist)
    (%check-all 'alist-delete pair? "a pair in the list" alist)
    (filter (lambda (entry) (not (same? key (car entry)))) alist)))

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
  (cond ((pair? lists) (any (%on-row predicate lists) (%rows 'any (cons list lists))))
        ((pair? list)
         (let loop ((rest list))
           (cond ((pair? (cdr rest))
                  (or (predicate (car rest)) (loop (cdr rest))))
                 (else
                  (%check-end any (cdr rest) list)
                  (predicate (car rest))))))
        (else (%check-end any list list) #f)))

; Return the last value of the predicate if all are true, or #f: every, for lists. What
; programs call every is in scheme/every.scm.
(define (%all predicate list . lists)
  (%check-procedure every predicate)
  (cond ((pair? lists) (%all (%on-row predicate lists) (%rows 'every (cons list lists))))
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
      (list-index (%on-row predicate lists) (%rows 'list-index (cons list lists)))))

; The procedures that may reuse the pairs of their arguments need not.

(define append-map! append-map)
(define map! map)
(define filter! filter)
(define remove! remove)
(define partition! partition)
(define take-while! take-while)
(define span! span)
(define break! break)
(define delete! delete)
(define delete-duplicates! delete-duplicates)
(define alist-delete! alist-delete)
