; Sorting. SRFI 132, 95.

(define (by-car a b) (< (car a) (car b)))

(tests "sorting"
  ((list-sort < '(3 1 4 1 5 9 2 6)) => '(1 1 2 3 4 5 6 9))
  ((list-sort > '(3 1 2)) => '(3 2 1))
  ((list-sort < '()) => '())
  ((list-sort < '(1)) => '(1))
  ((list-sort by-car '((2 a) (1 b) (2 c) (1 d))) => '((1 b) (1 d) (2 a) (2 c)))
  ((list-sort string<? '("b" "c" "a")) => '("a" "b" "c"))
  ((sort '(3 1 2) <) => '(1 2 3))
  ((sort (vector 3 1 2) <) => #(1 2 3))
  ((vector-sort < #(3 1 2)) => #(1 2 3))
  ((vector-sort < #(9 3 1 2 0) 1 4) => #(1 2 3))
  ((let ((v (vector 3 1 2))) (vector-sort! < v) v) => #(1 2 3))
  ((let ((v (vector 9 3 1 2 0))) (vector-sort! < v 1 4) v) => #(9 1 2 3 0))
  ((let ((v (vector 3 1 2))) (sort! v <) v) => #(1 2 3))
  ((list-merge < '(1 3 5) '(2 3 4)) => '(1 2 3 3 4 5))
  ((list-sorted? < '(1 2 2 3)) => #t)
  ((list-sorted? < '(1 3 2)) => #f)
  ((vector-sorted? < #(3 1 2) 1) => #t)
  ((let ((l (list 3 1 2))) (list-sort < l) l) => '(3 1 2)))

(define (pseudo-random count)
  (let loop ((i 0) (x 42) (l '()))
    (if (= i count) l (loop (+ i 1) (modulo (+ (* x 1103515245) 12345) 2147483648) (cons x l)))))

(test "sorting many"
      #t
      (let* ((numbers (pseudo-random 500)) (sorted (list-sort < numbers)))
        (and (list-sorted? < sorted)
             (= (length sorted) 500)
             (= (apply + sorted) (apply + numbers)))))

(tests "errors"
  ((list-sort < 5) raises "list-sort: expected a list, but received 5")
  ((list-sort < '(1 . 2)) raises "list-sort: expected a list, but received (1 . 2)")
  ((list-sort 5 '(1 2)) raises "list-sort: expected a procedure, but received 5")
  ((list-sort < '(1 a)) raises "<: expected a real number, but received a")
  ((sort 5 <) raises "sort: expected a list or a vector, but received 5")
  ((sort '(1 2) 5) raises "sort: expected a procedure, but received 5")
  ((vector-sort < '(1)) raises "vector-sort: expected a vector, but received (1)")
  ((vector-sort < #(1 2) 3) fails index)
  ((vector-sort! < #(1 2) 0 5) fails index))
