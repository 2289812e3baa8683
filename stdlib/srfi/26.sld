; Procedures with some arguments given.
(define-library (srfi 26)
  (import (brshell))
  (export cut cute))
