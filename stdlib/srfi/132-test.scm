; Sorting, merging and selection, SRFI 132.

(define (first-less? a b) (< (car a) (car b)))

(tests "sorted lists and vectors"
  ((list-sorted? < '(1 2 2)) => #t)
  ((list-sorted? < '(2 1)) => #f)
  ((list-sorted? < '()) => #t)
  ((vector-sorted? < '#(9 1 2 0)) => #f)
  ((vector-sorted? < '#(9 1 2 0) 1 3) => #t)
  ((vector-sorted? < '#(9 1 2 0) 1) => #f)
  ((list-sorted? < 5) raises "list-sorted?: expected a list, but received 5"))

(tests "sorting"
  ((list-sort < '(3 1 2)) => '(1 2 3))
  ((list-sort > '(3 1 2)) => '(3 2 1))
  ((list-stable-sort first-less? '((2 a) (1 b) (2 c) (1 d)))
   => '((1 b) (1 d) (2 a) (2 c)))
  ((list-sort! < (list 2 1)) => '(1 2))
  ((list-stable-sort! < (list 2 1)) => '(1 2))
  ((let ((list '(3 1 2))) (list-sort < list) list) => '(3 1 2))
  ((vector-sort < '#(3 1 2)) => #(1 2 3))
  ((vector-sort < '#(3 1 2) 1) => #(1 2))
  ((vector-stable-sort < '#(9 3 1 2) 1 3) => #(1 3))
  ((let ((v (vector 4 3 2 1))) (vector-sort! < v) v) => #(1 2 3 4))
  ((let ((v (vector 4 3 2 1))) (vector-stable-sort! < v 1 3) v) => #(4 2 3 1))
  ((list-sort < '(2 1.0 1 2.0)) => '(1.0 1 2 2.0))
  ((list-sort string<? '("b" "c" "a")) => '("a" "b" "c"))
  ((list-sort < '()) => '())
  ((list-sort < 5) raises "list-sort: expected a list, but received 5")
  ((list-sort < '(1 . 2)) raises "list-sort: expected a list, but received (1 . 2)")
  ((list-sort car '(1 2)) raises "car: expected 1 argument, but received 2")
  ((list-sort < '(1 a)) raises "<: expected a real number, but received a")
  ((vector-sort < '(1)) raises "vector-sort: expected a vector, but received (1)")
  ((vector-sort! < #(1 2) 0 5) fails index)
  ((list-sort 5 '()) raises "list-sort: expected a procedure, but received 5")
  ((vector-sort < '#(1) 2) raises
   "vector-sort: expected an index 0..1, but received 2"))

(test "many elements"
      (iota 1000)
      (list-sort < (map (lambda (n) (modulo (* n 617) 1000)) (iota 1000))))

(tests "merging"
  ((list-merge < '(1 3) '(2 4)) => '(1 2 3 4))
  ((list-merge first-less? '((1 left)) '((1 right))) => '((1 left) (1 right)))
  ((list-merge! < (list 1) (list 0)) => '(0 1))
  ((vector-merge < '#(1 3) '#(2 4)) => #(1 2 3 4))
  ((vector-merge < '#(9 1 3) '#(2 4) 1) => #(1 2 3 4))
  ((vector-merge < '#(9 1 3 0) '#(8 2 4 7) 1 3 1 3) => #(1 2 3 4))
  ((let ((to (make-vector 6 'x))) (vector-merge! < to '#(1 3) '#(2)) to)
   => #(1 2 3 x x x))
  ((let ((to (make-vector 6 'x))) (vector-merge! < to '#(1 3) '#(2) 2) to)
   => #(x x 1 2 3 x))
  ((let ((to (make-vector 4 'x))) (vector-merge! < to '#(1 3) '#(2 5) 0 1 2 1) to)
   => #(3 5 x x))
  ((vector-merge! < (make-vector 1) '#(1 3) '#(2)) fails index))

(tests "runs of equal elements"
  ((list-delete-neighbor-dups = '(1 1 2 7 7 7 0 -2 -2)) => '(1 2 7 0 -2))
  ((list-delete-neighbor-dups = '()) => '())
  ((list-delete-neighbor-dups! = (list 1 1)) => '(1))
  ((vector-delete-neighbor-dups = '#(1 1 2 7 7 7 0 -2 -2)) => #(1 2 7 0 -2))
  ((vector-delete-neighbor-dups = '#(1 1 2 7 7 7 0 -2 -2) 3 7) => #(7 0))
  ((let ((v (vector 0 0 0 1 1 2 2 3 3 4 4 5 5 6 6)))
     (cons (vector-delete-neighbor-dups! = v 3) v))
   => '(9 . #(0 0 0 1 2 3 4 5 6 4 4 5 5 6 6))))

(test "neighbours are compared in their order"
      '(1 5)
      (list-delete-neighbor-dups (lambda (a b) (< a b 5)) '(1 2 3 5)))

(tests "medians"
  ((vector-find-median < '#() 'none) => 'none)
  ((vector-find-median < '#(3 1 2) 'none) => 2)
  ((vector-find-median < '#(4 1 3 2) 'none) => 5/2)
  ((vector-find-median < '#(4 1 3 2) 'none list) => '(2 3))
  ((let ((v (vector 3 1 2))) (list (vector-find-median! < v 0) v)) => '(2 #(1 2 3))))

(tests "selection"
  ((vector-select! < (vector 5 3 1 4) 0) => 1)
  ((vector-select! < (vector 5 3 1 4) 2) => 4)
  ((vector-select! < (vector 0 5 3 1 4) 1 1 4) => 3)
  ((vector-select! < (vector 5 3) 2) raises
   "vector-select!: expected an exact integer 0..1, but received 2")
  ((let ((v (vector 5 3 1 4 2)))
     (vector-separate! < v 2)
     (list-sort < (take (vector->list v) 2)))
   => '(1 2))
  ((let ((v (vector 9 5 3 1 0)))
     (vector-separate! < v 1 1 4)
     (list (vector-ref v 0) (vector-ref v 1) (vector-ref v 4)))
   => '(9 1 0))
  ((vector-separate! < (vector 1) 2) raises
   "vector-separate!: expected an exact integer 0..1, but received 2"))
