; Hygiene: names that a macro inserts mean what they meant where it was written, and
; what it binds is its own. R7RS 4.3, 4.3.1.

(tests "temporaries do not capture"
  ((let-syntax ((my-or (syntax-rules () ((_ a b) (let ((t a)) (if t t b))))))
     (let ((t 5)) (my-or #f t)))
   => 5)
  ((let-syntax ((swap! (syntax-rules () ((_ a b) (let ((tmp a)) (set! a b) (set! b tmp))))))
     (let ((tmp 1) (other 2)) (swap! tmp other) (list tmp other)))
   => '(2 1))
  ((let-syntax ((thunk (syntax-rules () ((_ e) (lambda (x) e)))))
     (let ((x 'outer)) ((thunk x) 'inner)))
   => 'outer)
  ((let-syntax ((collect (syntax-rules ()
                           ((_ e ...) (let ((result '()))
                                        (set! result (cons e result)) ...
                                        (reverse result))))))
     (let ((result 1)) (collect result (+ result 1))))
   => '(1 2))
  ((let-syntax ((m (syntax-rules () ((_ x) (let ((x 1) (y 2)) (list x y))))))
     (let ((y 10)) (m y)))
   => '(1 2)))

(tests "inserted names are those of the definition"
  ((let ((list vector)) (let-syntax ((m (syntax-rules () ((_ x) (list x))))) (m 1))) => #(1))
  ((let-syntax ((m (syntax-rules () ((_ x) (list x))))) (let ((list vector)) (m 1))) => '(1))
  ((let-syntax ((m (syntax-rules () ((_ x) (if x 'yes 'no)))))
     (let ((if list)) (m #t)))
   => 'yes)
  ((let-syntax ((m (syntax-rules () ((_ x) (quote x))))) (let ((quote -)) (m 5))) => 5)
  ((let-syntax ((m (syntax-rules () ((_) (let loop ((i 0)) (if (< i 3) (loop (+ i 1)) i))))))
     (let ((loop 1) (let 2) (+ -) (< >)) (m)))
   => 3)
  ((let ((x 1))
     (let-syntax ((get (syntax-rules () ((_) x))) (put (syntax-rules () ((_ v) (set! x v)))))
       (let ((x 100)) (put 5) (list x (get)))))
   => '(100 5)))

(define-syntax unless-zero
  (syntax-rules () ((_ n e) (cond ((= n 0) #f) (else e)))))
(tests "the derived forms a macro uses are not shadowed by the user"
  ((let ((cond list) (else #f) (= vector)) (unless-zero 1 'not-zero)) => 'not-zero)
  ((let ((begin list) (lambda 5)) (let-syntax ((m (syntax-rules () ((_) (when #t 1 2))))) (m)))
   => 2)
  ((let ((cons list) (append vector) (list->vector 1)) `(1 ,@(vector->list #(2 3)) 4))
   => '(1 2 3 4))
  ((let ((eqv? (lambda (a b) #f))) (case 1 ((1) 'one) (else 'other))) => 'one)
  ((let ((call-with-values list)) (let-values (((a b) (values 1 2))) (+ a b))) => 3)
  ((let ((make-promise list) (force 1)) (procedure? (delay 1))) => #f)
  ((let ((raise list) (call/cc 2)) (guard (e (#t 'caught)) (car 5))) => 'caught)
  ((let ((make-parameter 1) (dynamic-wind 2) (p (make-parameter 1))) (parameterize ((p 2)) (p)))
   => 2))

; Literals match by what they mean, not by their names.

(define-syntax my-if
  (syntax-rules (then else)
    ((_ c then a else b) (if c a b))
    ((_ . other) 'no-match)))
(define-syntax arrow
  (syntax-rules (=>) ((_ a => b) 'arrow) ((_ a b c) 'three)))

(tests "literals"
  ((my-if #t then 1 else 2) => 1)
  ((let ((else #f)) (my-if #t then 1 else 2)) => 'no-match)
  ((let ((then #f)) (my-if #t then 1 else 2)) => 'no-match)
  ((arrow 1 => 2) => 'arrow)
  ((let ((=> 0)) (arrow 1 => 2)) => 'three)
  ((let ((x 1))
     (let-syntax ((is-x (syntax-rules (x) ((_ x) 'same) ((_ y) 'other))))
       (list (is-x x) (let ((x 2)) (is-x x)) (is-x y))))
   => '(same other other))
  ((let-syntax ((m (syntax-rules (lit) ((_ lit) 'literal) ((_ x) 'other))))
     (list (m lit) (m other)))
   => '(literal other)))

(define-syntax literal-through
  (syntax-rules () ((_ x) (arrow 1 x 2))))
(define-syntax literal-inserted
  (syntax-rules () ((_) (arrow 1 => 2))))
(tests "literals that go through another macro"
  ((literal-through =>) => 'arrow)
  ((literal-inserted) => 'arrow)
  ((let ((=> 1)) (literal-inserted)) => 'arrow)
  ((let ((=> 1)) (literal-through =>)) => 'three))

(tests "shadowed keywords are variables"
  ((let ((if list)) (if 1 2 3)) => '(1 2 3))
  ((let ((define 5)) (+ define 1)) => 6)
  ((let ((quote -)) '5) => -5)
  ((let ((let 1) (x 2)) (+ let x)) => 3)
  ((let* ((lambda list) (x (lambda 1 2))) x) => '(1 2))
  (((lambda (begin) (begin 1)) (lambda (x) (+ x 1))) => 2)
  ((let ((set! list)) (set! 1 2)) => '(1 2))
  ((let ((else #f)) (case 1 ((2) 2) (else 'no))) is-refused
   "case: expected a list, but received else")
  ((let ((unquote list)) `(1 ,2)) => '(1 (unquote 2)))
  ((let () (define if list) (if 1 2 3)) => '(1 2 3))
  ((let () (define (when . x) x) (when 1 2)) => '(1 2))
  ((let ((swap 1)) (let-syntax ((swap (syntax-rules () ((_) 2)))) (swap))) => 2)
  ((let-syntax ((v (syntax-rules () ((_) 2)))) (let ((v 1)) (+ v 1))) => 2))

(define-syntax define-hidden
  (syntax-rules ()
    ((_ name value) (begin (define hidden value) (define (name) hidden)))))
(define hidden 'mine)
(define-hidden get-first 1)
(define-hidden get-second 2)
(tests "temporaries in generated definitions"
  ((list hidden (get-first) (get-second)) => '(mine 1 2))
  ((let ()
     (define hidden 'local)
     (define-hidden f 3)
     (define-hidden g 4)
     (list hidden (f) (g)))
   => '(local 3 4)))

(define-syntax define-shared
  (syntax-rules () ((_ name) (define (name) shared))))
(define shared 'global)
(define-shared get-shared)
(test "a free name in a generated definition is global"
      '(global global)
      (list (get-shared) (let ((shared 'local)) (define-shared f) (f))))

(define-syntax with-loop
  (syntax-rules () ((_ exit body ...) (call/cc (lambda (exit) (let loop () body ... (loop)))))))
(tests "a name the user gives is the user's"
  ((let ((i 0)) (with-loop break (set! i (+ i 1)) (if (= i 5) (break i)))) => 5)
  ((let ((loop 7)) (with-loop break (break loop))) => 7)
  ((with-loop out (with-loop in (in 1)) (out 2)) => 2))

; Macros that make macros

(define-syntax make-adder-macro
  (syntax-rules ()
    ((_ name amount)
     (define-syntax name
       (syntax-rules () ((_ x) (let ((sum (+ x amount))) sum)))))))
(define-syntax jabberwocky
  (syntax-rules ()
    ((_ hatter)
     (begin
       (define march-hare 42)
       (define-syntax hatter (syntax-rules () ((_) march-hare)))))))
(jabberwocky mad-hatter)
(define sum 1000)
(make-adder-macro add-sum sum)
(define-syntax define-alias
  (syntax-rules ()
    ((_ new old) (define-syntax new (syntax-rules () ((_ . args) (old . args)))))))
(define-alias my-if2 if)
(define-syntax my-define define)
(my-define aliased 5)
(define-syntax my-lambda lambda)

(tests "macros that make macros"
  ((mad-hatter) => 42)
  ((let ((sum 5)) (add-sum sum)) => 1005)
  ((my-if2 #t 1 2) => 1)
  ((let ((if list)) (my-if2 #f 1 2)) => 2)
  (aliased => 5)
  (((my-lambda (x) (* x 2)) 4) => 8)
  ((let-syntax ((m (syntax-rules () ((_ n) (let-syntax ((k (syntax-rules () ((_) n)))) (k))))))
     (let ((x 3)) (m x)))
   => 3)
  ((letrec-syntax
       ((outer (syntax-rules ()
                 ((_ x) (let-syntax ((inner (syntax-rules () ((_ y) (list x y))))) (inner 2))))))
     (outer 1))
   => '(1 2)))

(define-syntax be-like-let
  (syntax-rules ()
    ((_ ((x v) ...) body) (my-let* () ((x v) ...) body))))
(define-syntax my-let*
  (syntax-rules ()
    ((_ (done ...) () body) (let (done ...) body))
    ((_ (done ...) ((x v) rest ...) body) (my-let* (done ... (temp v)) (rest ...) (let ((x temp)) body)))))
(test "temporaries of each step are different"
      '(2 1)
      (let ((a 1) (b 2)) (be-like-let ((a b) (b a)) (list a b))))

(test "a temporary that is generated several times in one list of parameters"
      '(1 2 3)
      (let-syntax ((params (syntax-rules ()
                             ((_ k ()) k)
                             ((_ ((ids ...) . body) (x . rest))
                              (params ((ids ... t) . body) rest)))))
        (letrec-syntax
            ((bind (syntax-rules ()
                     ((_ () (ids ...)) (lambda (ids ...) (list ids ...)))
                     ((_ (x . rest) (ids ...)) (bind rest (ids ... t))))))
          ((bind (a b c) ()) 1 2 3))))

(test "quoted symbols of a macro are plain symbols"
      '(#t #t (a b . c) #(p y))
      (let-syntax ((m (syntax-rules () ((_ x) (list (eq? 'sym (string->symbol "sym"))
                                                    (symbol? 'x)
                                                    '(a b . c)
                                                    '#(p x))))))
        (m y)))

(test "quasiquote in a template"
      '(1 2 (3 x))
      (let-syntax ((m (syntax-rules () ((_ a) `(1 ,a (3 x)))))) (m (+ 1 1))))

(test "a macro may use a macro defined after it"
      'later
      (let ()
        (define-syntax first (syntax-rules () ((_) (second))))
        (define-syntax second (syntax-rules () ((_) 'later)))
        (first)))

(test "a definition shadows a macro of an outer scope"
      '(1 outer)
      (let-syntax ((m (syntax-rules () ((_) 'outer))))
        (list (let () (define (m) 1) (m)) (m))))

(tests "an ellipsis or underscore that means something else is a variable"
  ((let ((... 2))
     (let-syntax ((m (syntax-rules () ((_ x ...) 'two) ((_ . all) 'other))))
       (list (m a b) (m a b c))))
   => '(two other))
  ((let ((_ 2)) (let-syntax ((m (syntax-rules () ((m _) (+ _ 1))))) (m 5))) => 6)
  ((eval '(begin (define-syntax m (syntax-rules () ((_ a ...) (list a ...)))) (m 1 2 3))
         (environment '(only (scheme base) begin define-syntax syntax-rules list)))
   => '(1 2 3)))

(test "the keyword of a pattern is not a variable"
      '(5 6)
      (let-syntax ((me (syntax-rules () ((me x) (list x 6)))))
        (me 5)))
