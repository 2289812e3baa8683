; Text made to a pattern.
(define-library (srfi 28)
  (import (brshell))
  (export format))
