(define-library (undeclared)
  (export x)
  (import (scheme base))
  (define x 1))
