(define-library (noisy)
  (export sound)
  (import (scheme base) (scheme write))
  (begin
    (display "[noisy runs]")
    (define sound 'bang)))
