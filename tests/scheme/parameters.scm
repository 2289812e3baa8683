; Dynamic bindings. R7RS 4.2.6.

(define radix
  (make-parameter 10
                  (lambda (x)
                    (if (and (exact-integer? x) (<= 2 x 16)) x (error "invalid radix" x)))))
(define (in-radix n) (number->string n (radix)))

(tests "make-parameter and parameterize"
  (((make-parameter 1) 2) raises "call: expected no arguments, but received 1")
  ((radix) => 10)
  ((in-radix 12) => "12")
  ((parameterize ((radix 2)) (in-radix 12)) => "1100")
  ((in-radix 12) => "12")
  ((parameterize ((radix 0)) (in-radix 12)) raises "invalid radix 0")
  ((radix) => 10)
  ((parameterize () 5) => 5)
  ((parameterize ((radix 2)) (define x 1) (+ x (radix))) => 3)
  ((let ((p (make-parameter 1)))
     (parameterize ((p 2)) (parameterize ((p 3)) (p))))
   => 3)
  ((let ((p (make-parameter 1)) (q (make-parameter 2)))
     (parameterize ((p (q)) (q (p))) (list (p) (q))))
   => '(2 1))
  ((procedure? (make-parameter 1)) => #t)
  ((make-parameter 1 2) raises "make-parameter: expected a procedure, but received 2")
  ((parameterize ((5 1)) 2) raises "parameterize: expected a parameter, but received 5")
  (((make-parameter 1) 2) fails arity))

(test "the converter is called once for each value"
      '(1 2 4)
      (let* ((calls '())
             (p (make-parameter 1 (lambda (x) (set! calls (cons x calls)) (* x 2)))))
        (parameterize ((p 2)) (list (length calls) (p) (parameterize ((p 2)) (p))))
        (list (car (reverse calls)) (p) (parameterize ((p 2)) (p)))))

(test "a procedure sees the parameters of its caller"
      '(outer inner outer)
      (let* ((p (make-parameter 'outer)) (get (lambda () (p))))
        (let* ((a (get)) (b (parameterize ((p 'inner)) (get))) (c (get)))
          (list a b c))))

(test "leaving by a continuation takes the value out of force"
      'outer
      (let ((p (make-parameter 'outer)))
        (call/cc (lambda (k) (parameterize ((p 'inner)) (k 0))))
        (p)))

(test "leaving by an error takes the value out of force"
      '(inner outer)
      (let* ((p (make-parameter 'outer))
             (caught (guard (e (#t e)) (parameterize ((p 'inner)) (raise (p))))))
        (list caught (p))))

(test "entering again by a continuation puts the value in force"
      '(inner outer inner outer)
      (let ((p (make-parameter 'outer)) (k #f) (log '()) (count 0))
        (parameterize ((p 'inner))
          (call/cc (lambda (c) (set! k c)))
          (set! log (cons (p) log)))
        (set! log (cons (p) log))
        (set! count (+ count 1))
        (if (< count 2) (k 0) (reverse log))))

(test "a generator keeps its parameters"
      '(a top b top)
      (let ((p (make-parameter 'top)) (return #f) (resume #f) (log '()))
        (define (yield)
          (call/cc (lambda (k) (set! resume k) (return (p)))))
        (define (start)
          (parameterize ((p 'a)) (yield))
          (parameterize ((p 'b)) (yield))
          (return 'end))
        (define (next)
          (call/cc (lambda (k)
                     (set! return k)
                     (if resume (resume 0) (start)))))
        (let* ((one (next)) (two (p)) (three (next)) (four (p)))
          (list one two three four))))

(test "the body of parameterize is not in tail position, its value is delivered"
      '(1 2)
      (values->list (parameterize ((radix 3)) (values 1 2))))
