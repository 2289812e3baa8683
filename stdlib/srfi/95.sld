; Sorting lists and vectors alike.
(define-library (srfi 95)
  (import (brshell))
  (export sorted? merge merge! sort sort!))
