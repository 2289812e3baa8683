; Recursion that is not a tail call goes as deep as memory allows.

(define fairly-deep (quotient deep 10))

(define (count n) (if (= n 0) 0 (+ 1 (count (- n 1)))))
(define (build n) (if (= n 0) '() (cons n (build (- n 1)))))
(define (sum list) (if (null? list) 0 (+ (car list) (sum (cdr list)))))
(define (copy tree)
  (if (pair? tree) (cons (copy (car tree)) (copy (cdr tree))) tree))
(define (ping n) (if (= n 0) 0 (+ 1 (pong (- n 1)))))
(define (pong n) (if (= n 0) 0 (+ 1 (ping (- n 1)))))
(define (nest n) (let loop ((n n) (tree '())) (if (= n 0) tree (loop (- n 1) (list tree)))))
(define (depth tree) (if (null? tree) 0 (+ 1 (depth (car tree)))))
(define (with-rest n . rest) (if (= n 0) (length rest) (+ 0 (apply with-rest (- n 1) rest))))

(tests "deep recursion"
  ((count deep) => deep)
  ((length (build deep)) => deep)
  ((sum (iota deep 1)) => (quotient (* deep (+ deep 1)) 2))
  ((ping deep) => deep)
  ((length (copy (iota fairly-deep))) => fairly-deep))

(tests "deep recursion through procedures that call procedures"
  ((let loop ((n fairly-deep)) (if (= n 0) 0 (+ 1 (car (map loop (list (- n 1)))))))
   => fairly-deep)
  ((let loop ((n fairly-deep)) (if (= n 0) 0 (+ 1 (apply loop (list (- n 1))))))
   => fairly-deep)
  ((let loop ((n fairly-deep))
     (if (= n 0) 0 (+ 1 (call-with-values (lambda () (loop (- n 1))) (lambda (x) x)))))
   => fairly-deep)
  ((let loop ((n (quotient deep 100)))
     (if (= n 0)
         0
         (+ 1 (dynamic-wind (lambda () #f) (lambda () (loop (- n 1))) (lambda () #f)))))
   => (quotient deep 100))
  ((let loop ((n (quotient deep 100))) (if (= n 0) 0 (+ 1 (call/cc (lambda (k) (loop (- n 1)))))))
   => (quotient deep 100))
  ((let loop ((n (quotient deep 100)))
     (if (= n 0) 0 (+ 1 (guard (e (#f 0)) (loop (- n 1))))))
   => (quotient deep 100))
  ((let ((p (make-parameter 0)))
     (let loop ((n (quotient deep 100)))
       (if (= n 0) (p) (+ 0 (parameterize ((p n)) (loop (- n 1)))))))
   => 1)
  ((with-rest fairly-deep 1 2 3) => 3)
  ((fold-right + 0 (iota fairly-deep 1)) => (quotient (* fairly-deep (+ fairly-deep 1)) 2)))

(tests "leaving deep recursion"
  ((call/cc (lambda (k) (let loop ((n fairly-deep)) (if (= n 0) (k 'out) (+ 1 (loop (- n 1)))))))
   => 'out)
  ((guard (e ((symbol? e) e))
     (let loop ((n fairly-deep)) (if (= n 0) (raise 'out) (+ 1 (loop (- n 1))))))
   => 'out)
  ((guard (e ((error-object? e) (condition-kind e)))
     (let loop ((n fairly-deep)) (if (= n 0) (car '()) (+ 1 (loop (- n 1))))))
   => 'type))

(test "entering deep recursion again"
      (list fairly-deep (+ fairly-deep 1) (+ fairly-deep 2))
      (let ((k #f) (results '()))
        (define (dive n)
          (if (= n 0) (call/cc (lambda (c) (set! k c) 0)) (+ 1 (dive (- n 1)))))
        (let ((value (dive fairly-deep)))
          (set! results (cons value results))
          (if (< (length results) 3) (k (length results)) (reverse results)))))

(tests "deep data"
  ((depth (nest fairly-deep)) => fairly-deep)
  ((equal? (nest fairly-deep) (nest fairly-deep)) => #t)
  ((string-length (written (nest fairly-deep))) => (+ 2 (* 2 fairly-deep)))
  ((depth (read-from (written (nest fairly-deep)))) => fairly-deep)
  ((depth (list-copy (nest fairly-deep))) => fairly-deep))
