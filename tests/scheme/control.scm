; Procedures and eval. R7RS 6.10, 6.12.

(tests "procedure?"
  ((procedure? car) => #t)
  ((procedure? 'car) => #f)
  ((procedure? (lambda (x) (* x x))) => #t)
  ((procedure? '(lambda (x) (* x x))) => #f)
  ((call/cc procedure?) => #t)
  ((procedure? map) => #t)
  ((procedure? (make-parameter 1)) => #t)
  ((procedure? (delay 1)) => #f))

(define compose (lambda (f g) (lambda args (f (apply g args)))))

(tests "apply"
  ((apply + (list 3 4)) => 7)
  ((apply + 1 2 '(3 4)) => 10)
  ((apply + '()) => 0)
  (((compose sqrt *) 12 75) => 30)
  ((apply list 1 '()) => '(1))
  ((apply apply (list + (list 1 2))) => 3)
  ((apply map list '((1 2) (3 4))) => '((1 3) (2 4)))
  ((apply (lambda (a . rest) (list a rest)) '(1 2 3)) => '(1 (2 3)))
  ((apply + (iota 1000)) => 499500)
  ((apply max (iota 300)) => 299)
  ((apply + 1) raises "apply: expected a list as the last argument, but received 1")
  ((apply + 1 '(2 . 3)) fails type)
  ((apply + 1 '#0=(2 3 . #0#)) raises
   "apply: expected a list as the last argument, but received #0=(2 3 . #0#)")
  ((apply 5 '()) raises "apply: expected a procedure, but received 5")
  ((apply car '(1 2)) fails arity)
  ((apply) fails arity))

(define (many-parameters a b c d e f g h i j) (list a b c d e f g h i j))
(tests "many parameters"
  ((many-parameters 1 2 3 4 5 6 7 8 9 10) => '(1 2 3 4 5 6 7 8 9 10))
  ((apply many-parameters (iota 10)) => (iota 10))
  (((lambda (a b c d e f . g) g) 1 2 3 4 5 6 7 8) => '(7 8)))

(define here (interaction-environment))
(define seen-by-eval 5)

(tests "eval"
  ((eval '(* 7 3) here) => 21)
  ((eval '(* 7 3)) => 21)
  ((let ((f (eval '(lambda (f x) (f x x)) here))) (f + 10)) => 20)
  ((eval 'seen-by-eval here) => 5)
  ((begin (eval '(define made-by-eval 6) here) (eval 'made-by-eval here)) => 6)
  ((eval (list '+ 1 (list 'quote 2)) here) => 3)
  ((eval (list car ''(1 2)) here) => 1)
  ((eval '(let-syntax ((m (syntax-rules () ((_ x) (list x))))) (m 1)) here) => '(1))
  ((eval ''a here) => 'a)
  ((eval 5 here) => 5)
  ((eval '(call/cc (lambda (k) (+ 1 (k 5)))) here) => 5)
  ((values->list (eval '(values 1 2) here)) => '(1 2))
  ((let ((x 1)) (eval '(begin (define x-of-eval 2) x-of-eval) here)) => 2)
  ((eval 'no-such-name here) raises "no-such-name: this variable is not defined")
  ((eval '(car 5) here) raises "car: expected a pair, but received 5")
  ((eval '(if) here) raises "if: expected a test and one or two branches, but found no parts")
  ((eval '(let ((x 1) . 5) x) here) fails syntax)
  ((eval 1 5) raises "eval: expected an environment, but received 5"))

(tests "environments"
  ((eval '(* 7 3) (environment '(scheme base))) => 21)
  ((eval '(b:* 7 3) (environment '(prefix (only (scheme base) *) b:))) => 21)
  ((eval 'car (environment '(only (scheme base) cdr))) raises
   "car: this variable is not defined")
  ((let ((e (environment '(scheme base)))) (eval '(define x 1) e) (eval '(+ x 1) e)) => 2)
  ((environment '(no such library)) raises
   "import: the library (no such library) is not found")
  ((eval '(let ((x 2)) (* x 3)) (scheme-report-environment 5)) => 6)
  ((eval '(if #t 'yes 'no) (null-environment 5)) => 'yes)
  ((eval 'car (null-environment 5)) raises "car: this variable is not defined")
  ((scheme-report-environment 4) raises
   "scheme-report-environment: expected 5 or 7, but received 4"))

(define eval-k #f)
(test "a continuation captured in eval may be entered again"
      '(1 2 3)
      (let ((seen '()))
        (let ((value (eval '(call/cc (lambda (k) (set! eval-k k) 1)) here)))
          (set! seen (cons value seen))
          (if (< value 3) (eval-k (+ value 1)) (reverse seen)))))

(test "what eval defines is seen by what is compiled after"
      '(new new)
      (begin
        (eval '(define (redefined) 'old) here)
        (eval '(define (uses-it) (redefined)) here)
        (eval '(define (redefined) 'new) here)
        (list (eval '(redefined) here) (eval '(uses-it) here))))

(define (eval-text text) (eval (read-from text) here))
(tests "a form that is in itself is an error, but in quoted data, R7RS 2.4"
  ((eval-text "(if 1 . #0=(2 . #0#))") raises "expected a form that is not in itself")
  ((eval-text "#0=(list 1 #0#)") raises "expected a form that is not in itself")
  ((eval-text "(let #0=((a 1) . #0#) a)") raises "expected a form that is not in itself")
  ((eval-text "(lambda #0=(a . #0#) a)") raises "expected a form that is not in itself")
  ((eval-text "(quasiquote #0=(1 . #0#))") raises "expected a form that is not in itself")
  ((eval-text "(quasiquote #0=#(1 #0#))") raises "expected a form that is not in itself")
  ((eval-text "(define-syntax m (syntax-rules () ((_) '#0=(m . #0#))))") raises
   "expected a form that is not in itself")
  ((environment (read-from "#0=(scheme . #0#)")) raises
   "expected a form that is not in itself")
  ((list-ref (eval-text "'#0=(1 2 . #0#)") 101) => 2)
  ((eval-text "(car '(#0=(1) #0#))") => '(1))
  ((eval-text "(+ #0=(* 2 3) #0#)") => 12)
  ((eval-text "#0=#(1 #0#)") => '#1=#(1 #1#)))
