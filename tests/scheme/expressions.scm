; Primitive expressions and the derived ones that choose and sequence. R7RS 4.1, 4.2.

(tests "variables and literals"
  ((let ((x 28)) x) => 28)
  ((quote a) => 'a)
  ((quote #(a b c)) => #(a b c))
  ((quote (+ 1 2)) => '(+ 1 2))
  ('() => (list))
  (''a => '(quote a))
  ('"abc" => "abc")
  ("abc" => '"abc")
  ('145932 => 145932)
  ('#t => #t)
  ('#\a => #\a)
  (#\a => '#\a)
  (#(1 2) => (vector 1 2))
  (#u8(64 65) => (bytevector 64 65)))

(tests "procedure calls"
  ((+ 3 4) => 7)
  (((if #f + *) 3 4) => 12)
  (((lambda () 5)) => 5)
  ((5 3) fails type)
  (("f") raises "call: expected a procedure, but received \"f\"")
  ((5 1 2 3 4) raises "call: expected a procedure, but received 5")
  ((apply 5 (iota 1000)) raises "apply: expected a procedure, but received 5")
  (((lambda (x) x)) fails arity)
  (((lambda (x) x) 1 2) fails arity))

(define (two-of a b) (list a b))
(define (at-least-one a . rest) (list a rest))

(tests "arity"
  ((two-of 1) raises "two-of: expected 2 arguments, but received 1")
  ((two-of 1 2 3) raises "two-of: expected 2 arguments, but received 3")
  ((two-of 1 2 3 4 5) raises "two-of: expected 2 arguments, but received 5")
  ((apply two-of (iota 1000)) raises
   "two-of: expected 2 arguments, but received 1000")
  ((at-least-one) raises "at-least-one: expected at least 1 argument, but received 0")
  ((car) fails arity)
  ((car '(1) '(2)) fails arity)
  ((vector-ref #(1)) fails arity)
  ((let ((f car)) (f)) fails arity)
  ((apply two-of '(1 2 3)) raises "two-of: expected 2 arguments, but received 3"))

(test "operands are evaluated from left to right, the operator first"
      '(operator 1 2 3)
      (let ((seen '()))
        (define (note x value) (set! seen (cons x seen)) value)
        ((note 'operator list) (note 1 1) (note 2 2) (note 3 3))
        (reverse seen)))

(define reverse-subtract (lambda (x y) (- y x)))
(define add4 (let ((x 4)) (lambda (y) (+ x y))))

(tests "lambda"
  ((procedure? (lambda (x) (+ x x))) => #t)
  (((lambda (x) (+ x x)) 4) => 8)
  ((reverse-subtract 7 10) => 3)
  ((add4 6) => 10)
  (((lambda x x) 3 4 5 6) => '(3 4 5 6))
  (((lambda x x)) => '())
  (((lambda (x y . z) z) 3 4 5 6) => '(5 6))
  (((lambda (x y . z) z) 3 4) => '())
  ((let ((f (lambda x x))) (eq? (f) '())) => #t))

(test "a rest list is new for each call"
      '((1 2) (1 2))
      (let* ((given (list 1 2))
             (kept (apply (lambda rest rest) given)))
        (set-car! kept 1)
        (list given kept)))

(tests "if"
  ((if (> 3 2) 'yes 'no) => 'yes)
  ((if (> 2 3) 'yes 'no) => 'no)
  ((if (> 3 2) (- 3 2) (+ 3 2)) => 1)
  ((if '() 'true 'false) => 'true)
  ((if 0 'true 'false) => 'true)
  ((if "" 'true 'false) => 'true)
  ((if #f 'true 'false) => 'false)
  ((if #false 'true 'false) => 'false)
  ((list (if #t 1)) => '(1)))

(tests "tests of constants"
  ((if 5 'yes 'no) => 'yes)
  ((if (- 3) 'yes 'no) => 'yes)
  ((if (+ 1 2) 'yes 'no) => 'yes)
  ((if (null? 5) 'yes 'no) => 'no)
  ((if (not (* 2 3)) 'yes 'no) => 'no)
  ((if (eq? 5 'five) 'yes 'no) => 'no))

(tests "set!"
  ((let ((x 2)) (+ x 1)) => 3)
  ((let ((x 2)) (set! x 4) (+ x 1)) => 5)
  ((let ((x 1)) (let ((f (lambda () x))) (set! x 2) (f))) => 2)
  ((let ((x 1)) ((lambda () (set! x (+ x 1)))) x) => 2)
  ((set! not-defined-anywhere 1) raises
   "not-defined-anywhere: this variable is not defined")
  ((set! not-defined-anywhere (vector-ref (vector 1) 2)) fails index))

(tests "cond"
  ((cond ((> 3 2) 'greater) ((< 3 2) 'less)) => 'greater)
  ((cond ((> 3 3) 'greater) ((< 3 3) 'less) (else 'equal)) => 'equal)
  ((cond ((assv 'b '((a 1) (b 2))) => cadr) (else #f)) => 2)
  ((cond (#f 1) (2)) => 2)
  ((cond ((assv 'x '((a 1))) => cadr) ((memq 'b '(a b)))) => '(b))
  ((cond (1 2 3)) => 3)
  ((let ((else #f)) (cond (#f 3) (else 4) (2 5))) => 5)
  ((let ((=> #f)) (cond (#t => 'ok))) => 'ok))

(tests "case"
  ((case (* 2 3) ((2 3 5 7) 'prime) ((1 4 6 8 9) 'composite)) => 'composite)
  ((case (car '(c d)) ((a e i o u) 'vowel) ((w y) 'semivowel) (else => (lambda (x) x)))
   => 'c)
  ((case 'x ((x) => list) (else 1)) => '(x))
  ((case 2.0 ((2) 'exact) ((2.0) 'inexact)) => 'inexact)
  ((case #\a ((#\b) 1) ((#\a) 2)) => 2)
  ((case '() ((()) 'empty) (else 'other)) => 'empty)
  ((case "a" (("a") 'found) (else 'other)) => 'other)
  ((case 'else ((else) 'symbol) (else 'other)) => 'symbol)
  ((case 100000000000000000000 ((100000000000000000000) 'big) (else 'other)) => 'big)
  ((case 1/2 ((1/2) 'half) (else 'other)) => 'half)
  ((let ((x 0)) (case (begin (set! x (+ x 1)) x) ((5) 'no) ((1) x) (else 'no))) => 1))

(tests "and, or"
  ((and (= 2 2) (> 2 1)) => #t)
  ((and (= 2 2) (< 2 1)) => #f)
  ((and 1 2 'c '(f g)) => '(f g))
  ((and) => #t)
  ((and 1) => 1)
  ((and #f (car '())) => #f)
  ((or (= 2 2) (> 2 1)) => #t)
  ((or (= 2 2) (< 2 1)) => #t)
  ((or #f #f #f) => #f)
  ((or (memq 'b '(a b c)) (/ 3 0)) => '(b c))
  ((or) => #f)
  ((or #f 3) => 3)
  ((let ((or 5) (x 1)) (+ or x)) => 6))

(tests "when, unless"
  ((let ((x 1)) (when (= x 1) (set! x 2) (* x 10))) => 20)
  ((let ((x 1)) (unless (= x 2) (set! x 3) (* x 10))) => 30)
  ((let ((x 1)) (when #f (set! x 2)) x) => 1)
  ((let ((x 1)) (unless #t (set! x 2)) x) => 1))

(tests "let, let*, letrec, letrec*"
  ((let ((x 2) (y 3)) (* x y)) => 6)
  ((let ((x 2) (y 3)) (let ((x 7) (z (+ x y))) (* z x))) => 35)
  ((let ((x 2) (y 3)) (let* ((x 7) (z (+ x y))) (* z x))) => 70)
  ((let* () 5) => 5)
  ((let* ((x 1) (x (+ x 1)) (x (* x 10))) x) => 20)
  ((letrec ((even? (lambda (n) (if (zero? n) #t (odd? (- n 1)))))
            (odd? (lambda (n) (if (zero? n) #f (even? (- n 1))))))
     (even? 88))
   => #t)
  ((letrec* ((p (lambda (x) (+ 1 (q (- x 1)))))
             (q (lambda (y) (if (zero? y) 0 (+ 1 (p (- y 1))))))
             (x (p 5))
             (y x))
     y)
   => 5)
  ((letrec* ((a 1) (b (+ a 1)) (c (* b 10))) (list a b c)) => '(1 2 20))
  ((letrec ((a (lambda () b)) (b 2)) (a)) => 2)
  ((let () (define x 1) (let ((x (+ x 1))) (define y (* x 2)) (+ x y))) => 6)
  ((letrec ((x y) (y 1)) x) raises "y: this variable is used before its definition")
  ((let* ((f (lambda () 1)) (f (lambda () (+ 1 (f))))) (f)) => 2))

(tests "begin"
  ((let ((x 0)) (begin (set! x 5) (+ x 1))) => 6)
  ((begin 1) => 1)
  ((output-of (begin (display "4 plus 1 equals ") (display (+ 4 1))))
   => "4 plus 1 equals 5"))

(tests "do"
  ((do ((vec (make-vector 5)) (i 0 (+ i 1))) ((= i 5) vec) (vector-set! vec i i))
   => #(0 1 2 3 4))
  ((let ((x '(1 3 5 7 9)))
     (do ((x x (cdr x)) (sum 0 (+ sum (car x)))) ((null? x) sum)))
   => 25)
  ((do ((i 0 (+ i 1)) (j 10 (- j 1))) ((= i j) (list i j))) => '(5 5))
  ((list (do ((i 0 (+ i 1))) ((= i 3)))) => (list (if #f #f))))

(test "each turn of do has variables of its own"
      '(0 1 2)
      (let ((procedures
             (do ((i 0 (+ i 1))
                  (made '() (cons (lambda () i) made)))
                 ((= i 3) (reverse made)))))
        (map (lambda (procedure) (procedure)) procedures)))

(test "setting a variable of do is seen by that turn's procedures only"
      '(10 11 12)
      (let ((procedures
             (do ((i 0 (+ i 1))
                  (made '() (cons (lambda () (set! i (+ i 10)) i) made)))
                 ((= i 3) (reverse made)))))
        (map (lambda (procedure) (procedure)) procedures)))

(tests "named let"
  ((let loop ((numbers '(3 -2 1 6 -5)) (nonneg '()) (neg '()))
     (cond ((null? numbers) (list nonneg neg))
           ((>= (car numbers) 0)
            (loop (cdr numbers) (cons (car numbers) nonneg) neg))
           ((< (car numbers) 0)
            (loop (cdr numbers) nonneg (cons (car numbers) neg)))))
   => '((6 1 3) (-5 -2)))
  ((let loop () 5) => 5)
  ((let loop ((i 0)) (if (< i 10) (+ 1 (loop (+ i 1))) 0)) => 10)
  ((let f ((x 1)) (let ((f (lambda (y) (* y 100)))) (f x))) => 100)
  ((let loop ((i 0) (made '()))
     (if (= i 3)
         (map (lambda (procedure) (procedure)) made)
         (loop (+ i 1) (cons (lambda () i) made))))
   => '(2 1 0))
  ((let ((loop (lambda (x) (* x 10)))) (let loop ((i (loop 1))) i)) => 10)
  ((let outer ((i 0) (sum 0))
     (if (= i 4)
         sum
         (let inner ((j 0) (sum sum))
           (if (= j 3) (outer (+ i 1) sum) (inner (+ j 1) (+ sum (* i j)))))))
   => 18))

(tests "the order of definitions in a body"
  ((let ((x 5))
     (define foo (lambda (y) (bar x y)))
     (define bar (lambda (a b) (+ (* a b) a)))
     (foo (+ x 3)))
   => 45)
  ((let ()
     (define (even? n) (or (= n 0) (odd? (- n 1))))
     (define (odd? n) (and (not (= n 0)) (even? (- n 1))))
     (list (even? 10) (odd? 7) (odd? 4)))
   => '(#t #t #f))
  ((let () (define x 1) (set! x (+ x 1)) (define y (* x 10)) (+ x y)) => 22)
  ((let () (define a (lambda () b)) (define b 2) (a)) => 2)
  ((let () (define a b) (define b 2) a) raises
   "b: this variable is used before its definition")
  ((let () (begin (define p 1) (define q 2)) (+ p q)) => 3)
  ((let ((+ -)) (+ 5 3)) => 2)
  ((let () (define (list . args) (vector args)) (list 1 2)) => #((1 2))))
