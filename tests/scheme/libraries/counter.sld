; A variable that only its library sets.
(define-library (counter)
  (export count next! (rename start-again! reset!))
  (import (scheme base))
  (begin
    (define count 0)
    (define (next!) (set! count (+ count 1)) count)
    (define (start-again!) (set! count 0))))
