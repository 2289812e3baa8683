(define-library (noisy-too)
  (export (rename sound other-sound))
  (import (noisy)))
