; write, display and their like. R7RS 6.13.3.

(define (with-port writer) (lambda (object) (call-with-output-string (lambda (port) (writer object port)))))
(define shared (with-port write-shared))
(define simple (with-port write-simple))
(define (circle . items) (let ((l (list-copy items))) (set-cdr! (last-pair l) l) l))

(tests "write"
  ((written '(1 2.5 "x" #\y z)) => "(1 2.5 \"x\" #\\y z)")
  ((written '(a . b)) => "(a . b)")
  ((written '(a b . c)) => "(a b . c)")
  ((written '()) => "()")
  ((written '#(1 #(2) ())) => "#(1 #(2) ())")
  ((written #u8(1 2)) => "#u8(1 2)")
  ((written #t) => "#t")
  ((written #f) => "#f")
  ((written ''a) => "(quote a)")
  ((written '`(a ,b ,@c)) => "(quasiquote (a (unquote b) (unquote-splicing c)))")
  ((written (eof-object)) => "#<eof>")
  ((written car) => "#<procedure car>")
  ((written (string #\a #\null)) => "\"a\\x0;\"")
  ((written 'λ) => "λ")
  ((written (list "a" (list #\b))) => "(\"a\" (#\\b))"))

(tests "symbols that would not read back have vertical lines"
  ((written (string->symbol "\x201c;a\x201d;")) => "|\x201c;a\x201d;|")
  ((written (string->symbol "a\x0;\x200b;b")) => "|a\\x0;\\x200b;b|"))

(tests "display"
  ((displayed '("a" #\b c)) => "(a b c)")
  ((displayed "a\nb") => "a\nb")
  ((displayed #("x")) => "#(x)")
  ((displayed 1/2) => "1/2"))

(tests "labels"
  ((written (circle 1 2)) => "#0=(1 2 . #0#)")
  ((displayed (circle 1 2)) => "#0=(1 2 . #0#)")
  ((let ((v (vector 1 2))) (vector-set! v 1 v) (written v)) => "#0=#(1 #0#)")
  ((let ((x (list 1))) (written (list x x))) => "((1) (1))")
  ((let ((x (list 1))) (shared (list x x))) => "(#0=(1) #0#)")
  ((shared '(1 2)) => "(1 2)")
  ((shared (circle 'a)) => "#0=(a . #0#)")
  ((let ((x (list 1))) (simple (list x x))) => "((1) (1))")
  ((let* ((a (list 'a)) (b (circle a a))) (written b)) => "#0=((a) (a) . #0#)")
  ((let* ((a (list 'a)) (b (circle a a))) (shared b)) => "#0=(#1=(a) #1# . #0#)"))

(tests "what is written reads back"
  ((read-from (written '(1 2.5 "a\n" #\space |x y| #t () #(1) #u8(1)))) =>
   '(1 2.5 "a\n" #\space |x y| #t () #(1) #u8(1)))
  ((equal? (read-from (written (circle 1 2 3))) (circle 1 2 3)) => #t)
  ((read-from (written 1e100)) => 1e100)
  ((read-from (written 0.1)) => 0.1)
  ((read-from (written 1/3)) => 1/3)
  ((read-from (written -inf.0)) => -inf.0)
  ((read-from (written 1.5-2.5i)) => 1.5-2.5i))

(tests "other output"
  ((output-of (newline)) => "\n")
  ((output-of (write-char #\a) (write-string "bcd")) => "abcd")
  ((output-of (write-string "abcde" (current-output-port) 1 3)) => "bc")
  ((output-of (write-string "abcde" (current-output-port) 3)) => "de")
  ((output-of (display 1) (display " ") (write "x")) => "1 \"x\"")
  ((write-char "a") fails type)
  ((write-string 5) fails type)
  ((display) fails arity)
  ((write 1 2) fails type))
