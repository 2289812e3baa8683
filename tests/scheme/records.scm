; Record types. R7RS 5.5.

(define-record-type <pare>
  (kons x y)
  pare?
  (x kar set-kar!)
  (y kdr))

(define-record-type point #t point?)
(define-record-type node (make-node value) node? (value node-value) (next node-next set-node-next!))
(define-record-type empty (make-empty) empty?)

(tests "constructor, predicate, accessors and modifiers"
  ((pare? (kons 1 2)) => #t)
  ((pare? (cons 1 2)) => #f)
  ((pare? 5) => #f)
  ((kar (kons 1 2)) => 1)
  ((kdr (kons 1 2)) => 2)
  ((let ((k (kons 1 2))) (set-kar! k 3) (kar k)) => 3)
  ((node? (make-node 1)) => #t)
  ((pare? (make-node 1)) => #f)
  ((let ((n (make-node 1))) (set-node-next! n 'x) (list (node-value n) (node-next n))) => '(1 x))
  ((empty? (make-empty)) => #t)
  ((let ((k (kons 1 2))) (equal? k k)) => #t)
  ((equal? (kons 1 2) (kons 1 2)) => #f)
  ((eqv? (kons 1 2) (kons 1 2)) => #f)
  ((vector? (kons 1 2)) => #f)
  ((procedure? kar) => #t)
  ((map kar (list (kons 1 2) (kons 3 4))) => '(1 3)))

(tests "the type may have the name of its constructor"
  ((let () (define-record-type spot (spot x) spot? (x spot-x)) (spot-x (spot 5))) => 5)
  ((let () (define-record-type spot (spot x) spot? (x spot-x)) (spot? (spot 5))) => #t))

(tests "errors"
  ((kar 5) raises "kar: expected a record of type <pare>, but received 5")
  ((kar (make-node 1)) fails type)
  ((set-kar! '(1) 2) raises "set-kar!: expected a record of type <pare>, but received (1)")
  ((kons 1) fails arity)
  ((kar) fails arity))

(tests "each definition makes a new type"
  ((let ()
     (define-record-type t (make-t a) t? (a t-a))
     (define make-first make-t)
     (let ()
       (define-record-type t (make-t a) t? (a t-a))
       (list (t? (make-t 1)) (t? (make-first 1)))))
   => '(#t #f))
  ((let ()
     (define (fresh) (define-record-type t (make) t?) (cons (make) t?))
     (let ((a (fresh)) (b (fresh)))
       (list ((cdr a) (car a)) ((cdr b) (car a)))))
   => '(#t #f)))

(tests "the constructor takes the fields it names, in its order"
  ((let () (define-record-type p (make y x) p? (x px) (y py)) (let ((r (make 1 2))) (list (px r) (py r))))
   => '(2 1)))

(define-record-type partial (make-partial) partial? (x partial-x set-partial-x!))
(tests "a field that the constructor does not take is unspecified until it is set"
  ((written (partial-x (make-partial))) => "#<unspecified>")
  ((written (make-partial)) => "#<partial x: #<unspecified>>")
  ((let ((p (make-partial))) (set-partial-x! p 1) (partial-x p)) => 1))

(tests "records are shown with their fields"
  ((written (kons 1 "a")) => "#<<pare> x: 1 y: \"a\">")
  ((displayed (make-empty)) => "#<empty>"))

(define-syntax define-cell
  (syntax-rules ()
    ((_ name get) (define-record-type cell (name value) cell? (value get)))))
(define-cell make-a get-a)
(define-cell make-b get-b)
(tests "types that a macro defines are different"
  ((get-a (make-a 1)) => 1)
  ((get-b (make-b 2)) => 2)
  ((get-a (make-b 2)) fails type))

(tests "forms that are not right"
  ((define-record-type 5 #f #f) is-refused
   "define-record-type: expected a name, but received 5")
  ((define-record-type p (make z) p? (x px)) is-refused
   "define-record-type: expected a field of the type, but received z")
  ((define-record-type p (make x) p? (x px set-x! more)) is-refused
   "define-record-type: expected a field, its accessor and modifier, but received (x px set-x! more)")
  ((define-record-type p (mk x x) p? (x px)) is-refused
   "define-record-type: the field x is there twice")
  ((define-record-type p (mk) p? (x px) (x py)) is-refused
   "define-record-type: the field x is there twice")
  ((define-record-type p 5 p?) is-refused
   "define-record-type: expected a constructor, but received 5")
  ((define-record-type p mk 5) is-refused
   "define-record-type: expected the name of the predicate, but received 5"))
