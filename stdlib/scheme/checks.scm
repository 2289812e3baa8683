; What the procedures written in Scheme ask of their arguments.
; Names that begin with % are not for programs.

(define-syntax %check
  (syntax-rules ()
    ((_ who predicate expected argument)
     (if (not (predicate argument)) (%wrong-type 'who expected argument)))))

(define-syntax %check-procedure
  (syntax-rules ()
    ((_ who argument) (%check who procedure? "a procedure" argument))))

; What is left of a list when it has no more pairs must be the empty list.
(define-syntax %check-end
  (syntax-rules ()
    ((_ who rest list) (if (not (null? rest)) (%wrong-type 'who "a list" list)))))
