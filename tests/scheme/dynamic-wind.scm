; dynamic-wind. R7RS 6.10.

(define log '())
(define (note x) (set! log (cons x log)))
(define (logged thunk)
  (set! log '())
  (thunk)
  (reverse log))
(define (wind name thunk)
  (dynamic-wind (lambda () (note (list name 'in)))
                thunk
                (lambda () (note (list name 'out)))))

(tests "before, thunk, after"
  ((dynamic-wind (lambda () 1) (lambda () 2) (lambda () 3)) => 2)
  ((logged (lambda () (dynamic-wind (lambda () (note 1)) (lambda () (note 2)) (lambda () (note 3)))))
   => '(1 2 3))
  ((logged (lambda () (wind 'a (lambda () (wind 'b (lambda () (note 'body)))))))
   => '((a in) (b in) body (b out) (a out)))
  ((dynamic-wind 5 (lambda () 1) (lambda () 1)) fails type)
  ((dynamic-wind (lambda () 1) (lambda (x) 1) (lambda () 1)) fails arity))

(test "the example of the report"
      '(connect talk1 disconnect connect talk2 disconnect)
      (let ((path '()) (c #f))
        (let ((add (lambda (s) (set! path (cons s path)))))
          (dynamic-wind
           (lambda () (add 'connect))
           (lambda () (add (call/cc (lambda (c0) (set! c c0) 'talk1))))
           (lambda () (add 'disconnect)))
          (if (< (length path) 4)
              (c 'talk2)
              (reverse path)))))

(test "leaving by a continuation runs the afters, inner first"
      '((a in) (b in) (b out) (a out) value)
      (logged
       (lambda ()
         (note (call/cc
                (lambda (k)
                  (wind 'a (lambda () (wind 'b (lambda () (k 'value) (note 'never)))))))))))

(test "leaving by raise runs the afters"
      '((a in) (b in) (b out) (a out) oops)
      (logged
       (lambda ()
         (guard (e (#t (note e)))
           (wind 'a (lambda () (wind 'b (lambda () (raise 'oops)))))))))

(test "leaving by an error of a builtin runs the afters"
      '((a in) (a out) type)
      (logged
       (lambda ()
         (guard (e (#t (note (condition-kind e))))
           (wind 'a (lambda () (car 5)))))))

(test "entering again runs the befores, outer first"
      '((a in) (b in) 1 (b out) (a out) (a in) (b in) 2 (b out) (a out))
      (let ((k #f) (count 0))
        (logged
         (lambda ()
           (wind 'a
                 (lambda ()
                   (wind 'b (lambda () (note (call/cc (lambda (c) (set! k c) 1)))))))
           (set! count (+ count 1))
           (if (= count 1) (k 2))))))

(test "going from one branch to another runs only what is not common"
      '((a in) (b in) (b out) (c in) (c out) (b in) resumed (b out) (a out))
      (let ((k #f) (done #f))
        (logged
         (lambda ()
           (wind 'a
                 (lambda ()
                   (wind 'b
                         (lambda ()
                           (if (eq? (call/cc (lambda (c) (set! k c) 'first)) 'again)
                               (note 'resumed))))
                   (if (not done)
                       (begin
                         (set! done #t)
                         (wind 'c (lambda () (k 'again)))))))))))

(test "a continuation taken in a before"
      '(in1 body out)
      (logged
       (lambda ()
         (dynamic-wind
          (lambda () (note (call/cc (lambda (k) (k 'in1)))))
          (lambda () (note 'body))
          (lambda () (note 'out))))))

(test "leaving in the after: it does not run twice"
      '(in body out left)
      (logged
       (lambda ()
         (call/cc
          (lambda (k)
            (dynamic-wind
             (lambda () (note 'in))
             (lambda () (note 'body))
             (lambda () (note 'out) (k 0)))))
         (note 'left))))

(test "raising in the after goes to the handler outside"
      '(in body out (caught 1))
      (logged
       (lambda ()
         (guard (e (#t (note (list 'caught e))))
           (dynamic-wind
            (lambda () (note 'in))
            (lambda () (note 'body))
            (lambda () (note 'out) (raise 1)))))))

(test "a before that leaves has not entered"
      '(before)
      (logged
       (lambda ()
         (call/cc
          (lambda (k)
            (dynamic-wind
             (lambda () (note 'before) (k 0))
             (lambda () (note 'body))
             (lambda () (note 'after))))))))

(test "befores and afters run with the winds outside in force"
      '((a in) before (a out))
      (logged
       (lambda ()
         (call/cc
          (lambda (k)
            (wind 'a
                  (lambda ()
                    (dynamic-wind
                     (lambda () (note 'before) (k 0))
                     (lambda () 0)
                     (lambda () (note 'never))))))))))

(test "the thunk of dynamic-wind is called with the handlers outside"
      '((a in) handled (a out) 10)
      (logged
       (lambda ()
         (note
          (with-exception-handler
           (lambda (e) (note 'handled) 10)
           (lambda () (wind 'a (lambda () (raise-continuable 'x)))))))))

(test "a generator inside of dynamic-wind enters and leaves at each switch"
      '((g in) (g out) 1 (g in) (g out) 2 (g in) (g out) end)
      (let ((return #f) (resume #f))
        (define (yield x)
          (call/cc (lambda (k) (set! resume k) (return x))))
        (define (next)
          (call/cc
           (lambda (k)
             (set! return k)
             (if resume
                 (resume 0)
                 (begin (wind 'g (lambda () (yield 1) (yield 2)))
                        (return 'end))))))
        (logged (lambda () (note (next)) (note (next)) (note (next))))))

(test "winds nested deep are all left"
      2000
      (let ((count 0))
        (define (deep n k)
          (if (= n 0)
              (k 0)
              (dynamic-wind
               (lambda () (set! count (+ count 1)))
               (lambda () (deep (- n 1) k))
               (lambda () (set! count (+ count 1))))))
        (call/cc (lambda (k) (deep 1000 k)))
        count))

(tests "dynamic-wind checks its procedures before it calls one"
  ((dynamic-wind 1 list list) raises
   "dynamic-wind: expected a procedure, but received 1")
  ((dynamic-wind list 2 list) raises
   "dynamic-wind: expected a procedure, but received 2")
  ((dynamic-wind (lambda () (error "called")) list 3) raises
   "dynamic-wind: expected a procedure, but received 3"))

(define hue (make-parameter 'none))
(define (noting-hue thunk)
  (let* ((log '()) (note (lambda () (set! log (cons (hue) log)))))
    (thunk note)
    (reverse log)))

(tests "before and after see the parameters of the call of dynamic-wind, R7RS 6.10"
  ((noting-hue
    (lambda (note)
      (call/cc
       (lambda (leave)
         (parameterize ((hue 'red))
           (dynamic-wind note (lambda () (parameterize ((hue 'blue)) (leave 1))) note))))))
   => '(red red))
  ((noting-hue
    (lambda (note)
      (guard (e (#t (note)))
        (parameterize ((hue 'red))
          (dynamic-wind note (lambda () (parameterize ((hue 'blue)) (car 5))) note)))))
   => '(red red none))
  ((noting-hue
    (lambda (note)
      (let ((again #f) (times 0))
        (parameterize ((hue 'red))
          (dynamic-wind note
                        (lambda ()
                          (parameterize ((hue 'blue))
                            (call/cc (lambda (k) (set! again k)))
                            (note)))
                        note))
        (set! times (+ times 1))
        (if (< times 2) (parameterize ((hue 'green)) (again 1))))))
   => '(red blue red red blue red)))
