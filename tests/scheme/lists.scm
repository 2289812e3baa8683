; Pairs and lists. R7RS 6.4, 6.10; what SRFI 1 adds is tested beside it.

(tests "pairs"
  ((pair? '(a . b)) => #t)
  ((pair? '(a b c)) => #t)
  ((pair? '()) => #f)
  ((pair? '#(a b)) => #f)
  ((cons 'a '()) => '(a))
  ((cons '(a) '(b c d)) => '((a) b c d))
  ((cons "a" '(b c)) => '("a" b c))
  ((cons 'a 3) => '(a . 3))
  ((car '(a b c)) => 'a)
  ((car '((a) b c d)) => '(a))
  ((car '()) raises "car: expected a pair, but received ()")
  ((cdr '((a) b c d)) => '(b c d))
  ((cdr '(1 . 2)) => 2)
  ((cdr 5) raises "cdr: expected a pair, but received 5")
  ((let ((p (list 1 2))) (set-car! p 3) (set-cdr! p 4) p) => '(3 . 4))
  ((set-car! 5 1) raises "set-car!: expected a pair, but received 5")
  ((set-cdr! '() 1) raises "set-cdr!: expected a pair, but received ()"))

(tests "compositions of car and cdr"
  ((caar '((1) 2)) => 1)
  ((cadr '(1 2)) => 2)
  ((cdar '((1 . 2))) => 2)
  ((cddr '(1 2 . 3)) => 3)
  ((caddr '(1 2 3)) => 3)
  ((cadddr '(1 2 3 4)) => 4)
  ((cddddr '(1 2 3 4 . 5)) => 5)
  ((caaaar '((((x))))) => 'x)
  ((cdaddr '(1 2 (3 . 4))) => 4)
  ((cadr '(1)) raises "cadr: expected an object that has a cadr, but received (1)"))

; A tree whose leaves are numbered from left to right.
(define (tree first depth)
  (if (= depth 0)
      first
      (cons (tree first (- depth 1))
            (tree (+ first (expt 2 (- depth 1))) (- depth 1)))))

(tests "all compositions of car and cdr"
  ((map (lambda (part) (part (tree 1 2))) (list caar cdar cadr cddr)) => '(1 2 3 4))
  ((map (lambda (part) (part (tree 1 3)))
        (list caaar cdaar cadar cddar caadr cdadr caddr cdddr))
   => '(1 2 3 4 5 6 7 8))
  ((map (lambda (part) (part (tree 1 4)))
        (list caaaar cdaaar cadaar cddaar caadar cdadar caddar cdddar
              caaadr cdaadr cadadr cddadr caaddr cdaddr cadddr cddddr))
   => '(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16)))

(tests "lists and what they are not"
  ((null? '()) => #t)
  ((null? '(a)) => #f)
  ((list? '(a b c)) => #t)
  ((list? '()) => #t)
  ((list? '(a . b)) => #f)
  ((let ((x (list 'a))) (set-cdr! x x) (list? x)) => #f)
  ((list 'a (+ 3 4) 'c) => '(a 7 c))
  ((list) => '())
  ((make-list 2 3) => '(3 3))
  ((length (make-list 3)) => 3)
  ((make-list -1) raises
   "make-list: expected a non-negative exact integer, but received -1")
  ((cons* 1 2 '(3 4)) => '(1 2 3 4))
  ((cons* 1) => 1)
  ((iota 5) => '(0 1 2 3 4))
  ((iota 3 1) => '(1 2 3))
  ((iota 3 0 -1/2) => '(0 -1/2 -1))
  ((list-tabulate 4 (lambda (i) (* i i))) => '(0 1 4 9)))

(tests "length"
  ((length '(a b c)) => 3)
  ((length '(a (b) (c d e))) => 3)
  ((length '()) => 0)
  ((length '(a . b)) raises "length: expected a list, but received (a . b)")
  ((length 5) raises "length: expected a list, but received 5")
  ((let ((x (list 1))) (set-cdr! x x) (length x)) fails type))

(tests "append"
  ((append '(x) '(y)) => '(x y))
  ((append '(a) '(b c d)) => '(a b c d))
  ((append '(a (b)) '((c))) => '(a (b) (c)))
  ((append '(a b) '(c . d)) => '(a b c . d))
  ((append '() 'a) => 'a)
  ((append) => '())
  ((append '(1)) => '(1))
  ((append '(1) '() '(2) '() '(3 4)) => '(1 2 3 4))
  ((append '(1 . 2) '(3)) raises "append: expected a list, but received (1 . 2)")
  ((append 5 '(3)) raises "append: expected a list, but received 5"))

(test "append copies all but the last list"
      '(#f #t)
      (let* ((a (list 1)) (b (list 2)) (c (append a b)))
        (list (eq? c a) (eq? (cdr c) b))))

(tests "parts of lists"
  ((reverse '(a b c)) => '(c b a))
  ((reverse '(a (b c) d (e (f)))) => '((e (f)) d (b c) a))
  ((reverse '()) => '())
  ((reverse '(1 . 2)) raises "reverse: expected a list, but received (1 . 2)")
  ((append-reverse '(3 2 1) '(4 5)) => '(1 2 3 4 5))
  ((list-tail '(a b c d) 2) => '(c d))
  ((list-tail '(a b c) 0) => '(a b c))
  ((list-tail '(a b . c) 2) => 'c)
  ((list-tail '(a b) 3) fails index)
  ((list-ref '(a b c d) 2) => 'c)
  ((list-ref '(a b c d) (exact (round 1.8))) => 'c)
  ((list-ref '(a b) 2) fails index)
  ((list-ref '(a b) -1) fails value)
  ((list-ref '(a b) 1.0) fails type)
  ((let ((ls (list 'one 'two 'five!))) (list-set! ls 2 'three) ls)
   => '(one two three))
  ((last-pair '(1 2 . 3)) => '(2 . 3)))

(tests "list-copy"
  ((list-copy '(1 2 3)) => '(1 2 3))
  ((list-copy '(1 2 . 3)) => '(1 2 . 3))
  ((list-copy 'x) => 'x)
  ((list-copy '()) => '()))

(test "list-copy makes new pairs"
      '((1 2 3) (3 2 3))
      (let* ((a (list 1 2 3)) (b (list-copy a)))
        (set-car! b 3)
        (list a b)))

(tests "memq, memv and member"
  ((memq 'c '(a b c d e)) => '(c d e))
  ((memq 'a '(b c d)) => #f)
  ((memq (list 'a) '(b (a) c)) => #f)
  ((memv 101 '(100 101 102)) => '(101 102))
  ((memv 1.5 '(1 1.5)) => '(1.5))
  ((member (list 'a) '(b (a) c)) => '((a) c))
  ((member "B" '("a" "b" "c") string-ci=?) => '("b" "c"))
  ((member 2.0 '(1 2 3)) => #f)
  ((member 2.0 '(1 2 3) =) => '(2 3))
  ((member 2 '(3 1 4) <) => '(3 1 4))
  ((member 5 '(1 2) =) => #f)
  ((memq 'a 5) raises "memq: expected a list, but received 5")
  ((memq 'a '(b . c)) raises "memq: expected a list, but received (b . c)")
  ((member 1 '(2 . 3) =) raises "member: expected a list, but received (2 . 3)")
  ((member 1 '(2) 3) raises "member: expected a procedure, but received 3"))

(test "assq and assv"
      '((a 1) (b 2) #f #f (5 7))
      (let ((e '((a 1) (b 2) (c 3))))
        (list (assq 'a e)
              (assq 'b e)
              (assq 'd e)
              (assq (list 'a) '(((a)) ((b)) ((c))))
              (assv 5 '((2 3) (5 7) (11 13))))))

(tests "assoc"
  ((assoc (list 'a) '(((a)) ((b)) ((c)))) => '((a)))
  ((assoc 2.0 '((1 1) (2 4) (3 9)) =) => '(2 4))
  ((assoc 2.0 '((1 1) (2 4) (3 9))) => #f)
  ((assoc 'x '()) => #f)
  ((assoc 'x '((a . 1) b)) raises
   "assoc: expected a list of pairs, but received ((a . 1) b)")
  ((assoc 1 '(2) =) raises "assoc: expected a pair in the list, but received 2")
  ((assq 'x 7) raises "assq: expected a list, but received 7"))

(tests "map"
  ((map cadr '((a b) (d e) (g h))) => '(b e h))
  ((map (lambda (n) (expt n n)) '(1 2 3 4 5)) => '(1 4 27 256 3125))
  ((map + '(1 2 3) '(4 5 6)) => '(5 7 9))
  ((map list '(1 2 3) '(a b) '(x y z)) => '((1 a x) (2 b y)))
  ((map car '()) => '())
  ((map + '(1) '()) => '())
  ((map car 5) raises "map: expected a list, but received 5")
  ((map - '(1 2 . 3)) raises "map: expected a list, but received (1 2 . 3)")
  ((map + '(1 2) 5) raises "map: expected a list, but received 5")
  ((map 5 '(1 2)) raises "map: expected a procedure, but received 5")
  ((map 5 '()) raises "map: expected a procedure, but received 5")
  ((map (lambda (x y) x) '(1)) fails arity))

(test "map with a circular list stops at the end of the shortest"
      '(11 22 13)
      (let ((circle (list 10 20)))
        (set-cdr! (cdr circle) circle)
        (map + '(1 2 3) circle)))

(test "for-each goes from left to right"
      #(0 1 4 9 16)
      (let ((v (make-vector 5)))
        (for-each (lambda (i) (vector-set! v i (* i i))) '(0 1 2 3 4))
        v))

(tests "for-each"
  ((let ((seen '()))
     (for-each (lambda (a b) (set! seen (cons (list a b) seen))) '(1 2) '(3 4 5))
     seen)
   => '((2 4) (1 3)))
  ((for-each car 5) raises "for-each: expected a list, but received 5")
  ((for-each 'f '()) raises "for-each: expected a procedure, but received f"))
