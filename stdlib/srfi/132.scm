; Stable sorting by merging, SRFI 132.
; The lists that are merged are never changed, so that the procedure that compares may
; be left and entered again.

; Sorted?

; Return whether no element is less than the one before it. SRFI 132.
(define (list-sorted? less? list)
  (%check-procedure list-sorted? less?)
  (%check list-sorted? list? "a list" list)
  (%each-with-next (lambda (object next) (not (less? next object))) list))

; (vector-sorted? less? vector [start] [end])
; Return whether no element of the part start..end is less than the one before it.
; SRFI 132.
(define (vector-sorted? less? vector . range)
  (%check-procedure vector-sorted? less?)
  (list-sorted? less? (%part 'vector-sorted? vector range)))

; Return a list of the elements in the part of a vector that ``range`` tells.
(define (%part who vector range)
  (let ((part (%vector-range who vector range)))
    (vector->list vector (car part) (cdr part))))

; Sorting

; Return a sorted list of the elements: those that are equal stay in order. SRFI 132.
(define (list-sort less? list)
  (%check-procedure list-sort less?)
  (%check list-sort list? "a list" list)
  (or (%sort-directly less? list)
      (%sort less? list (length list))))

; Return a list of the first ``count`` elements, sorted.
(define (%sort less? elements count)
  (cond ((> count 2)
         (let* ((half (quotient count 2))
                (first (%sort less? elements half)))
           (%merge
            less?
            first
            (%sort less? (list-tail elements half) (- count half)))))
        ((= count 0) '())
        ((= count 1) (list (car elements)))
        ((less? (cadr elements) (car elements))
         (list (cadr elements) (car elements)))
        (else (list (car elements) (cadr elements)))))

; Return the sorted list of the elements of two sorted ones.
(define (%merge less? left right)
  (let loop ((left left) (right right) (merged '()))
    (cond ((null? left) (append-reverse merged right))
          ((null? right) (append-reverse merged left))
          ((less? (car right) (car left))
           (loop left (cdr right) (cons (car right) merged)))
          (else (loop (cdr left) right (cons (car left) merged))))))

; (vector-sort less? vector [start] [end])
; Return a sorted vector of the elements of the part start..end. SRFI 132.
(define (vector-sort less? vector . range)
  (%check-procedure vector-sort less?)
  (list->vector (list-sort less? (%part 'vector-sort vector range))))

; (vector-sort! less? vector [start] [end])
; Sort a vector, or the part start..end of it, in place. SRFI 132.
(define (vector-sort! less? vector . range)
  (%check-procedure vector-sort! less?)
  (%sort-part! 'vector-sort! less? vector range))

(define (%sort-part! who less? vector range)
  (let ((sorted (list-sort less? (%part who vector range))))
    (%put-list! vector (if (pair? range) (car range) 0) sorted)))

; Put the elements of a list into a vector.
(define (%put-list! vector at list)
  (vector-copy! vector at (list->vector list)))

; Merging

; Return the sorted list of the elements of two sorted ones. SRFI 132.
(define (list-merge less? left right)
  (%check-procedure list-merge less?)
  (%check list-merge list? "a list" left)
  (%check list-merge list? "a list" right)
  (%merge less? left right))

; (vector-merge less? left right [start1] [end1] [start2] [end2])
; Return the sorted vector of the elements of two sorted ones, or of their parts
; start1..end1 and start2..end2. SRFI 132.
(define (vector-merge less? left right . ranges)
  (%check-procedure vector-merge less?)
  (list->vector (%merge-parts 'vector-merge less? left right ranges)))

; (vector-merge! less? to left right [start] [start1] [end1] [start2] [end2])
; Put the elements of two sorted vectors, or of their parts start1..end1 and
; start2..end2, into another from an index on, sorted. SRFI 132.
(define (vector-merge! less? to left right . start+ranges)
  (%check-procedure vector-merge! less?)
  (%check vector-merge! vector? "a vector" to)
  (let ((start (if (pair? start+ranges) (car start+ranges) 0))
        (ranges (if (pair? start+ranges) (cdr start+ranges) '())))
    (%put-list! to start (%merge-parts 'vector-merge! less? left right ranges))))

(define (%merge-parts who less? left right ranges)
  (let ((count (min 2 (length ranges))))
    (%merge less?
            (%part who left (take ranges count))
            (%part who right (drop ranges count)))))

; Runs of equal elements

; Return a list in which of equal neighbours only the first is left. SRFI 132.
(define (list-delete-neighbor-dups same? list)
  (%check-procedure list-delete-neighbor-dups same?)
  (%check list-delete-neighbor-dups list? "a list" list)
  (let loop ((rest list) (result '()))
    (cond ((null? rest) (reverse result))
          ((and (pair? result) (same? (car result) (car rest)))
           (loop (cdr rest) result))
          (else (loop (cdr rest) (cons (car rest) result))))))

; (vector-delete-neighbor-dups same? vector [start] [end])
; Return a vector in which of equal neighbours only the first is left. SRFI 132.
(define (vector-delete-neighbor-dups same? vector . range)
  (%check-procedure vector-delete-neighbor-dups same?)
  (list->vector
   (list-delete-neighbor-dups
    same? (%part 'vector-delete-neighbor-dups vector range))))

; (vector-delete-neighbor-dups! same? vector [start] [end])
; Leave of equal neighbours only the first, packed at the start of the part; return the
; index where these end. SRFI 132.
(define (vector-delete-neighbor-dups! same? vector . range)
  (%check-procedure vector-delete-neighbor-dups! same?)
  (let ((left (list-delete-neighbor-dups
               same? (%part 'vector-delete-neighbor-dups! vector range)))
        (start (if (pair? range) (car range) 0)))
    (%put-list! vector start left)
    (+ start (length left))))

; Medians and selection

; (vector-find-median less? vector empty [mean])
; Return the middle element when sorted, the mean of two, or an object if the vector is
; empty. The mean is that of numbers unless a procedure is given. SRFI 132.
(define (vector-find-median less? vector empty . mean)
  (%check-procedure vector-find-median less?)
  (%median (list-sort less? (%part 'vector-find-median vector '())) empty mean))

; (vector-find-median! less? vector empty [mean])
; Return what vector-find-median does, and leave the vector sorted. SRFI 132.
(define (vector-find-median! less? vector empty . mean)
  (%check-procedure vector-find-median! less?)
  (%sort-part! 'vector-find-median! less? vector '())
  (%median (vector->list vector) empty mean))

(define (%median sorted empty mean)
  (let ((count (length sorted))
        (mean (if (pair? mean) (car mean) (lambda (a b) (/ (+ a b) 2)))))
    (cond ((= count 0) empty)
          ((odd? count) (list-ref sorted (quotient count 2)))
          (else
           (let ((middle (drop sorted (- (quotient count 2) 1))))
             (mean (first middle) (second middle)))))))

; (vector-select! less? vector k [start] [end])
; Return element k, counted from 0, of the part start..end when sorted. SRFI 132.
(define (vector-select! less? vector k . range)
  (%check-procedure vector-select! less?)
  (let ((sorted (list-sort less? (%part 'vector-select! vector range))))
    (%check-count 'vector-select! k (- (length sorted) 1))
    (list-ref sorted k)))

(define (%check-count who k most)
  (if (not (and (exact-integer? k) (<= 0 k most)))
      (%bad-value who (format "an exact integer 0..~d" most) k)))

; (vector-separate! less? vector k [start] [end])
; Move the k smallest elements of the part start..end to its beginning. SRFI 132.
(define (vector-separate! less? vector k . range)
  (%check-procedure vector-separate! less?)
  (%check-count 'vector-separate! k (length (%part 'vector-separate! vector range)))
  (%sort-part! 'vector-separate! less? vector range))

(define list-sort! list-sort)
(define list-stable-sort list-sort)
(define list-stable-sort! list-sort)
(define vector-stable-sort vector-sort)
(define vector-stable-sort! vector-sort!)
(define list-merge! list-merge)
(define list-delete-neighbor-dups! list-delete-neighbor-dups)
