; A small harness: each check compares what an expression delivers with what it should.
;
;   (test "name" expected expression)
;   (tests "name" row ...) where a row is one of
;     (expression => expected)          the value is equal? to what is expected
;     (expression near number)          the value is almost that number
;     (expression raises message)       it raises a condition that reports this
;     (expression fails kind)           it raises a condition of this kind
;     (form is-refused message)         the expander raises a condition that says this

(define test-results '()) ; newest first: (name passed? what-was-wrong)

(define-syntax test
  (syntax-rules ()
    ((_ name expected expression)
     (test-outcome name 'expression expected (outcome expression)))))

(define-syntax tests
  (syntax-rules (=> near raises fails is-refused)
    ((_ name) #t)
    ((_ name (expression => expected) row ...)
     (begin (test name expected expression)
            (tests name row ...)))
    ((_ name (expression near expected) row ...)
     (begin (test-outcome name 'expression expected
                          (outcome (rounded-to expected expression)))
            (tests name row ...)))
    ((_ name (expression raises message) row ...)
     (begin (test name (list 'raised message) expression)
            (tests name row ...)))
    ((_ name (expression fails kind) row ...)
     (begin (test-outcome name 'expression (list 'failed 'kind) (failure expression))
            (tests name row ...)))
    ((_ name (form is-refused message) row ...)
     (begin (test-outcome name 'form (list 'raised message)
                          (outcome (eval 'form (interaction-environment))))
            (tests name row ...)))))

(define (test-outcome name expression expected actual)
  (let ((passed? (equal? expected actual)))
    (set! test-results
          (cons (list name
                      passed?
                      (if passed? "" (difference expression expected actual)))
                test-results))))

(define (difference expression expected actual)
  (with-output-to-string
   (lambda ()
     (write expression)
     (display ": expected ")
     (write expected)
     (display ", but received ")
     (write actual))))

; The value of an expression, or (raised object): of a condition, its report.
(define-syntax outcome
  (syntax-rules ()
    ((_ expression)
     (guard (object
             ((error-object? object)
              (list 'raised (condition-report-string object)))
             (else (list 'raised object)))
       expression))))

; The value of an expression, or (failed kind).
(define-syntax failure
  (syntax-rules ()
    ((_ expression)
     (guard (object
             ((error-object? object) (list 'failed (condition-kind object))))
       expression))))

; Return the expected number if the actual one is almost the same.
(define (rounded-to expected actual)
  (if (<= (magnitude (- actual expected)) (* 1e-12 (max 1 (magnitude expected))))
      expected
      actual))

; The values of an expression as a list.
(define-syntax values->list
  (syntax-rules ()
    ((_ expression) (call-with-values (lambda () expression) list))))

; What expressions write to the current output port.
(define-syntax output-of
  (syntax-rules ()
    ((_ expression ...) (with-output-to-string (lambda () expression ...)))))

; What write and display put out for an object.
(define (written object) (output-of (write object)))
(define (displayed object) (output-of (display object)))

; What read makes of a text.
(define (read-from text) (read (open-input-string text)))
