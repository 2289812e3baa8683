; A program may have its own procedure with the name of one it imports.
(define-library (squares)
  (export square twice)
  (import (rename (scheme base) (square r7rs-square)))
  (begin
    (define (square x) (list 'square (r7rs-square x)))
    (define (twice x) (square (square-of x)))
    (define (square-of x) (r7rs-square x))))
