; Control: errors, winds, parameters and promises. R7RS 6.10, 6.11.
; Names that begin with % are not for programs.

; Errors. A handler runs with the handlers around it in force.

(define (raise object)
  (let ((handlers (%handlers)))
    (cond ((null? handlers) (%uncaught object))
          (else
           (%set-handlers! (cdr handlers))
           ((car handlers) object)
           (%not-continuable object)))))

(define (raise-continuable object)
  (let ((handlers (%handlers)))
    (cond ((null? handlers) (%uncaught object))
          (else
           (%set-handlers! (cdr handlers))
           (let ((value ((car handlers) object)))
             (%set-handlers! handlers)
             value)))))

(define (error message . irritants)
  (raise (%make-error message irritants)))

; An error of a builtin: the stack is unwound to with-exception-handler already.
(define (%failed handlers object)
  (%set-handlers! (cdr handlers))
  ((car handlers) object)
  (%not-continuable object))

; Winds

(define (dynamic-wind before thunk after)
  (before)
  (%set-winds! (cons (cons before after) (%winds)))
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
             ((cdar winds))
             (unwind (cdr winds)))))
    (let rewind ((winds target))
      (cond ((not (eq? winds common))
             (rewind (cdr winds))
             ((caar winds))
             (%set-winds! winds))))
    (thunk)))

(define (%common-tail a b)
  (let ((la (length a)) (lb (length b)))
    (let loop ((a (if (> la lb) (list-tail a (- la lb)) a))
               (b (if (> lb la) (list-tail b (- lb la)) b)))
      (if (eq? a b) a (loop (cdr a) (cdr b))))))

; Values

(define (call-with-values producer consumer)
  (%apply-values consumer (producer)))
