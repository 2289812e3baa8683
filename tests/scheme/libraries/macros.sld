; Macros that need what their library does not export.
(define-library (macros)
  (export my-or sum-of swap! tick! ticks define-getter private-first)
  (import (scheme base))
  (begin
    (define count 0)
    (define (private-first list) (car list))
    (define (ticks) count)
    (define-syntax tick!
      (syntax-rules () ((_) (begin (set! count (+ count 1)) count))))
    (define-syntax my-or
      (syntax-rules ()
        ((_) #f)
        ((_ expression) expression)
        ((_ expression more ...) (let ((t expression)) (if t t (my-or more ...))))))
    (define-syntax sum-of
      (syntax-rules (up to)
        ((_ a up to b) (apply + (list a b)))
        ((_ a b c d) 'no-literals)))
    (define-syntax swap!
      (syntax-rules ()
        ((_ a b) (let ((old a)) (set! a b) (set! b old)))))
    (define-syntax define-getter
      (syntax-rules () ((_ name list) (define (name) (private-first list)))))))
