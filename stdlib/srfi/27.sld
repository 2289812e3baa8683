; Sources of random numbers.
(define-library (srfi 27)
  (import (brshell))
  (export random-integer random-real default-random-source make-random-source
          random-source? random-source-state-ref random-source-state-set!
          random-source-randomize! random-source-pseudo-randomize!
          random-source-make-integers random-source-make-reals))
