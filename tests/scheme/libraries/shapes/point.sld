(define-library (shapes point)
  (export point point? point-x point-y)
  (import (scheme base))
  (begin
    (define-record-type point-type (point x y) point? (x point-x) (y point-y))))
