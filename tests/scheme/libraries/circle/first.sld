(define-library (circle first)
  (export one)
  (import (scheme base) (circle second))
  (begin (define one 1)))
