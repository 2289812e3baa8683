; Delayed evaluation. R7RS 4.2.5.

(define integers
  (letrec ((next (lambda (n) (delay (cons n (next (+ n 1)))))))
    (next 0)))
(define (head stream) (car (force stream)))
(define (tail stream) (cdr (force stream)))

(tests "delay and force"
  ((force (delay (+ 1 2))) => 3)
  ((let ((p (delay (+ 1 2)))) (list (force p) (force p))) => '(3 3))
  ((head (tail (tail integers))) => 2)
  ((force 5) => 5)
  ((force (make-promise 5)) => 5)
  ((promise? (delay 1)) => #t)
  ((promise? (make-promise 1)) => #t)
  ((promise? 1) => #f)
  ((promise? (lambda () 1)) => #f)
  ((let ((p (delay 1))) (eq? p (make-promise p))) => #t)
  ((promise? (force (delay (delay 1)))) => #t))

(test "a promise is forced once"
      '(1 1 1)
      (let* ((count 0) (p (delay (begin (set! count (+ count 1)) count))))
        (let* ((a (force p)) (b (force p)))
          (list a b count))))

(test "a promise that is forced while it is forced keeps its first value"
      '(6 6)
      (let ()
        (define count 0)
        (define p
          (delay (begin (set! count (+ count 1))
                        (if (> count x) count (force p)))))
        (define x 5)
        (let ((first (force p)))
          (set! x 10)
          (list first (force p)))))

(test "a promise that fails may be forced again"
      'ok
      (let* ((count 0)
             (p (delay (begin (set! count (+ count 1))
                              (if (= count 1) (raise 'first) 'ok)))))
        (guard (e (#t (force p))) (force p))))

(define (stream-filter p? s)
  (delay-force
   (if (null? (force s))
       (delay '())
       (let ((h (car (force s))) (t (cdr (force s))))
         (if (p? h)
             (delay (cons h (stream-filter p? t)))
             (stream-filter p? t))))))

(test "delay-force in a long chain runs in bounded space"
      2001
      (head (stream-filter (lambda (n) (> n 2000)) integers)))

(test "a loop of delay-force"
      'done
      (let ()
        (define (loop n) (if (= n 0) (delay 'done) (delay-force (loop (- n 1)))))
        (force (loop 10000))))

(test "delay-force shares what is forced"
      '(once v v)
      (let* ((log '())
             (r (delay (begin (set! log (cons 'once log)) 'v)))
             (s (delay-force r))
             (t (delay-force s)))
        (let* ((a (force t)) (b (force r)))
          (append log (list a b)))))

(test "parameters of a promise are those of where it is forced first"
      'inner
      (let* ((p (make-parameter 'outer)) (d (delay (p))))
        (parameterize ((p 'inner)) (force d))))
