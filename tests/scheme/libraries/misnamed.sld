(define-library (another name)
  (export)
  (import (scheme base)))
