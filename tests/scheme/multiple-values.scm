; Multiple values. R7RS 4.2.2, 5.3.3, 6.10; SRFI 8.

(tests "values and call-with-values"
  ((call-with-values (lambda () (values 4 5)) (lambda (a b) b)) => 5)
  ((call-with-values * -) => -1)
  ((call-with-values (lambda () (values)) list) => '())
  ((call-with-values (lambda () 1) list) => '(1))
  ((call-with-values (lambda () (values 1)) list) => '(1))
  ((call-with-values values list) => '())
  ((+ 1 (values 2)) => 3)
  ((values->list (apply values '(1 2 3))) => '(1 2 3))
  ((values->list (call/cc (lambda (k) (k 1 2 3)))) => '(1 2 3))
  ((values->list (call/cc (lambda (k) (k)))) => '())
  ((values->list (let ((x 1)) (values x (+ x 1)))) => '(1 2))
  ((values->list (if #t (values 1 2) 3)) => '(1 2))
  ((values->list (begin 0 (values 1 2))) => '(1 2))
  ((values->list (cond (1 => (lambda (x) (values x x))))) => '(1 1))
  ((begin (values 1 2) 3) => 3)
  ((call-with-values 1 list) raises
   "call-with-values: expected a procedure, but received 1")
  ((call-with-values values 2) raises
   "call-with-values: expected a procedure, but received 2")
  ((call-with-values (lambda () (values 1 2)) (lambda (a) a)) fails arity)
  ((call-with-values (lambda () 1) (lambda (a b) a)) fails arity))

(tests "let-values"
  ((let-values (((root rem) (exact-integer-sqrt 32))) (* root rem)) => 35)
  ((let-values (((a b) (values 1 2)) ((c) (values 3))) (list a b c)) => '(1 2 3))
  ((let-values (((a . rest) (values 1 2 3)) (all (values 4 5))) (list a rest all))
   => '(1 (2 3) (4 5)))
  ((let ((a 'a) (b 'b) (x 'x) (y 'y))
     (let-values (((a b) (values x y)) ((x y) (values a b)))
       (list a b x y)))
   => '(x y a b))
  ((let-values () 5) => 5)
  ((let-values (((a) (values 1))) (define b 2) (+ a b)) => 3)
  ((let-values (((a b) (values 1))) a) fails arity))

(tests "let*-values"
  ((let ((a 'a) (b 'b) (x 'x) (y 'y))
     (let*-values (((a b) (values x y)) ((x y) (values a b)))
       (list a b x y)))
   => '(x y x y))
  ((let*-values (((a b) (values 1 2)) ((c) (values (+ a b)))) (list a b c)) => '(1 2 3))
  ((let*-values (((a) (values 1)) ((a) (values (+ a 1)))) a) => 2))

(define-values (x y) (exact-integer-sqrt 17))
(define-values (head . tail) (values 1 2 3))
(define-values everything (values 'a 'b))

(tests "define-values"
  ((list x y) => '(4 1))
  ((list head tail) => '(1 (2 3)))
  (everything => '(a b))
  ((let () (define-values (x y) (values 1 2)) (+ x y)) => 3)
  ((let () (define-values (a . b) (values 1 2 3)) (list a b)) => '(1 (2 3)))
  ((let () (define-values all (values 1 2)) all) => '(1 2))
  ((let ()
     (define-values (a b) (values 1 2))
     (define-values (c d) (values (+ a 10) (+ b 10)))
     (set! a 5)
     (list a b c d))
   => '(5 2 11 12)))

(tests "receive"
  ((receive (a b) (values 1 2) (list a b)) => '(1 2))
  ((receive (a . rest) (values 1 2 3) (list a rest)) => '(1 (2 3)))
  ((receive all (values 1 2) all) => '(1 2)))

(test "several values through dynamic-wind"
      '(1 2)
      (values->list (dynamic-wind (lambda () #f) (lambda () (values 1 2)) (lambda () #f))))

(test "several values through parameterize and guard"
      '((1 2) (3 4))
      (let ((p (make-parameter 0)))
        (list (values->list (parameterize ((p 1)) (values 1 2)))
              (values->list (guard (e (#t 5)) (values 3 4))))))

(tests "errors tell the form that the program has"
  ((let-values (((a b) (values 1 2 3))) a) raises
   "let-values: expected 2 arguments, but received 3")
  ((let*-values (((a b) 1)) a) raises "let*-values: expected 2 arguments, but received 1")
  ((let () (define-values (a b) 1) a) raises
   "define-values: expected 2 arguments, but received 1")
  ((receive (a b) 1 a) raises "receive: expected 2 arguments, but received 1")
  ((let-values (((a) 1) ((a) 2)) a) is-refused "let-values: the variable a is used twice")
  ((let-values ((5 1)) 1) is-refused "let-values: expected a variable, but received 5")
  ((let-values () (define a 1)) is-refused "let-values: expected an expression at the end")
  ((define-values (a a) (values 1 2)) is-refused
   "define-values: the variable a is used twice")
  ((define (f x x) x) is-refused "define: the variable x is used twice")
  ((parameterize () (define a 1)) is-refused
   "parameterize: expected an expression at the end")
  ((guard (e) (define a 1)) is-refused "guard: expected an expression at the end")
  ((+ 1 (values 1 2)) raises "+: expected a number, but received #<2 values>")
  ((+ 1 (values)) raises "+: expected a number, but received #<no values>"))
