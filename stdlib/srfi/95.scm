; Sorting lists and vectors alike, SRFI 95. All procedures are stable, take an optional
; procedure that returns the key by which an element is sorted, and call that once for
; each element.

; (sorted? sequence less? [key])
; Return whether no element is less than the one before it. SRFI 95.
(define (sorted? sequence less? . key)
  (%check-sorting 'sorted? less? key)
  (list-sorted? less? (map (%key key) (%elements 'sorted? sequence))))

; (sort sequence less? [key])
; Return a sorted list or vector of the elements of one. SRFI 95.
(define (sort sequence less? . key)
  (%check-sorting 'sort less? key)
  (let ((sorted (%sort-by (%key key) less? (%elements 'sort sequence))))
    (if (vector? sequence) (list->vector sorted) sorted)))

; (sort! sequence less? [key])
; Sort a list or vector in place and return it. SRFI 95.
(define (sort! sequence less? . key)
  (%check-sorting 'sort! less? key)
  (let ((sorted (%sort-by (%key key) less? (%elements 'sort! sequence))))
    (if (vector? sequence)
        (%put-list! sequence 0 sorted)
        (pair-for-each (lambda (to from) (set-car! to (car from))) sequence sorted))
    sequence))

; (merge left right less? [key])
; Return the sorted list of the elements of two sorted ones. SRFI 95.
(define (merge left right less? . key)
  (%check-sorting 'merge less? key)
  (%check merge list? "a list" left)
  (%check merge list? "a list" right)
  (let ((key (%key key)))
    (map cdr (%merge (%by-key less?) (%with-keys key left) (%with-keys key right)))))

(define merge! merge)

(define (%check-sorting who less? key)
  (%check-all who procedure? "a procedure" (cons less? key)))

; Return the elements of a list or vector in a list.
(define (%elements who sequence)
  (cond ((vector? sequence) (vector->list sequence))
        ((list? sequence) sequence)
        (else (%wrong-type who "a list or a vector" sequence))))

(define (%key key)
  (if (pair? key) (car key) values))

; Elements are sorted as pairs (key . element).

(define (%sort-by key less? list)
  (if (eq? key values)
      (list-sort less? list)
      (map cdr (list-sort (%by-key less?) (%with-keys key list)))))

(define (%with-keys key list)
  (map (lambda (element) (cons (key element) element)) list))

(define (%by-key less?)
  (lambda (left right) (less? (car left) (car right))))
