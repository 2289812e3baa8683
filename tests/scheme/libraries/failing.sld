(define-library (failing)
  (export tail)
  (import (scheme base))
  (begin
    (define tail (cdr 5))))
