(define-library (nothing-there)
  (export something)
  (import (scheme base))
  (begin
    (define (other) (something))))
