; Programs and definitions. R7RS 5.

(define add3 (lambda (x) (+ x 3)))
(define first car)
(define (curried a) (lambda (b) (list a b)))
(define (rest-only . args) args)
(define (some-rest a b . rest) (list a b rest))
(define x 1)
(define x 2)
(define (uses-later) (defined-later 5))
(define (defined-later n) (* n 10))

(tests "definitions at the top level"
  ((add3 3) => 6)
  ((first '(1 2)) => 1)
  (((curried 1) 2) => '(1 2))
  ((rest-only 1 2) => '(1 2))
  ((some-rest 1 2 3 4) => '(1 2 (3 4)))
  (x => 2)
  ((uses-later) => 50)
  ((eval '(begin (define in-begin 1) (+ in-begin 1)) (interaction-environment)) => 2))

(begin
  (define grouped-1 1)
  (define grouped-2 (+ grouped-1 1)))
(begin)
(test "begin at the top level" '(1 2) (list grouped-1 grouped-2))

; Names of the language may be defined anew: the program's own procedures change,
; those of the language do not.

(define (list-length list) (length list))
(define (square n) (list 'my-square n))
(define (reverse l) 'my-reverse)
(define old-vector vector)
(define (vector . items) (apply old-vector 'mine items))

(tests "a builtin defined anew"
  ((square 3) => '(my-square 3))
  ((reverse '(1 2)) => 'my-reverse)
  ((map (lambda (n) (* n n)) '(1 2 3)) => '(1 4 9))
  ((append-reverse '(2 1) '()) => '(1 2))
  ((vector 1 2) => #(mine 1 2))
  ((vector-map - #(1 2)) => #(-1 -2))
  ((square) raises "square: expected 1 argument, but received 0")
  ((written square) => "#<procedure square>"))

(tests "a procedure shows the name that the program gave it"
  ((let () (define (g x) x) (let () (define (g x) x) (written g))) => "#<procedure g>")
  ((let () (define (g x) x) (let () (define (g x y) x) (g))) raises
   "g: expected 2 arguments, but received 0")
  ((let ((g (lambda (x) x))) (let ((g (lambda (x) x))) (written g))) => "#<procedure g>")
  ((written (car (list (lambda (x) x)))) => "#<procedure>")
  ((written (list (lambda (x) x) (lambda (y) y))) => "(#<procedure> #<procedure>)")
  ((let loop ((i 0)) (loop)) raises "loop: expected 1 argument, but received 0"))

(set! x 5)
(define car-of-mine cadr)
(tests "set! of a global variable"
  (x => 5)
  ((begin (set! x (+ x 1)) x) => 6)
  ((let ((old cdddr)) (set! cdddr car) (let ((value (cdddr '(1 2 3 4)))) (set! cdddr old) value))
   => 1))

(tests "internal definitions"
  ((let ((x 5)) (define foo (lambda (y) (bar x y))) (define bar (lambda (a b) (+ (* a b) a))) (foo (+ x 3)))
   => 45)
  ((let () (define-record-type thing (make-thing a) thing? (a thing-a)) (thing-a (make-thing 5)))
   => 5)
  ((let () (define-values (a b) (values 1 2)) (define c (+ a b)) c) => 3)
  ((let () (define (f) 1) (define g (f)) (define (h) g) (h)) => 1)
  ((let ((x 1)) (define (get) x) (set! x 2) (get)) => 2)
  ((let () (define x 10) (define (f) (define x 20) x) (list x (f))) => '(10 20))
  ((let () (define a 1) (display "") (define b 2) (+ a b)) => 3)
  ((let () (define f (lambda () g)) (define g 5) (f)) => 5)
  ((let ((f (lambda () (define x 1) (set! x (+ x 1)) x))) (list (f) (f))) => '(2 2)))

(test "a variable that is set and captured lives in one place"
      '(1 2 2)
      (let ()
        (define n 0)
        (define (next) (set! n (+ n 1)) n)
        (let* ((a (next)) (b (next))) (list a b n))))

(tests "forms that are not right"
  ((define) is-refused "define: expected a name and a value")
  ((define 5 1) is-refused "define: expected a name to define, but received 5")
  ((define a 1 2) is-refused "define: expected one value, but found another part")
  ((lambda) is-refused "lambda: expected parameters and a body, but found no parts")
  ((lambda (x)) is-refused "lambda: expected parameters and a body, but found 1 part")
  ((lambda (x x) x) is-refused "lambda: the variable x is used twice")
  ((lambda (x 5) x) is-refused "lambda: expected a variable, but received 5")
  ((lambda (x . 5) x) is-refused "lambda: expected a variable, but received 5")
  ((let ((x)) x) is-refused
   "let: expected a variable and a value, but received (x)")
  ((let ((x 1) (x 2)) x) is-refused "let: the variable x is used twice")
  ((let (x 1) x) is-refused "let: expected a variable and a value, but received x")
  ((let x) is-refused "let: expected bindings and a body, but found 1 part")
  ((let () (define a 1)) is-refused "let: expected an expression at the end")
  ((lambda () (define a 1) (define a 2) a) is-refused "define: a is defined twice in this body")
  ((if (define a 1) 2) is-refused
   "define: expected at the top level or at the beginning of a body")
  ((set! 5 1) is-refused "set!: expected a variable, but received 5")
  ((set! x) is-refused "set!: expected a variable and a value, but found 1 part")
  ((set! if 1) is-refused "set!: expected a variable, but received if")
  ((quote) is-refused "quote: expected one datum, but found no parts")
  ((quote 1 2) is-refused "quote: expected one datum, but found 2 parts")
  ((quote . 1) is-refused "quote: expected a list, but received a form with a dot (quote . 1)")
  ((+ 1 . 2) is-refused "expected a list, but received a form with a dot (+ 1 . 2)")
  ((let ((x . 1)) x) is-refused
   "let: expected a list, but received a form with a dot (x . 1)")
  ((case-lambda 5) is-refused "case-lambda: expected a list, but received 5")
  ((do ((i 0)) 5) is-refused "do: expected a list, but received 5")
  (() is-refused "expected an expression, but received an empty list ()")
  ((cond) is-refused "cond: expected at least one clause, but found no parts")
  ((cond (else 1) (2 3)) is-refused "cond: expected else in the last clause only")
  ((cond 5) is-refused "cond: expected a clause, but received 5")
  ((case 1 (else 2) ((1) 3)) is-refused "case: expected else in the last clause only")
  ((do ((i 0 1 2)) (#t)) is-refused "do: expected a variable, a value and a step")
  ((do ((i 0)) ()) is-refused "do: expected a test")
  ((parameterize ((a)) 1) is-refused
   "parameterize: expected a parameter and a value, but received (a)")
  ((guard 5 1) is-refused "guard: expected a variable, but received 5")
  ((let-values (((a) 1 2)) a) is-refused
   "let-values: expected variables and an expression, but received ((a) 1 2)")
  ((cond-expand) is-refused "cond-expand: no clause fits this system")
  ((cond-expand ((library) 1)) is-refused
   "cond-expand: expected a feature requirement, but received (library)"))

(tests "cond-expand"
  ((cond-expand (r7rs 'yes) (else 'no)) => 'yes)
  ((cond-expand (no-such-feature 'yes) (else 'no)) => 'no)
  ((cond-expand ((and r7rs full-unicode) 'both) (else 'no)) => 'both)
  ((cond-expand ((or no-such-feature ratios) 'one) (else 'no)) => 'one)
  ((cond-expand ((not no-such-feature) 'not) (else 'no)) => 'not)
  ((cond-expand ((and) 'and) (else 'no)) => 'and)
  ((let () (cond-expand (r7rs (define a 1) (define b 2))) (+ a b)) => 3))
