; Control: errors, winds, parameters and promises. R7RS 6.10, 6.11.
; Names that begin with % are not for programs.

; Errors. A handler runs with the handlers around it in force.

; Raise an object: the handler in force gets it, and must not return. R7RS 6.11.
(define (raise object)
  (let ((handlers (%handlers)))
    (cond ((null? handlers) (%uncaught object))
          (else
           (%set-handlers! (cdr handlers))
           ((car handlers) object)
           (%not-continuable object)))))

; Raise an object; what the handler in force returns is returned. R7RS 6.11.
(define (raise-continuable object)
  (let ((handlers (%handlers)))
    (cond ((null? handlers) (%uncaught object))
          (else
           (%set-handlers! (cdr handlers))
           (let ((value ((car handlers) object)))
             (%set-handlers! handlers)
             value)))))

; Raise an error with a message and what it is about. R7RS 6.11.
(define (error message . irritants)
  (raise (%make-error message irritants)))

; An error of a builtin: the stack is unwound to with-exception-handler already.
(define (%failed handlers object)
  (%set-handlers! (cdr handlers))
  ((car handlers) object)
  (%not-continuable object))

; Winds: each is (before after . parameters), those in force where the thunks belong.

; Call the thunk, before first and after last, however control enters and leaves.
; R7RS 6.10.
(define (dynamic-wind before thunk after)
  (%check-procedure dynamic-wind before)
  (%check-procedure dynamic-wind thunk)
  (%check-procedure dynamic-wind after)
  (before)
  (%set-winds! (cons (cons before (cons after (%parameters))) (%winds)))
  (let ((value (thunk)))
    (%set-winds! (cdr (%winds)))
    (after)
    value))

; Run the afters and befores between the winds in force and others, then the thunk.
(define (%rewind target thunk)
  (let* ((here (%winds))
         (common (%common-tail here target)))
    (let unwind ((winds here))
      (cond ((not (eq? winds common))
             (%set-winds! (cdr winds))
             (%set-parameters! (cddar winds))
             ((cadar winds))
             (unwind (cdr winds)))))
    (let rewind ((winds target))
      (cond ((not (eq? winds common))
             (rewind (cdr winds))
             (%set-parameters! (cddar winds))
             ((caar winds))
             (%set-winds! winds))))
    (thunk)))

(define (%common-tail a b)
  (let ((la (length a)) (lb (length b)))
    (let loop ((a (if (> la lb) (list-tail a (- la lb)) a))
               (b (if (> lb la) (list-tail b (- lb la)) b)))
      (if (eq? a b) a (loop (cdr a) (cdr b))))))

; Values

; Call the consumer with the several values that the producer returns. R7RS 6.10.
(define (call-with-values producer consumer)
  (%check-procedure call-with-values producer)
  (%check-procedure call-with-values consumer)
  (%apply-values consumer (producer)))

; guard: the thunk (body) delivers a thunk, which runs after all is unwound.

; (clause object) is a thunk for the clause that takes the object, or #f. When the winds
; in force are those of the guard, it can be asked at once: there is nothing to unwind.
(define (%guard body clause)
  (let ((winds (%winds)) (parameters (%parameters)))
    ((call/cc
      (lambda (leave)
        (with-exception-handler
         (lambda (object)
           (if (eq? winds (%winds))
               (%leave-or-raise leave (%with-parameters parameters clause object) object)
               (%unwind-and-ask leave clause object)))
         (lambda ()
           (let ((value (body)))
             (lambda () value)))))))))

(define (%leave-or-raise leave thunk object)
  (if thunk
      (leave thunk)
      (raise-continuable object)))

(define (%with-parameters parameters procedure object)
  (let ((inner (%parameters)))
    (%set-parameters! parameters)
    (let ((value (procedure object)))
      (%set-parameters! inner)
      value)))

(define (%unwind-and-ask leave clause object)
  ((call/cc
    (lambda (return)
      (leave
       (lambda ()
         (let ((thunk (clause object)))
           (if thunk
               (thunk)
               (return (lambda () (raise-continuable object)))))))))))

; The same with an else clause: (handle object) takes every object.
(define (%guard-all body handle)
  ((call/cc
    (lambda (leave)
      (with-exception-handler
       (lambda (object)
         (leave (lambda () (handle object))))
       (lambda ()
         (let ((value (body)))
           (lambda () value))))))))

; Parameters

(define (%parameterize bindings body)
  (let ((outer (%parameters)))
    (let loop ((bindings bindings) (inner outer))
      (cond ((pair? bindings)
             (loop (cdr bindings) (cons (%converted (caar bindings) (cdar bindings)) inner)))
            (else
             (%set-parameters! inner)
             (let ((value (body)))
               (%set-parameters! outer)
               value))))))

(define (%converted parameter value)
  (let ((converter (%parameter-converter parameter)))
    (cons parameter (if converter (converter value) value))))

; (make-parameter value [converter])
; Return a parameter: a procedure that returns a value which parameterize can change.
; The converter makes the value of what it is given. R7RS 4.2.6.
(define (make-parameter value . converter)
  (cond ((null? converter) (%make-parameter value #f))
        (else
         (%check-procedure make-parameter (car converter))
         (%make-parameter ((car converter) value) (car converter)))))

; Promises

; Return the value of a promise, evaluated when it is first asked for. Any other object
; is returned as it is. R7RS 4.2.5.
(define (force object)
  (if (promise? object)
      (let loop ()
        (if (%promise-done? object)
            (%promise-value object)
            (let ((promise ((%promise-value object))))
              (if (not (%promise-done? object))
                  (%promise-become! object promise))
              (loop))))
      object))
