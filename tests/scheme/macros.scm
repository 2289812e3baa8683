; syntax-rules: patterns and templates. R7RS 4.3.

(define-syntax swap!
  (syntax-rules ()
    ((_ a b) (let ((tmp a)) (set! a b) (set! b tmp)))))

(define-syntax my-or
  (syntax-rules ()
    ((_) #f)
    ((_ e) e)
    ((_ e1 e2 ...) (let ((t e1)) (if t t (my-or e2 ...))))))

(define-syntax my-let
  (syntax-rules ()
    ((_ ((name value) ...) body1 body2 ...) ((lambda (name ...) body1 body2 ...) value ...))
    ((_ tag ((name value) ...) body1 body2 ...)
     ((letrec ((tag (lambda (name ...) body1 body2 ...))) tag) value ...))))

(define-syntax my-cond
  (syntax-rules (else)
    ((_ (else e ...)) (begin e ...))
    ((_ (test e ...) clause ...) (if test (begin e ...) (my-cond clause ...)))))

(define-syntax while
  (syntax-rules ()
    ((_ test body ...) (let loop () (if test (begin body ... (loop)) #f)))))

(tests "simple macros"
  ((let ((x 1) (y 2)) (swap! x y) (list x y)) => '(2 1))
  ((my-or) => #f)
  ((my-or #f 5) => 5)
  ((my-or #f #f) => #f)
  ((my-let ((x 1) (y 2)) (+ x y)) => 3)
  ((my-let loop ((i 0) (l '())) (if (= i 3) l (loop (+ i 1) (cons i l)))) => '(2 1 0))
  ((my-cond (#f 1) (else 2 3)) => 3)
  ((my-cond (#t 1) (else 2)) => 1)
  ((let ((i 0) (l '())) (while (< i 3) (set! l (cons i l)) (set! i (+ i 1))) l) => '(2 1 0)))

; Patterns

(define-syntax tail-pattern
  (syntax-rules () ((_ a ... y z) '((a ...) y z))))
(define-syntax dotted-tail
  (syntax-rules () ((_ a ... y . z) '((a ...) y z))))
(define-syntax dotted
  (syntax-rules () ((_ a . b) '(a b))))
(define-syntax nested
  (syntax-rules () ((_ (a b ...) ...) '((a ...) ((b ...) ...)))))
(define-syntax deeper
  (syntax-rules () ((_ ((a (b ...) ...) ...)) '((a b ... ...) ...))))
(define-syntax vector-pattern
  (syntax-rules () ((_ #(a b ...)) '(a (b ...)))))
(define-syntax vector-template
  (syntax-rules () ((_ a ...) #(begin a ... end))))
(define-syntax vector-tail
  (syntax-rules () ((_ #(a ... z)) '((a ...) z))))
(define-syntax literal-data
  (syntax-rules ()
    ((_ 1) 'one) ((_ "a") 'string) ((_ #\a) 'char) ((_ #t) 'true) ((_ ()) 'empty)
    ((_ 1.5) 'float) ((_ x) 'other)))
(define-syntax wild
  (syntax-rules () ((_ _ x _) 'x)))
(define-syntax wild-inserted
  (syntax-rules () ((_ _ x) '(_ x))))
(define-syntax nested-vector
  (syntax-rules () ((_ #((a b ...) ...)) '(#(a ...) (b ... ...)))))
(define-syntax tail-after-literal
  (syntax-rules (=>) ((_ a ... => z) '((a ...) z)) ((_ . other) 'none)))
(define-syntax zero-or-more
  (syntax-rules () ((_ (x ...) ...) '((x ... end) ...))))

(tests "patterns"
  ((tail-pattern 1 2) => '(() 1 2))
  ((tail-pattern 1 2 3 4) => '((1 2) 3 4))
  ((dotted-tail 1 2 3 . 4) => '((1 2) 3 4))
  ((dotted-tail 1) => '(() 1 ()))
  ((dotted-tail 1 . 2) => '(() 1 2))
  ((dotted 1 2 3) => '(1 (2 3)))
  ((dotted 1) => '(1 ()))
  ((dotted 1 . 2) => '(1 2))
  ((nested (1 2 3) (4) (5 6)) => '((1 4 5) ((2 3) () (6))))
  ((nested) => '(() ()))
  ((vector-pattern #(1 2 3)) => '(1 (2 3)))
  ((vector-pattern #(1)) => '(1 ()))
  ((vector-template 1 2) => #(begin 1 2 end))
  ((vector-tail #(1 2 3)) => '((1 2) 3))
  ((map (lambda (x) x)
        (list (literal-data 1) (literal-data "a") (literal-data #\a) (literal-data #t)
              (literal-data ()) (literal-data 1.5) (literal-data 2)))
   => '(one string char true empty float other))
  ((wild 1 2 3) => 2)
  ((wild-inserted 1 2) => '(_ 2))
  ((nested-vector #((1 2 3) (4))) => '(#(1 4) (2 3)))
  ((tail-after-literal 1 2 => 3) => '((1 2) 3))
  ((tail-after-literal => 3) => '(() 3))
  ((tail-after-literal 1 2 3) => 'none)
  ((deeper ((1 (2 3) (4)) (5))) => '((1 2 3 4) (5)))
  ((zero-or-more (1 2) () (3)) => '((1 2 end) (end) (3 end))))

; Templates

(define-syntax flatten
  (syntax-rules () ((_ (a ...) ...) '(a ... ...))))
(define-syntax flatten-deep
  (syntax-rules () ((_ ((a ...) ...) ...) '(a ... ... ...))))
(define-syntax repeat-constant
  (syntax-rules () ((_ c a ...) '((c a) ...))))
(define-syntax repeat-in-depth
  (syntax-rules () ((_ (k a ...) ...) '((k (k a) ...) ...))))
(define-syntax dotted-template
  (syntax-rules () ((_ a b ...) '(b ... . a))))
(define-syntax after-ellipsis
  (syntax-rules () ((_ a ...) '(a ... . (x y)))))
(define-syntax pairs-of
  (syntax-rules () ((_ (a b) ...) '((a . b) ...))))
(define-syntax two-lists
  (syntax-rules () ((_ (a ...) (b ...)) '((a b) ...))))

(tests "templates"
  ((flatten (1 2) () (3)) => '(1 2 3))
  ((flatten-deep ((1) (2 3)) () ((4))) => '(1 2 3 4))
  ((repeat-constant x 1 2) => '((x 1) (x 2)))
  ((repeat-in-depth (a 1 2) (b) (c 3)) => '((a (a 1) (a 2)) (b) (c (c 3))))
  ((dotted-template 0 1 2) => '(1 2 . 0))
  ((after-ellipsis 1 2) => '(1 2 x y))
  ((pairs-of (a 1) (b 2)) => '((a . 1) (b . 2)))
  ((two-lists (1 2) (a b)) => '((1 a) (2 b))))

; The ellipsis: another one, and its escape

(define-syntax own-ellipsis
  (syntax-rules ::: () ((_ (a b :::) :::) '((a :::) (b ::: :::) ...))))
(define-syntax escaped
  (syntax-rules () ((_ a) '(a (... ...)))))
(define-syntax escaped-template
  (syntax-rules () ((_ a b ...) '((... (a ...)) b ...))))
(define-syntax be-like-begin
  (syntax-rules ()
    ((be-like-begin name)
     (define-syntax name
       (syntax-rules ()
         ((name expr (... ...)) (begin expr (... ...))))))))
(be-like-begin sequence)
(define-syntax ellipsis-literal
  (syntax-rules (...) ((_ ...) 'dots) ((_ x) 'other)))
(define-syntax underscore-literal
  (syntax-rules (_) ((m _) 'underscore) ((m x) 'other)))

(tests "a variable under more ellipses than in its pattern stays the same in the outer ones"
  ((let-syntax ((m (syntax-rules () ((_ (a ...) (b ...)) '((a b ...) ...))))) (m (1 2) (3 4)))
   => '((1 3 4) (2 3 4)))
  ((let-syntax ((m (syntax-rules () ((_ (a b ...) ...) '((a (b a) ...) ...))))) (m (1 2 3) (4 5)))
   => '((1 (2 1) (3 1)) (4 (5 4))))
  ((let-syntax ((m (syntax-rules () ((_ (a b ...) ...) '((a b ... ...) ...))))) (m (1 2 3) (4 5)))
   => '((1 2 3 5) (4 2 3 5)))
  ((define-syntax m (syntax-rules () ((_ a ...) '((a ...) ...)))) is-refused
   "syntax-rules: expected a variable of the pattern under ..."))

(tests "the ellipsis"
  ((own-ellipsis (1 2 3) (4 5)) => '((1 4) (2 3 5) ...))
  ((escaped 1) => '(1 ...))
  ((escaped-template 1 2 3) => '((1 ...) 2 3))
  ((sequence 1 2 3 4) => 4)
  ((ellipsis-literal ...) => 'dots)
  ((ellipsis-literal 5) => 'other)
  ((underscore-literal _) => 'underscore)
  ((underscore-literal 5) => 'other))

; Macros that define

(define-syntax define-getter-and-setter
  (syntax-rules ()
    ((_ get set value)
     (begin
       (define variable value)
       (define (get) variable)
       (define (set new) (set! variable new))))))
(define-getter-and-setter get-a set-a! 1)
(define-getter-and-setter get-b set-b! 2)
(set-a! 10)

(define-syntax define-both
  (syntax-rules () ((_ (name value) ...) (begin (define name value) ...))))
(define-both (both-1 1) (both-2 2))

(define-syntax define-constant-macro
  (syntax-rules ()
    ((_ name value) (define-syntax name (syntax-rules () ((_) value))))))
(define-constant-macro five 5)

(define-syntax define-adder
  (syntax-rules ()
    ((_ name n)
     (define-syntax name (syntax-rules () ((_ x (... ...)) (+ n x (... ...))))))))
(define-adder add-ten 10)

(tests "macros that define"
  ((list (get-a) (get-b)) => '(10 2))
  ((list both-1 both-2) => '(1 2))
  ((five) => 5)
  ((add-ten 1 2) => 13)
  ((let ()
     (define-getter-and-setter get set! 5)
     (define-getter-and-setter get2 set2! 6)
     (set! 7)
     (list (get) (get2)))
   => '(7 6))
  ((let () (define-both (a 1) (b (lambda () a))) (b)) => 1)
  ((let ()
     (define-syntax twice (syntax-rules () ((_ e) (begin e e))))
     (define n 0)
     (twice (set! n (+ n 1)))
     n)
   => 2)
  ((let ()
     (define (f) (later 5))
     (define-syntax later (syntax-rules () ((_ x) (* x 2))))
     (f))
   => 10))

; let-syntax and letrec-syntax

(tests "local macros"
  ((let-syntax ((given-that (syntax-rules ()
                              ((_ test stmt1 stmt2 ...)
                               (if test (begin stmt1 stmt2 ...))))))
     (let ((if #t)) (given-that if (set! if 'now)) if))
   => 'now)
  ((let ((x 'outer))
     (let-syntax ((m (syntax-rules () ((m) x))))
       (let ((x 'inner)) (m))))
   => 'outer)
  ((letrec-syntax
       ((my-or (syntax-rules ()
                 ((my-or) #f)
                 ((my-or e) e)
                 ((my-or e1 e2 ...) (let ((temp e1)) (if temp temp (my-or e2 ...)))))))
     (let ((x #f) (y 7) (temp 8) (let odd?) (if even?))
       (my-or x (let temp) (if y) y)))
   => 7)
  ((letrec-syntax ((ev? (syntax-rules () ((_) #t) ((_ x . rest) (od? . rest))))
                   (od? (syntax-rules () ((_) #f) ((_ x . rest) (ev? . rest)))))
     (list (ev? 1 2) (ev? 1 2 3)))
   => '(#t #f))
  ((let-syntax () 5) => 5)
  ((let-syntax ((foo (syntax-rules () ((_) 1)))) (define x (foo)) (+ x 1)) => 2)
  ((let-syntax ((a (syntax-rules () ((_) 1))))
     (let-syntax ((a (syntax-rules () ((_) 2))) (b (syntax-rules () ((_) (a)))))
       (list (a) (b))))
   => '(2 1))
  ((let ((f (lambda (x) (+ x 1))))
     (let-syntax ((f (syntax-rules () ((_ x) x))) (g (syntax-rules () ((_ x) (f x)))))
       (list (f 1) (g 1))))
   => '(1 2)))

; Recursion and larger programs

(define-syntax my-list-of
  (syntax-rules ()
    ((_ e in list rest ...) (map (lambda (e) rest ... e) list))))
(define-syntax reverse-quoted
  (syntax-rules ()
    ((_ () done) 'done)
    ((_ (x . rest) (done ...)) (reverse-quoted rest (x done ...)))))
(define-syntax for
  (syntax-rules (in from to)
    ((_ x in list body ...) (for-each (lambda (x) body ...) list))
    ((_ x from low to high body ...)
     (do ((x low (+ x 1))) ((> x high)) body ...))))

; A state machine, as a macro that makes procedures that call each other.
(define-syntax automaton
  (syntax-rules (: ->)
    ((_ init (state : response ...) ...)
     (letrec ((state (lambda (stream)
                       (if (null? stream)
                           'accept-end
                           (case (car stream)
                             ((none) #f)
                             (else (automaton-responses stream response ...))))))
              ...)
       init))))
(define-syntax automaton-responses
  (syntax-rules (-> accept)
    ((_ stream accept) 'accepted)
    ((_ stream (label -> target) ...)
     (cond ((eq? (car stream) 'label) (target (cdr stream))) ... (else #f)))))
(define c-word?
  (automaton init
             (init : (c -> more))
             (more : (a -> more) (d -> more) (r -> end))
             (end : accept)))

(tests "larger macros"
  ((reverse-quoted (1 2 3) ()) => '(3 2 1))
  ((let ((l '())) (for x in '(1 2 3) (set! l (cons x l))) l) => '(3 2 1))
  ((let ((l '())) (for x from 1 to 3 (set! l (cons x l))) l) => '(3 2 1))
  ((c-word? '(c a d r)) => 'accept-end)
  ((c-word? '(c a x r)) => #f))

(define-syntax count-down
  (syntax-rules () ((_) 0) ((_ x . rest) (+ 1 (count-down . rest)))))
(test "a macro that goes through a long form"
      30
      (count-down 1 2 3 4 5 6 7 8 9 10 1 2 3 4 5 6 7 8 9 10 1 2 3 4 5 6 7 8 9 10))

; Refused

(tests "forms that are not right"
  ((two-lists (1 2) (a b c)) is-refused
   "syntax-rules: the parts that go together under ... differ in number")
  ((swap! 1) is-refused "swap!: no pattern of this macro fits the form (swap! 1)")
  ((define-syntax m (syntax-rules () ((_ a a) 1))) is-refused
   "syntax-rules: the pattern variable a is used twice")
  ((define-syntax m (syntax-rules () ((_ a ...) a))) is-refused
   "syntax-rules: expected an ellipsis after a in the template")
  ((define-syntax m (syntax-rules () ((_ a) (a ...)))) is-refused
   "syntax-rules: expected a variable of the pattern under ...")
  ((define-syntax m (syntax-rules () ((_ a ... b ...) 1))) is-refused
   "syntax-rules: expected one ellipsis in a list of a pattern")
  ((define-syntax m (syntax-rules () ((_ ... a) 1))) is-refused
   "syntax-rules: expected a pattern before the ellipsis")
  ((define-syntax m (syntax-rules () ((_) (...)))) is-refused
   "syntax-rules: expected a template before the ellipsis")
  ((define-syntax m 5) is-refused "define-syntax: expected a syntax-rules form")
  ((define-syntax 5 (syntax-rules ())) is-refused
   "define-syntax: expected a name and a syntax-rules form")
  ((let-syntax ((m)) 1) is-refused
   "let-syntax: expected a variable and a value, but received (m)")
  ((let-syntax ((m 5)) 1) is-refused "let-syntax: expected a syntax-rules form")
  ((if) is-refused "if: expected a test and one or two branches, but found no parts")
  (else is-refused "else: expected to stand first in a form, but it stands alone"))

(define-syntax twice-of
  (syntax-rules ()
    ((_ number) (* 2 number))
    ((_ more ...) (syntax-error "twice-of: expected one number, but received" more ...))))

(tests "syntax-error"
  ((twice-of 4) => 8)
  ((twice-of 4 (a b)) is-refused
   "twice-of: expected one number, but received 4 (a b)")
  ((syntax-error "no") is-refused "no")
  ((syntax-error no) is-refused "syntax-error: expected a message, but received no"))

(tests "a macro with no rule that fits"
  ((let-syntax ((none (syntax-rules ()))) (none 1)) is-refused
   "none: no pattern of this macro fits the form (none 1)"))
