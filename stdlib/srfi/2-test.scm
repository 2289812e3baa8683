; and-let*, SRFI 2.

(define five 5)

(tests "and-let*"
  ((and-let* () 1) => 1)
  ((and-let* ()) => #t)
  ((and-let* ((x 1)) (+ x 1)) => 2)
  ((and-let* ((x 1))) => 1)
  ((and-let* ((x #f)) (error "not reached")) => #f)
  ((and-let* (five) (+ five 1)) => 6)
  ((and-let* (five)) => 5)
  ((and-let* ((#f) (x (error "not reached"))) x) => #f)
  ((and-let* (((> five 3))) 'more) => 'more)
  ((and-let* (((> five 3)))) => #t)
  ((and-let* ((x 2) ((> x 1)) (y (* x 10))) (list x y)) => '(2 20))
  ((and-let* ((x 2) ((> x 3))) 'not-reached) => #f)
  ((and-let* ((x 1) (x (+ x 1)) (x (+ x 1))) x) => 3)
  ((and-let* ((entry (assq 'b '((a . 1) (b . 2)))) (value (cdr entry))) value) => 2)
  ((and-let* ((entry (assq 'c '((a . 1) (b . 2)))) (value (cdr entry))) value) => #f)
  ((and-let* ((x '())) (define y (cons 1 x)) y) => '(1)))

(tests "and-let* that is not well made"
  ((and-let* (5) 1) is-refused
   "and-let*: expected a variable, (expression) or (variable expression), but received 5")
  ((and-let* ((x 1 2)) x) is-refused
   "and-let*: expected a variable, (expression) or (variable expression), but received (x 1 2)")
  ((and-let*) is-refused "and-let*: expected claws and a body, but found no parts"))

(test "the body of and-let* is in tail position"
      'done
      (let loop ((n many))
        (and-let* ((x #t) ((>= n 0)))
          (if (= n 0) 'done (loop (- n 1))))))
