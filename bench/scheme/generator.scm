; size: 20000
; A generator by re-entrant continuations: yields the leaves of a tree with `size`
; leaves, one at a time, while the tree is walked recursively.
(define (make-tree low high)
  (if (= low high)
      low
      (let ((middle (quotient (+ low high) 2)))
        (cons (make-tree low middle) (make-tree (+ middle 1) high)))))
(define (tree->generator tree)
  (define return #f)
  (define (walk tree)
    (cond ((pair? tree)
           (walk (car tree))
           (walk (cdr tree)))
          (else
           (call/cc
            (lambda (rest)
              (set! resume (lambda () (rest #f)))
              (return tree))))))
  (define resume
    (lambda ()
      (walk tree)
      (return #f)))
  (lambda ()
    (call/cc
     (lambda (here)
       (set! return here)
       (resume)))))
(define (sum-of next)
  (let loop ((sum 0))
    (let ((leaf (next)))
      (if leaf (loop (+ sum leaf)) sum))))
(display (sum-of (tree->generator (make-tree 1 size))))
(newline)
