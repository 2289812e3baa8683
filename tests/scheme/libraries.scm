; Libraries, include and environments. R7RS 5.6, 5.2, 4.1.7, 6.12.

(define-library (stack)
  (export make push! pop! (rename %empty? empty?) pushed)
  (import (scheme base))
  (begin
    (define count 0)
    (define (make) (list '()))
    (define (push! s x)
      (set! count (+ count 1))
      (set-car! s (cons x (car s))))
    (define (pop! s)
      (let ((x (caar s)))
        (set-car! s (cdar s))
        x))
    (define (%empty? s) (null? (car s)))
    (define (pushed) count)))

(define-library (deep name 1)
  (export answer swap! with-helper)
  (import (scheme base))
  (import (prefix (stack) s:))
  (begin
    (define answer 42)
    (define (helper x) (list 'helped x))
    (define-syntax swap!
      (syntax-rules () ((_ a b) (let ((tmp a)) (set! a b) (set! b tmp)))))
    (define-syntax with-helper
      (syntax-rules () ((_ x) (helper x))))))

(define-library (declares)
  (export kind)
  (cond-expand
    ((library (scheme base)) (import (scheme base)))
    (else (import (no such library))))
  (cond-expand
    (no-such-feature (begin (define kind 'wrong)))
    ((and r7rs (library (stack)) (not (library (no such library))))
     (begin (define kind 'right)))))

(import (prefix (stack) stack-))
(import (deep name 1))
(import (declares))
(import (rename (only (scheme base) car cdr) (car first-of)))
(import (except (prefix (stack) again-) again-pop!))

(define s (stack-make))
(define helper 'mine)
(define tmp 'mine-too)

(tests "importing"
  ((begin (stack-push! s 1) (stack-push! s 2) (stack-pop! s)) => 2)
  ((stack-empty? s) => #f)
  ((begin (stack-pop! s) (stack-empty? s)) => #t)
  (answer => 42)
  (kind => 'right)
  ((first-of '(1 2)) => 1)
  ((stack-pushed) => 2)
  ((begin (again-push! s 3) (stack-pushed)) => 3)
  (push! fails unbound)
  (again-pop! fails unbound))

(tests "macros of a library mean what they meant there"
  ((with-helper 5) => '(helped 5))
  ((let ((helper list)) (with-helper 5)) => '(helped 5))
  ((let ((tmp 1) (other 2)) (swap! tmp other) (list tmp other)) => '(2 1)))

(define here (interaction-environment))
(define (write-file name . forms)
  (with-output-to-file name
    (lambda () (for-each (lambda (form) (write form) (newline)) forms))))

(write-file "in-a-file.sld"
  '(define-library (in-a-file)
     (export value (rename inner outer))
     (import (scheme base))
     (include "part.scm")))
(write-file "part.scm" '(define value 7) '(define (inner) (* value 2)))
(write-file "Upper.scm" '(DEFINE UPPER 'ABC))

(tests "libraries and parts in files"
  ((eval '(begin (import (in-a-file)) (list value (outer))) here) => '(7 14))
  ((eval '(begin (include "part.scm") (+ value 1)) here) => 8)
  ((eval '(let () (include "part.scm") (inner)) here) => 14)
  ((eval '(begin (include-ci "Upper.scm") upper) here) => 'abc)
  ((eval '(include "no-such-file.scm") here) fails file)
  ((eval '(import (no such library)) here) raises
   "import: the library (no such library) is not found")
  ((eval '(import (only (stack) nothing)) here) raises
   "import: the library does not export nothing")
  ((eval '(import "stack") here) fails syntax))

(tests "environments"
  ((eval '(+ 1 2) (environment '(scheme base))) => 3)
  ((eval '(make) (environment '(only (stack) make))) => '(()))
  ((eval '(car '(1)) (environment '(only (scheme base) quote))) fails unbound)
  ((eval '(add 1 2) (environment '(rename (scheme base) (+ add)))) => 3)
  ((eval '(* 7 3) (environment '(scheme base))) => 21)
  ((let ((f (eval '(lambda (f x) (f x x)) (scheme-report-environment 5)))) (f + 10)) => 20)
  ((eval '(if #f 1 2) (null-environment 5)) => 2)
  ((eval 'car (null-environment 5)) fails unbound))

(define-library (counted)
  (export next!)
  (import (scheme base))
  (begin
    (define n 0)
    (define (next!) (set! n (+ n 1)) n)))

(tests "a library is run once"
  ((eval '(begin (import (prefix (counted) a:)) (a:next!)) here) => 1)
  ((eval '(begin (import (prefix (counted) b:)) (b:next!)) here) => 2))

(tests "syntax-error and cond-expand"
  ((let-syntax ((m (syntax-rules () ((_ x) (syntax-error "no way" x 5))))) (m (a b)))
   is-refused "no way (a b) 5")
  ((cond-expand ((library (scheme base)) 'found) (else 'not)) => 'found)
  ((cond-expand ((library (no such library)) 'found) (else 'not)) => 'not))

(tests "libraries that are not right"
  ((define-library) is-refused "define-library: expected a name")
  ((define-library (bad) (export missing) (import (scheme base))) is-refused
   "export: missing is not defined")
  ((define-library (bad) (wrong)) is-refused
   "define-library: expected a declaration, but received (wrong)")
  ((define-library "bad") is-refused
   "define-library: expected a library name such as (scheme base), but received \"bad\""))
