; call/cc: leaving, entering again, generators, coroutines, backtracking. R7RS 6.10.

(tests "leaving"
  ((call/cc (lambda (k) 5)) => 5)
  ((call/cc (lambda (k) (k 5))) => 5)
  ((+ 1 (call/cc (lambda (k) (+ 10 (k 5))))) => 6)
  ((call-with-current-continuation
    (lambda (exit)
      (for-each (lambda (x) (if (negative? x) (exit x))) '(54 0 37 -3 245 19))
      #t))
   => -3)
  ((call/cc procedure?) => #t)
  ((eq? call/cc call-with-current-continuation) => #t)
  ((call/cc (lambda (k) (dynamic-wind (lambda () 0) (lambda () (k 'out)) (lambda () 0))))
   => 'out)
  ((call/cc 5) raises "call/cc: expected a procedure, but received 5")
  ((call/cc (lambda () 5)) fails arity)
  ((apply call/cc (list (lambda (k) (k 7)))) => 7)
  ((map (lambda (x) (call/cc (lambda (k) (if (odd? x) (k 'odd) x)))) '(1 2 3)) => '(odd 2 odd))
  (((call/cc (lambda (k) k)) (lambda (x) 5)) => 5)
  (((lambda (k) (if (procedure? k) (k 5) k)) (call/cc (lambda (k) k))) => 5))

(define (list-length object)
  (call/cc
   (lambda (return)
     (letrec ((r (lambda (object)
                   (cond ((null? object) 0)
                         ((pair? object) (+ (r (cdr object)) 1))
                         (else (return #f))))))
       (r object)))))

(tests "leaving a recursion"
  ((list-length '(1 2 3 4)) => 4)
  ((list-length '(a b . c)) => #f))

(test "entering again any number of times"
      '(0 1 2 3 4 5 6 7 8 9)
      (let ((k #f) (seen '()))
        (let ((n (call/cc (lambda (c) (set! k c) 0))))
          (set! seen (cons n seen))
          (if (< n 9) (k (+ n 1)) (reverse seen)))))

(test "each entry has the same values of variables that are not set"
      '((1 10) (2 10) (3 10))
      (let ((k #f) (seen '()))
        (let* ((a (call/cc (lambda (c) (set! k c) 1)))
               (b (* 10 (if (= a 1) 1 1))))
          (set! seen (cons (list a b) seen))
          (if (< a 3) (k (+ a 1)) (reverse seen)))))

(test "variables that are set keep what they were set to"
      '(3 (1 2 3))
      (let ((k #f) (count 0) (seen '()))
        (call/cc (lambda (c) (set! k c)))
        (set! count (+ count 1))
        (set! seen (cons count seen))
        (if (< count 3) (k 0) (list count (reverse seen)))))

(test "a continuation used after its procedure returned"
      '(6 11)
      (let ((k #f) (results '()))
        (define (compute) (+ 1 (call/cc (lambda (c) (set! k c) 5))))
        (set! results (cons (compute) results))
        (if (= (length results) 1) (k 10) (reverse results))))

(test "a continuation out of a deep recursion, entered again"
      '(1000 2000)
      (let ((k #f) (results '()))
        (define (deep n)
          (if (= n 0)
              (call/cc (lambda (c) (set! k c) 0))
              (+ 1 (deep (- n 1)))))
        (set! results (cons (deep 1000) results))
        (if (= (length results) 1) (k 1000) (reverse results))))

(test "operands that were evaluated before are not evaluated again"
      '((1 2 3) (1 20 3) (before 1 3 3))
      (let ((k #f) (log '()) (results '()))
        (define (note x) (set! log (cons x log)) x)
        (set! results
              (cons (list (note 1)
                          (call/cc (lambda (c) (set! k c) 2))
                          (note 3))
                    results))
        (if (= (length results) 1)
            (k 20)
            (append (reverse results) (list (cons 'before (reverse log)))))))

(test "the value before set! in an operand is kept"
      '(1 1)
      (let ((x 1) (k #f) (results '()))
        (let ((value (+ x (call/cc (lambda (c) (set! k c) 0)))))
          (set! results (cons value results))
          (if (= (length results) 1)
              (begin (set! x 100) (k 0))
              results))))

; Generators

(define (make-generator walk)
  (define return #f)
  (define (resume)
    (walk (lambda (x)
            (call/cc (lambda (next)
                       (set! resume (lambda () (next 0)))
                       (return x)))))
    (return 'done))
  (lambda ()
    (call/cc (lambda (k)
               (set! return k)
               (resume)))))

(define (tree-walk tree visit)
  (cond ((pair? tree) (tree-walk (car tree) visit) (tree-walk (cdr tree) visit))
        ((null? tree) #f)
        (else (visit tree))))

(define (generated generator)
  (let loop ((x (generator)) (seen '()))
    (if (eq? x 'done) (reverse seen) (loop (generator) (cons x seen)))))

(define (same-fringe? a b)
  (let ((next-a (make-generator (lambda (visit) (tree-walk a visit))))
        (next-b (make-generator (lambda (visit) (tree-walk b visit)))))
    (let loop ()
      (let ((x (next-a)) (y (next-b)))
        (and (eqv? x y) (or (eq? x 'done) (loop)))))))

(tests "generators"
  ((generated (make-generator (lambda (visit) (for-each visit '(1 2 3))))) => '(1 2 3))
  ((generated (make-generator (lambda (visit) (tree-walk '((1 (2)) 3 (4 . 5)) visit))))
   => '(1 2 3 4 5))
  ((same-fringe? '(1 (2 3) (4)) '((1 2) (3 (4)))) => #t)
  ((same-fringe? '(1 2 3) '(1 (3 2))) => #f)
  ((generated (make-generator (lambda (visit) (vector-for-each visit #(1 2 3))))) => '(1 2 3))
  ((generated (make-generator (lambda (visit) (string-for-each visit "abc"))))
   => '(#\a #\b #\c))
  ((generated (make-generator
               (lambda (visit)
                 (let loop ((i 0)) (when (< i 5) (visit i) (loop (+ i 1)))))))
   => '(0 1 2 3 4))
  ((generated (make-generator
               (lambda (visit) (do ((i 0 (+ i 1))) ((= i 4)) (visit (* i i))))))
   => '(0 1 4 9)))

(test "a generator in a generator"
      '(1 1 2 1 2 3)
      (generated
       (make-generator
        (lambda (visit)
          (let ((outer (make-generator (lambda (visit) (for-each visit '(1 2 3))))))
            (let loop ((n (outer)))
              (unless (eq? n 'done)
                (let ((inner (make-generator (lambda (visit) (for-each visit (iota n 1))))))
                  (let each ((x (inner)))
                    (unless (eq? x 'done) (visit x) (each (inner)))))
                (loop (outer)))))))))

; Coroutines

(test "two coroutines take turns"
      '(a0 b0 a1 b1 a2 b2)
      (let ((queue '()) (log '()))
        (define (enqueue! thunk) (set! queue (append queue (list thunk))))
        (define (dequeue!)
          (let ((thunk (car queue))) (set! queue (cdr queue)) (thunk)))
        (define (yield)
          (call/cc (lambda (k) (enqueue! (lambda () (k 0))) (dequeue!))))
        (define (worker names)
          (lambda ()
            (for-each (lambda (name) (set! log (cons name log)) (yield)) names)
            (dequeue!)))
        (call/cc
         (lambda (exit)
           (enqueue! (worker '(a0 a1 a2)))
           (enqueue! (worker '(b0 b1 b2)))
           (enqueue! (lambda () (yield) (yield) (yield) (yield) (exit 0)))
           (dequeue!)))
        (reverse log)))

; Backtracking

(define fail #f)
(define (amb choices)
  (call/cc
   (lambda (k)
     (let ((outer fail))
       (for-each
        (lambda (choice)
          (call/cc (lambda (next)
                     (set! fail (lambda () (next 0)))
                     (k choice))))
        choices)
       (set! fail outer)
       (fail)))))
(define (solve thunk)
  (call/cc (lambda (k)
             (set! fail (lambda () (k 'none)))
             (thunk))))
(define (require condition) (if (not condition) (fail)))

(tests "backtracking"
  ((solve (lambda ()
            (let* ((a (amb '(1 2 3 4 5 6 7))) (b (amb '(1 2 3 4 5 6 7))) (c (amb '(1 2 3 4 5 6 7))))
              (require (= (* c c) (+ (* a a) (* b b))))
              (require (< b a))
              (list a b c))))
   => '(4 3 5))
  ((solve (lambda () (let ((a (amb '(1 2)))) (require (> a 5)) a))) => 'none))

(test "all solutions, gathered in a list that outlives the failures"
      '((1 4) (2 3) (3 2) (4 1))
      (let ((found '()))
        (solve (lambda ()
                 (let* ((a (amb '(1 2 3 4))) (b (amb '(1 2 3 4))))
                   (require (= (+ a b) 5))
                   (set! found (cons (list a b) found))
                   (fail))))
        (reverse found)))

; Through the procedures that call procedures: what was gathered is not changed by
; entering again.

(define-syntax test-entering-again
  (syntax-rules ()
    ((_ name expected (enter) expression)
     (test name expected
           (let ((k #f) (results '()))
             (define (enter)
               (call/cc (lambda (c) (if (not k) (set! k c)) 0)))
             (let ((value expression))
               (set! results (cons value results))
               (if (< (length results) 3)
                   (k (length results))
                   (reverse results))))))))

(test-entering-again "map"
  '((1 20 3) (1 21 3) (1 22 3)) (enter)
  (map (lambda (x) (if (= x 2) (+ 20 (enter)) x)) '(1 2 3)))
(test-entering-again "map of two lists"
  '((11 22 33) (11 23 33) (11 24 33)) (enter)
  (map (lambda (x y) (+ x y (if (= x 2) (enter) 0))) '(1 2 3) '(10 20 30)))
(test-entering-again "vector-map"
  '(#(1 20 3) #(1 21 3) #(1 22 3)) (enter)
  (vector-map (lambda (x) (if (= x 2) (+ 20 (enter)) x)) #(1 2 3)))
(test-entering-again "string-map"
  '("abc" "abd" "abe") (enter)
  (string-map (lambda (c) (if (char=? c #\c)
                              (integer->char (+ (char->integer c) (enter)))
                              c))
              "abc"))
(test-entering-again "filter"
  '((1 3) (1 2 3) (1 2 3)) (enter)
  (filter (lambda (x) (if (= x 2) (> (enter) 0) #t)) '(1 2 3)))
(test-entering-again "fold"
  '(6 7 8) (enter)
  (fold (lambda (x sum) (+ x sum (if (= x 2) (enter) 0))) 0 '(1 2 3)))
(test-entering-again "fold-right"
  '((1 (2 0) 3) (1 (2 1) 3) (1 (2 2) 3)) (enter)
  (fold-right (lambda (x rest) (cons (if (= x 2) (list x (enter)) x) rest)) '() '(1 2 3)))
(test-entering-again "partition"
  '(((2) (1 3)) ((1 2) (3)) ((1 2) (3))) (enter)
  (values->list (partition (lambda (x) (if (= x 1) (> (enter) 0) (even? x))) '(1 2 3))))
(test-entering-again "delete-duplicates"
  '((1 2) (1 2 2) (1 2 2)) (enter)
  (delete-duplicates '(1 2 2) (lambda (a b) (and (= a b) (= 0 (enter))))))
(test-entering-again "append-map"
  '((1 0 2 0) (1 1 2 0) (1 2 2 0)) (enter)
  (append-map (lambda (x) (list x (if (= x 1) (enter) 0))) '(1 2)))
(test-entering-again "list-sort"
  '((1 2 3) (1 3 2) (1 3 2)) (enter)
  (list-sort (lambda (a b) (if (and (= a 2) (= b 3)) (= 0 (enter)) (< a b)))
             '(3 1 2)))
(test-entering-again "vector-sort"
  '(#(1 2 3) #(1 3 2) #(1 3 2)) (enter)
  (vector-sort (lambda (a b) (if (and (= a 2) (= b 3)) (= 0 (enter)) (< a b)))
               (vector 3 1 2)))
(test-entering-again "assoc"
  '((a . 1) (b . 2) (b . 2)) (enter)
  (assoc 'x '((a . 1) (b . 2))
         (lambda (x key) (if (eq? key 'a) (= 0 (enter)) #t))))
(test-entering-again "call-with-output-string"
  '("ab" "abb" "abbb") (enter)
  (call-with-output-string
   (lambda (port) (write-char #\a port) (enter) (write-char #\b port))))
(test-entering-again "hash-table-update!"
  '(1 2 3) (enter)
  (let ((table (make-hash-table)))
    (hash-table-update!/default table 'x (lambda (n) (+ n 1 (enter))) 0)
    (hash-table-ref/default table 'x #f)))
(test-entering-again "dynamic-wind"
  '((in 0 out in) (in 1 out in) (in 2 out in)) (enter)
  (let ((log '()))
    (let ((value (dynamic-wind
                  (lambda () (set! log (cons 'in '())))
                  (lambda () (enter))
                  (lambda () (set! log (cons 'out log))))))
      (list 'in value (car log) (cadr log)))))
(test-entering-again "parameterize"
  '((in 0) (in 1) (in 2)) (enter)
  (let ((p (make-parameter 'out)))
    (parameterize ((p 'in)) (let ((value (enter))) (list (p) value)))))
(test-entering-again "guard"
  '((caught 0) (caught 1) (caught 2)) (enter)
  (guard (e (#t (list 'caught e))) (raise (enter))))
(test-entering-again "with-exception-handler"
  '(1 2 3) (enter)
  (with-exception-handler
   (lambda (e) (enter))
   (lambda () (+ 1 (raise-continuable 'x)))))
(test-entering-again "a procedure applied to a list"
  '(6 7 8) (enter)
  (apply + (list 1 2 3 (enter))))
(test-entering-again "a named let that is not a tail call"
  '((0 0 2) (0 1 2) (0 2 2)) (enter)
  (let loop ((i 0))
    (if (= i 3) '() (let ((x (if (= i 1) (enter) i))) (cons x (loop (+ i 1)))))))
(test-entering-again "a loop"
  '(3 4 5) (enter)
  (let loop ((i 0) (sum 0))
    (if (= i 3) sum (loop (+ i 1) (+ sum (if (= i 1) (+ 1 (enter)) i))))))
(test-entering-again "a loop that makes procedures"
  '((0 1 2) (0 11 2) (0 12 2)) (enter)
  (map (lambda (procedure) (procedure))
       (do ((i 0 (+ i 1))
            (made '() (let ((x (if (= i 1) (enter) 0)))
                        (cons (lambda () (if (= x 0) i (+ 10 x))) made))))
           ((= i 3) (reverse made)))))
(test-entering-again "a promise keeps its first value"
  '(1 1 1) (enter)
  (let ((p (delay (+ 1 (enter))))) (force p)))
(test-entering-again "let-values"
  '((0 1) (1 1) (2 1)) (enter)
  (let-values (((a b) (values (enter) 1))) (list a b)))
(test-entering-again "string ports"
  '("x" "xx" "xxx") (enter)
  (let ((port (open-output-string)))
    (enter)
    (write-char #\x port)
    (get-output-string port)))

; Definitions and letrec

(test "letrec evaluates all values before it sets any variable"
      0
      (let ((cont #f))
        (letrec ((x (call/cc (lambda (c) (set! cont c) 0)))
                 (y (call/cc (lambda (c) (set! cont c) 0))))
          (if cont
              (let ((c cont))
                (set! cont #f)
                (set! x 1)
                (set! y 1)
                (c 0))
              (+ x y)))))

(test "a definition that is made again is seen by procedures made before"
      '(1 2)
      (let ((results '()) (k #f))
        (define (get) value)
        (define value (call/cc (lambda (c) (set! k c) 1)))
        (set! results (cons (get) results))
        (if (= (length results) 1) (k 2) (reverse results))))

(test "a procedure in a data structure sees a variable that is defined after it"
      '(1 2)
      (let ((results '()) (k #f))
        (define getters (list (lambda () value)))
        (define value (call/cc (lambda (c) (set! k c) 1)))
        (set! results (cons ((car getters)) results))
        (if (= (length results) 1) (k 2) (reverse results))))

(test "call/cc in the value of a definition, called by a procedure"
      '(10 20)
      (let ((results '()))
        (define (compute)
          (define a 10)
          (define k #f)
          (define b (call/cc (lambda (c) (set! k c) 0)))
          (if (= b 0) (k a) (list a (+ a b))))
        (compute)))

; At the top level

(define top-k #f)
(define top-count 0)
(define top-value (call/cc (lambda (k) (set! top-k k) 0)))
(set! top-count (+ top-count 1))
(if (< top-value 3) (top-k (+ top-value 1)))
(test "a continuation at the top level does the rest of the program again"
      '(3 4)
      (list top-value top-count))

; Space

(test "a loop through call/cc takes no space"
      'done
      (let loop ((i 0))
        (if (= i many)
            'done
            (loop (call/cc (lambda (k) (if (odd? i) (k (+ i 1)) (+ i 1))))))))

(test "a loop through call/cc in tail position takes no space"
      'done
      (let ()
        (define (loop i)
          (if (= i many) 'done (call/cc (lambda (k) (loop (+ i 1))))))
        (loop 0)))

(test "a loop that throws out of call/cc and keeps the continuation takes no space"
      'done
      (let ((kept #f))
        (let loop ((i 0))
          (if (= i many)
              'done
              (loop (call/cc (lambda (k) (set! kept k) (k (+ i 1)))))))))

(test "a generator of many values"
      many
      (let ((next (make-generator
                   (lambda (visit) (do ((i 0 (+ i 1))) ((= i many)) (visit i))))))
        (let loop ((count 0))
          (if (eq? (next) 'done) count (loop (+ count 1))))))
