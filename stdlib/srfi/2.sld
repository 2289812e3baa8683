; A let* that ends at the first claw which is false.
(define-library (srfi 2)
  (import (brshell))
  (export and-let*))
