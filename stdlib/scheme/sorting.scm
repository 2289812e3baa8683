; Stable sorting by merging. SRFI 132, 95.
; The lists that are merged are never changed, so that the procedure that compares may
; be left and entered again.

; Return a sorted list of the elements: those that are equal stay in order. SRFI 132.
(define (list-sort less? list)
  (%check-procedure list-sort less?)
  (%check list-sort list? "a list" list)
  (%sort less? list (length list)))

; Return a list of the first ``count`` elements, sorted.
(define (%sort less? list count)
  (cond ((= count 0) '())
        ((= count 1) (cons (car list) '()))
        (else
         (let* ((half (quotient count 2))
                (first (%sort less? list half)))
           (%merge less? first (%sort less? (list-tail list half) (- count half)))))))

; Return the sorted list of the elements of two sorted ones.
(define (%merge less? left right)
  (let loop ((left left) (right right) (merged '()))
    (cond ((null? left) (append-reverse merged right))
          ((null? right) (append-reverse merged left))
          ((less? (car right) (car left))
           (loop left (cdr right) (cons (car right) merged)))
          (else (loop (cdr left) right (cons (car left) merged))))))

; Return a sorted vector of the elements of the part start..end. SRFI 132.
(define (vector-sort less? vector . range)
  (%check-procedure vector-sort less?)
  (let ((part (%vector-range 'vector-sort vector range)))
    (list->vector (list-sort less? (vector->list vector (car part) (cdr part))))))

; Sort a vector, or the part start..end of it, in place. SRFI 132.
(define (vector-sort! less? vector . range)
  (%check-procedure vector-sort! less?)
  (let ((part (%vector-range 'vector-sort! vector range)))
    (vector-copy!
     vector (car part) (vector-sort less? vector (car part) (cdr part)))))

; Return a sorted list or vector of the elements of one. SRFI 95.
(define (sort sequence less?)
  (if (vector? sequence)
      (vector-sort less? sequence)
      (begin
        (%check sort list? "a list or a vector" sequence)
        (%check-procedure sort less?)
        (list-sort less? sequence))))

; Sort a list or vector; a vector in place. SRFI 95.
(define (sort! sequence less?)
  (if (vector? sequence)
      (begin (vector-sort! less? sequence) sequence)
      (sort sequence less?)))

; Return the sorted list of the elements of two sorted ones. SRFI 132.
(define (list-merge less? left right)
  (%check-procedure list-merge less?)
  (%check list-merge list? "a list" left)
  (%check list-merge list? "a list" right)
  (%merge less? left right))

; Return whether no element is less than the one before it. SRFI 132.
(define (list-sorted? less? list)
  (%check-procedure list-sorted? less?)
  (%check list-sorted? list? "a list" list)
  (or (null? list)
      (let loop ((rest list))
        (or (null? (cdr rest))
            (and (not (less? (cadr rest) (car rest)))
                 (loop (cdr rest)))))))

(define (vector-sorted? less? vector . range)
  (%check-procedure vector-sorted? less?)
  (let ((part (%vector-range 'vector-sorted? vector range)))
    (list-sorted? less? (vector->list vector (car part) (cdr part)))))

(define list-stable-sort list-sort)
(define vector-stable-sort vector-sort)
(define vector-stable-sort! vector-sort!)
