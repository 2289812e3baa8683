; Exceptions. R7RS 6.11.

(tests "with-exception-handler and raise-continuable"
  ((with-exception-handler
    (lambda (con) (if (string? con) 42 0))
    (lambda () (+ (raise-continuable "should be a number") 23)))
   => 65)
  ((with-exception-handler (lambda (e) 1) (lambda () 5)) => 5)
  ((with-exception-handler
    (lambda (e) (* e 10))
    (lambda () (+ (raise-continuable 1) (raise-continuable 2))))
   => 30)
  ((with-exception-handler 5 (lambda () 1)) raises
   "with-exception-handler: expected a procedure, but received 5")
  ((with-exception-handler (lambda (e) 1) 5) raises
   "with-exception-handler: expected a procedure, but received 5"))

(test "a handler leaves by a continuation"
      'exception
      (call/cc
       (lambda (k)
         (with-exception-handler
          (lambda (e) (k 'exception))
          (lambda () (+ 1 (raise 'an-error)))))))

(test "a handler leaves by a continuation from an error of a builtin"
      '(type 5)
      (call/cc
       (lambda (k)
         (with-exception-handler
          (lambda (e) (k (cons (condition-kind e) (error-object-irritants e))))
          (lambda () (+ 1 (car 5)))))))

(test "a handler that returns from raise is an error of its own"
      '(handled secondary)
      (let ((log '()))
        (guard (e ((error-object? e) (set! log (cons 'secondary log))))
          (with-exception-handler
           (lambda (e) (set! log (cons 'handled log)) 'ignored)
           (lambda () (+ 1 (raise 'an-error)))))
        (reverse log)))

(test "so is one that returns from an error of a builtin"
      '(handled secondary)
      (let ((log '()))
        (guard (e ((error-object? e) (set! log (cons 'secondary log))))
          (with-exception-handler
           (lambda (e) (set! log (cons 'handled log)) 'ignored)
           (lambda () (+ 1 (vector-ref #(1 2) 2)))))
        (reverse log)))

(test "a handler runs with the handlers outside in force"
      '(inner outer)
      (let ((log '()))
        (with-exception-handler
         (lambda (e) (set! log (cons 'outer log)) 1)
         (lambda ()
           (with-exception-handler
            (lambda (e)
              (set! log (cons 'inner log))
              (+ 1 (raise-continuable e)))
            (lambda () (raise-continuable 'x)))))
        (reverse log)))

(test "after a continuable exception the handler is in force again"
      '(1 2)
      (let ((count 0))
        (with-exception-handler
         (lambda (e) (set! count (+ count 1)) count)
         (lambda ()
           (let* ((a (raise-continuable 'x)) (b (raise-continuable 'y)))
             (list a b))))))

(test "a handler sees the winds and parameters of where it was raised"
      '(inner (in handler out))
      (let ((p (make-parameter 'outer)) (log '()) (seen #f))
        (define (note x) (set! log (cons x log)))
        (with-exception-handler
         (lambda (e) (note 'handler) (set! seen (p)) 0)
         (lambda ()
           (dynamic-wind
            (lambda () (note 'in))
            (lambda () (parameterize ((p 'inner)) (raise-continuable 'x)))
            (lambda () (note 'out)))))
        (list seen (reverse log))))

(test "an error in a handler goes to the next one"
      '(outer (first second))
      (guard (e (#t (list 'outer e)))
        (with-exception-handler
         (lambda (e) (raise (list e 'second)))
         (lambda () (raise 'first)))))

(tests "error objects"
  ((error-object? (guard (e (#t e)) (error "bad" 1))) => #t)
  ((error-object? 'bad) => #f)
  ((error-object-message (guard (e (#t e)) (error "bad" 1 "x" 'y))) => "bad")
  ((error-object-irritants (guard (e (#t e)) (error "bad" 1 "x" 'y))) => '(1 "x" y))
  ((error-object-irritants (guard (e (#t e)) (error "bad"))) => '())
  ((error "walk: no leg" 'left "knee" 3) raises "walk: no leg left \"knee\" 3")
  ((error 'walk "no leg:" 'left) raises "walk: no leg: left")
  ((error 'walk 1 2) raises "walk 1 2")
  ((error 'walk) raises "walk")
  ((error-object-message (guard (e (#t e)) (error 'walk "no leg:" 'left)))
   => "walk: no leg:")
  ((error-object-message 5) raises
   "error-object-message: expected a condition, but received 5")
  ((error) fails arity))

(define (kind thunk)
  (guard (e ((error-object? e) (condition-kind e)) (else 'other)) (thunk)))

(tests "kinds of errors"
  ((kind (lambda () (error "x"))) => 'error)
  ((kind (lambda () (car 1))) => 'type)
  ((kind (lambda () ((lambda (x) x)))) => 'arity)
  ((kind (lambda () nowhere)) => 'unbound)
  ((kind (lambda () (vector-ref #() 0))) => 'index)
  ((kind (lambda () (string->symbol 5))) => 'type)
  ((kind (lambda () (open-input-file "no-such-file"))) => 'file)
  ((kind (lambda () (read (open-input-string "(1 2")))) => 'read)
  ((kind (lambda () (eval '(if) (interaction-environment)))) => 'syntax)
  ((kind (lambda () (raise 'x))) => 'other)
  ((guard (e ((read-error? e) 'read)) (read (open-input-string ")"))) => 'read)
  ((guard (e ((file-error? e) 'file)) (open-input-file "no-such-file")) => 'file)
  ((read-error? 'x) => #f)
  ((file-error? (guard (e (#t e)) (error "x"))) => #f))

(tests "messages name the construct, what was expected and what was received"
  ((+ 1 'a) raises "+: expected a number, but received a")
  ((+ 'a 1) raises "+: expected a number, but received a")
  ((- "1") raises "-: expected a number, but received \"1\"")
  ((* 2 #t) raises "*: expected a number, but received #t")
  ((< 1 'b) raises "<: expected a real number, but received b")
  ((vector-ref '(1) 0) raises "vector-ref: expected a vector, but received (1)")
  ((vector-ref #(1 2) 2) raises "vector-ref: expected an index 0..1, but received 2")
  ((vector-ref #(1 2) -1) raises "vector-ref: expected an index 0..1, but received -1")
  ((vector-ref #(1 2) 1.0) raises
   "vector-ref: expected an exact integer, but received 1.0")
  ((string-ref "ab" 5) raises "string-ref: expected an index 0..1, but received 5")
  ((string-length 'a) raises "string-length: expected a string, but received a")
  ((symbol->string "a") raises "symbol->string: expected a symbol, but received \"a\"")
  ((char-upcase "a") raises "char-upcase: expected a character, but received \"a\"")
  ((hash-table-ref (make-hash-table) 1) raises
   "hash-table-ref: expected a key of the table, but received 1")
  ((no-such-variable) raises "no-such-variable: this variable is not defined")
  (((lambda (x) (undefined-thing x)) 1) raises
   "undefined-thing: this variable is not defined"))

(tests "comparing checks every argument"
  ((< 2 1 'a) raises "<: expected a real number, but received a")
  ((= 1 2 'a) raises "=: expected a number, but received a")
  ((> 1 2 'a) raises ">: expected a real number, but received a")
  ((< 'a) raises "<: expected a real number, but received a")
  ((let ((x 'a)) (if (< 2 1 x) 1 2)) raises "<: expected a real number, but received a"))

(tests "the first argument that is wrong is the one reported"
  ((+ 1 'a (car 5)) raises "car: expected a pair, but received 5")
  ((+ 'a 'b) raises "+: expected a number, but received a")
  ((< 2 1 (car 5)) raises "car: expected a pair, but received 5")
  ((vector-set! (vector 1) 5 (car 6)) raises "car: expected a pair, but received 6"))

(tests "tail calls of many arguments"
  ((let ((f (lambda () (5 1 2 3 4 5)))) (f)) raises
   "call: expected a procedure, but received 5")
  ((let* ((g (lambda (x) x)) (f (lambda () (g 1 2 3 4 5)))) (f)) raises
   "g: expected 1 argument, but received 5")
  ((let ((f (lambda () (vector-ref 1 2 3 4 5)))) (f)) fails arity)
  ((apply car (iota 300)) raises "car: expected 1 argument, but received 300"))

(tests "assert"
  ((assert (= 1 1)) => (if #f #f))
  ((assert (= 1 2)) raises "assert: this does not hold: (= 1 2)"))

(test "an error in the middle of a list of definitions leaves the others"
      '(1 unbound)
      (let ()
        (define a 1)
        (list a (kind (lambda () (eval '(begin (define zz nowhere) zz)
                                       (interaction-environment)))))))
