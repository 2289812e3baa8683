; Sorting lists and vectors alike, SRFI 95.

(define (by-car less?) (lambda (a b) (less? (car a) (car b))))
(define pairs '((2 . a) (1 . b) (2 . c) (1 . d)))

(tests "sorted?"
  ((sorted? '() <) => #t)
  ((sorted? '(1 2 2 3) <) => #t)
  ((sorted? '(1 3 2) <) => #f)
  ((sorted? '#(1 2 2) <) => #t)
  ((sorted? '#(2 1) <) => #f)
  ((sorted? '((1 . z) (2 . a)) < car) => #t)
  ((sorted? "abc" char<?) raises
   "sorted?: expected a list or a vector, but received \"abc\""))

(tests "sort"
  ((sort '(3 1 2) <) => '(1 2 3))
  ((sort '#(3 1 2) <) => #(1 2 3))
  ((sort '() <) => '())
  ((sort '#() <) => #())
  ((sort pairs (by-car <)) => '((1 . b) (1 . d) (2 . a) (2 . c)))
  ((sort pairs < car) => '((1 . b) (1 . d) (2 . a) (2 . c)))
  ((sort '#("ccc" "a" "bb") < string-length) => #("a" "bb" "ccc"))
  ((let ((calls 0))
     (sort '(3 1 2 5 4) < (lambda (x) (set! calls (+ calls 1)) x))
     calls)
   => 5)
  ((sort 5 <) raises "sort: expected a list or a vector, but received 5")
  ((sort '(1) 5) raises "sort: expected a procedure, but received 5")
  ((sort '(1) < 5) raises "sort: expected a procedure, but received 5"))

(tests "sort!"
  ((let ((v (vector 3 1 2))) (list (eq? (sort! v <) v) v)) => '(#t #(1 2 3)))
  ((let ((l (list 3 1 2))) (list (eq? (sort! l <) l) l)) => '(#t (1 2 3)))
  ((sort! (list 1 -3 2) < abs) => '(1 2 -3)))

(tests "merge"
  ((merge '(1 3 5) '(2 3 6) <) => '(1 2 3 3 5 6))
  ((merge '() '(1) <) => '(1))
  ((merge '((1 . left)) '((1 . right)) < car) => '((1 . left) (1 . right)))
  ((merge! (list 1 3) (list 2) <) => '(1 2 3))
  ((merge '(1) 5 <) raises "merge: expected a list, but received 5"))
