; cut and cute, SRFI 26.

(tests "cut"
  (((cut list)) => '())
  (((cut list <>) 1) => '(1))
  (((cut list 'a <> 'c <> 'e) 'b 'd) => '(a b c d e))
  (((cut list <...>)) => '())
  (((cut list <...>) 1 2) => '(1 2))
  (((cut list 1 <> 3 <...>) 2) => '(1 2 3))
  (((cut list 1 <> 3 <...>) 2 4 5) => '(1 2 3 4 5))
  (((cut <> 'a 'b) cons) => '(a . b))
  (((cut <> <> <>) + 1 2) => 3)
  (((cut <> <...>) list 1 2) => '(1 2))
  ((map (cut * 2 <>) '(1 2 3)) => '(2 4 6))
  ((map (cut <> 3) (list 1+ -1+)) => '(4 2))
  (((cut if <> 'yes 'no) #f) => 'no)
  (((cut list <>) 1 2) fails arity))

(tests "cute"
  (((cute list)) => '())
  (((cute list 1 <> 3 <...>) 2 4) => '(1 2 3 4))
  (((cute <> 1) list) => '(1))
  ((let* ((n 0) (next (lambda () (set! n (+ n 1)) n)) (f (cute list (next) <>)))
     (f 'a)
     (f 'b))
   => '(1 b))
  ((let* ((n 0) (next (lambda () (set! n (+ n 1)) n)) (f (cut list (next) <>)))
     (f 'a)
     (f 'b))
   => '(2 b)))

(tests "slots"
  ((let ((<> 5)) ((cut list <>))) => '(5))
  ((let ((x 1)) ((cut list x <>) 2)) => '(1 2))
  (((cut list (list '<>) <>) 1) => '((<>) 1))
  ((cut) is-refused
   "cut: expected an operator and operands, some of them <>, but found no parts")
  ((cut list <...> 1) is-refused "cut: expected <...> in the last place only")
  ((cute <...>) is-refused "cute: expected <...> in the last place only"))

(test "slots in a macro"
      '(1 2)
      (let ()
        (define-syntax pair-with (syntax-rules () ((_ x) (cut list x <>))))
        ((pair-with 1) 2)))

(test "what cut calls is called in tail position"
      'done
      (let loop ((n many))
        (if (= n 0) 'done ((cut loop <>) (- n 1)))))
