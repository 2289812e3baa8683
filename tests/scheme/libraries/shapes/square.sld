; A library that uses another, and exports some of what that exports.
(define-library (shapes square)
  (import (scheme base) (prefix (shapes point) p:))
  (export square-corners (rename p:point corner))
  (begin
    (define (square-corners x y side)
      (map (lambda (corner) (list (p:point-x corner) (p:point-y corner)))
           (list (p:point x y) (p:point (+ x side) (+ y side)))))))
