; Variables for several values.
(define-library (srfi 8)
  (import (brshell))
  (export receive))
