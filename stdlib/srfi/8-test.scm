; receive, SRFI 8.

(tests "receive"
  ((receive (a b) (values 1 2) (list b a)) => '(2 1))
  ((receive (a . rest) (values 1 2 3) (list a rest)) => '(1 (2 3)))
  ((receive all (values 1 2) all) => '(1 2))
  ((receive all (values) all) => '())
  ((receive (a) 5 (define b a) (+ a b)) => 10)
  ((receive (quotient remainder) (floor/ 7 2) (list quotient remainder)) => '(3 1))
  ((receive (a b) (values 1) a) fails arity)
  ((receive (a b)) is-refused
   "receive: expected variables, an expression and a body, but found 1 part"))
