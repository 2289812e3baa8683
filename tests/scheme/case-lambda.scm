; case-lambda. R7RS 4.2.9.

(define range
  (case-lambda
    ((e) (range 0 e))
    ((b e) (do ((r '() (cons e r)) (e (- e 1) (- e 1))) ((< e b) r)))))
(define plus
  (case-lambda
    (() 0)
    ((x) x)
    ((x y) (+ x y))
    ((x y . rest) (apply plus (+ x y) rest))))
(define counted
  (case-lambda ((a) 'one) ((a b) 'two) ((a . rest) 'many) (rest 'none)))

(tests "clauses"
  ((range 3) => '(0 1 2))
  ((range 3 5) => '(3 4))
  ((plus) => 0)
  ((plus 1) => 1)
  ((plus 1 2) => 3)
  ((plus 1 2 3 4 5) => 15)
  ((map (lambda (arguments) (apply counted arguments)) '(() (1) (1 2) (1 2 3)))
   => '(none one two many))
  (((case-lambda ((x) x)) 5) => 5)
  (((case-lambda (x x)) 1 2) => '(1 2))
  ((procedure? (case-lambda)) => #t)
  ((range) raises "range: expected 1 or 2 arguments, but received 0: ()")
  ((range 1 2 3) raises "range: expected 1 or 2 arguments, but received 3: (1 2 3)")
  (((case-lambda ((x . y) y))) fails arity)
  (((case-lambda)) fails arity))

(tests "clauses are procedures like others"
  ((let ((n 0))
     (let ((f (case-lambda (() (set! n (+ n 1)) n) ((k) (set! n k) n))))
       (f) (f 10) (f)))
   => 11)
  ((let ((f (case-lambda ((a) (define b (* a 2)) (+ a b)) ((a b) (* a b))))) (list (f 2) (f 2 3)))
   => '(6 6))
  ((map (case-lambda ((x) (- x)) ((x y) (+ x y))) '(1 2)) => '(-1 -2))
  ((map (case-lambda ((x) (- x)) ((x y) (+ x y))) '(1 2) '(3 4)) => '(4 6)))

(test "a case-lambda in a loop has the variables of its turn"
      '(0 11 22)
      (let ((made (let loop ((i 0) (made '()))
                    (if (= i 3)
                        (reverse made)
                        (loop (+ i 1)
                              (cons (case-lambda (() i) ((x) (+ x i))) made))))))
        (list ((car made)) ((cadr made) 10) ((caddr made) 20))))

(tests "forms that are not right"
  ((case-lambda ((x))) is-refused
   "case-lambda: expected parameters and a body in each clause")
  ((case-lambda ((x x) 1)) is-refused "case-lambda: the variable x is used twice")
  ((case-lambda (5 1)) is-refused "case-lambda: expected a variable, but received 5")
  (((case-lambda) 1) raises
   "case-lambda: expected a clause for the arguments, but received 1: (1)"))
