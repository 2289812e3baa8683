; guard: handling what is raised. R7RS 4.2.7.

(tests "clauses"
  ((guard (e ((assq 'a e) => cdr) ((assq 'b e))) (raise (list (cons 'a 42)))) => 42)
  ((guard (e ((assq 'a e) => cdr) ((assq 'b e))) (raise (list (cons 'b 23)))) => '(b . 23))
  ((guard (e ((symbol? e) (list 'sym e)) ((string? e) (list 'str e))) (raise 'boom))
   => '(sym boom))
  ((guard (e ((symbol? e) 'sym) (else 'other)) (raise 5)) => 'other)
  ((guard (e (#f 'no) (e)) (raise 5)) => 5)
  ((guard (e (#t 1 2 3)) (raise 0)) => 3)
  ((guard (e (#t 'handled)) 'value) => 'value)
  ((guard (e (#t 'handled)) 1 2 3) => 3)
  ((guard (e (#t 'handled)) (define x 1) (+ x 1)) => 2)
  ((guard (e ((= e 5) 'five)) (raise 5)) => 'five))

(tests "a guard without clauses lets all pass"
  ((guard (e) 1) => 1)
  ((guard (e) (raise 'on)) raises 'on))

(tests "what is raised need not be a condition"
  ((guard (e ((number? e) (* e 2))) (raise 21)) => 42)
  ((guard (e ((null? e) 'nothing)) (raise '())) => 'nothing)
  ((guard (e ((not e) 'false)) (raise #f)) => 'false)
  ((guard (e ((procedure? e) (e))) (raise (lambda () 7))) => 7))

(tests "errors of builtins and of the program alike"
  ((guard (e ((error-object? e) (error-object-message e))) (error "no luck" 1 2))
   => "no luck")
  ((guard (e ((error-object? e) (error-object-irritants e))) (error "no luck" 1 2))
   => '(1 2))
  ((guard (e ((error-object? e) (condition-report-string e))) (car 5))
   => "car: expected a pair, but received 5")
  ((guard (e ((error-object? e) 'caught)) (vector-ref #(1) 9)) => 'caught)
  ((guard (e ((error-object? e) 'caught)) (not-a-variable)) => 'caught)
  ((guard (e ((error-object? e) 'caught)) (/ 1 0)) => 'caught)
  ((guard (e ((string? e) 'string)) (guard (e2 ((number? e2) 'number)) (raise 'x)))
   raises 'x))

(test "no clause fits: the object goes on to the next guard"
      '(outer (x . y))
      (guard (e ((pair? e) (list 'outer e)))
        (guard (e ((number? e) 'inner))
          (raise (cons 'x 'y)))))

(test "no clause fits: raised again as continuable, where it was raised"
      '(1 (back 42))
      (let ((log '()))
        (list 1
              (with-exception-handler
               (lambda (object) 42)
               (lambda ()
                 (guard (e ((string? e) 'string))
                   (list 'back (raise-continuable 'symbol))))))))

(test "the variable of a guard is local"
      'outer
      (let ((e 'outer))
        (guard (e (#t e)) (raise 'inner))
        e))

(test "a clause may raise to the outside"
      '(again first)
      (guard (e (#t (list 'again e)))
        (guard (e (#t (raise e)))
          (raise 'first))))

(test "a guard in a handler of a guard"
      '(outer inner)
      (guard (e (#t (list 'outer (guard (f (#t f)) (raise 'inner)))))
        (raise 'first)))

(test "clauses run outside of the winds of the body"
      '(in out handled)
      (let ((log '()))
        (guard (e (#t (set! log (cons e log))))
          (dynamic-wind
           (lambda () (set! log (cons 'in log)))
           (lambda () (raise 'handled))
           (lambda () (set! log (cons 'out log)))))
        (reverse log)))

(test "when no clause fits, the winds are entered again to raise again"
      '(in out in out caught)
      (let ((log '()))
        (define (note x) (set! log (cons x log)))
        (guard (e (#t (note e)))
          (guard (e ((number? e) (note 'number)))
            (dynamic-wind
             (lambda () (note 'in))
             (lambda () (raise 'caught))
             (lambda () (note 'out)))))
        (reverse log)))

(test "clauses see the parameters of the guard, not of the body"
      'outer
      (let ((p (make-parameter 'outer)))
        (guard (e (#t (p)))
          (parameterize ((p 'inner)) (raise 'x)))))

(test "tests see the parameters of the guard; a handler, those of the raise"
      '(inner outer outer)
      (let ((p (make-parameter 'outer)) (log '()))
        (define (note x) (set! log (cons x log)) #f)
        (with-exception-handler
         (lambda (e) (note (p)))
         (lambda ()
           (guard (e ((note (p)) 'never) ((note (p)) => list))
             (parameterize ((p 'inner)) (raise-continuable 'x)))))
        log))

(test "an error in a test goes on to the next guard"
      "car: expected a pair, but received x"
      (guard (e (#t (condition-report-string e)))
        (guard (e ((car e) 'never)) (raise 'x))))

(test "what a clause sets, its body sees"
      '(1 2)
      (guard (e ((begin (set! e (+ e 1)) #t) (list 1 e))) (raise 1)))

(test "a loop through a clause of a guard without else is a tail call"
      'done
      (let loop ((i 0))
        (guard (e ((= e many) 'done) ((number? e) (loop (+ i 1))))
          (raise i))))

(test "a guard in a loop takes no space"
      'done
      (let loop ((i 0))
        (if (= i many)
            'done
            (begin
              (guard (e (#t #f)) (if (odd? i) (raise i) i))
              (loop (+ i 1))))))

(test "a loop through the clauses of a guard is a tail call"
      'done
      (let loop ((i 0))
        (guard (e ((= e many) 'done) (else (loop (+ i 1))))
          (raise i))))

(test "the continuation of a guard's body may be entered again"
      '(1 2 3)
      (let ((k #f) (log '()))
        (let ((value (guard (e (#t 'error)) (call/cc (lambda (c) (set! k c) 1)))))
          (set! log (cons value log))
          (if (< value 3) (k (+ value 1)) (reverse log)))))

(test "entering the body of a guard again puts its handler in force again"
      '(first (caught oops))
      (let ((k #f) (log '()))
        (let ((value (guard (e (#t (list 'caught e)))
                       (let ((x (call/cc (lambda (c) (set! k c) 'first))))
                         (if (eq? x 'raise) (raise 'oops) x)))))
          (set! log (cons value log))
          (if (eq? value 'first) (k 'raise) (reverse log)))))

(tests "forms that are not right"
  ((guard (e 5) 1) is-refused "guard: expected a clause, but received 5")
  ((guard (e ()) 1) is-refused "guard: expected a clause, but received ()")
  ((guard (e (else)) 1) is-refused "guard: expected an expression after else")
  ((guard (e (#t => 1 2)) 1) is-refused "guard: expected one expression after =>")
  ((guard (e (else 1) (#t 2)) 1) is-refused "guard: expected else in the last clause only"))
