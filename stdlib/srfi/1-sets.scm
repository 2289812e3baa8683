; Lists as sets, SRFI 1: the first argument tells which elements are the same. Where an
; element of one list is compared with one of a later list, it comes first.

(define (%check-sets who same? lists)
  (if (not (procedure? same?)) (%wrong-type who "a procedure" same?))
  (%check-all who list? "a list" lists))

; Return the procedure that tells whether a list has an element.
(define (%contains same? list)
  (lambda (element)
    (any (lambda (other) (same? element other)) list)))

; Return whether each list has all elements of the one before it. SRFI 1.
(define (lset<= same? . lists)
  (%check-sets 'lset<= same? lists)
  (%each-with-next (lambda (left right) (%all (%contains same? right) left)) lists))

; Return whether lists have the same elements, in any order. SRFI 1.
(define (lset= same? . lists)
  (%check-sets 'lset= same? lists)
  (let ((flipped (lambda (right left) (same? left right))))
    (%each-with-next
     (lambda (left right)
       (and (%all (%contains same? right) left)
            (%all (%contains flipped left) right)))
     lists)))

; Return the list with those elements in front that it has not got. SRFI 1.
(define (lset-adjoin same? list . elements)
  (%check-sets 'lset-adjoin same? (cons list '()))
  (%adjoin same? elements list))

(define (%adjoin same? elements list)
  (fold (lambda (element result)
          (if (any (lambda (present) (same? present element)) result)
              result
              (cons element result)))
        list
        elements))

; Return the first list with the elements of the others that it has not got. SRFI 1.
(define (lset-union same? . lists)
  (%check-sets 'lset-union same? lists)
  (reduce (lambda (list union)
            (if (null? union) list (%adjoin same? list union)))
          '()
          lists))

; Return the elements of the list that are in all others too. SRFI 1.
(define (lset-intersection same? list . lists)
  (%check-sets 'lset-intersection same? (cons list lists))
  (filter (lambda (element)
            (%all (lambda (other) ((%contains same? other) element)) lists))
          list))

; Return the elements of the list that are in no other. SRFI 1.
(define (lset-difference same? list . lists)
  (%check-sets 'lset-difference same? (cons list lists))
  (remove (%in-any same? lists) list))

(define (%in-any same? lists)
  (lambda (element)
    (any (lambda (other) ((%contains same? other) element)) lists)))

; Return the elements that are in an odd number of the lists. SRFI 1.
(define (lset-xor same? . lists)
  (%check-sets 'lset-xor same? lists)
  (reduce (lambda (list result)
            (append (lset-difference same? list result)
                    (lset-difference same? result list)))
          '()
          lists))

; Return two lists: the elements that are in no other list, and the rest. SRFI 1.
(define (lset-diff+intersection same? list . lists)
  (%check-sets 'lset-diff+intersection same? (cons list lists))
  (partition (%negation (%in-any same? lists)) list))

(define lset-union! lset-union)
(define lset-intersection! lset-intersection)
(define lset-difference! lset-difference)
(define lset-xor! lset-xor)
(define lset-diff+intersection! lset-diff+intersection)
