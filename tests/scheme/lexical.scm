; Lexical conventions and read. R7RS 2, 6.13.2, 7.1.

; comments
#| a block #| inside a block |# comment |#
(tests "comments"
  ((list 1 ; to the end of the line
         2)
   => '(1 2))
  ((list 1 #| inside |# 2) => '(1 2))
  ((list 1 #;(not this) 2) => '(1 2))
  ((list 1 #;#;a b 2) => '(1 2))
  ((list 1 #; (a (b)) 2 #;3) => '(1 2))
  ('(1 . #;2 3) => '(1 . 3))
  ('(1 . 2 #;3) => '(1 . 2))
  ('#(1 #;2 3) => #(1 3)))

(tests "identifiers"
  ((let ((lambda-list 1) (V17a 2) (a34kTMNs 3) (->string 4) (+soup+ 5) (<=? 6) (the-word-recursion 7)
         (q 8) (!$%&*/:<=>?^_~ 9) (|two words| 10))
     (list lambda-list V17a a34kTMNs ->string +soup+ <=? the-word-recursion q !$%&*/:<=>?^_~
           |two\x20;words|))
   => '(1 2 3 4 5 6 7 8 9 10))
  ((let ((λ 1) (größe 2)) (+ λ größe)) => 3)
  ((let ((None 1) (True 2) (def 3) (class 4) (x.y 5) (self 6) (lambda* 7) (__debug__ 8))
     (list None True def class x.y self lambda* __debug__))
   => '(1 2 3 4 5 6 7 8))
  ((let ((a 1) (A 2)) (list a A)) => '(1 2))
  ((let ((.a 1) (..b 2)) (+ .a ..b)) => 3)
  ((let ((+ 1) (- 2) (... 3)) (list + - ...)) => '(1 2 3)))

(tests "fold-case"
  ((read-from "#!fold-case HeLLo") => 'hello)
  ((read-from "#!fold-case (A #\\A \"A\" |A|)") => '(a #\A "A" A))
  ((read-from "#!fold-case #!no-fold-case Hello") => 'Hello)
  ((let* ((p (open-input-string "#!fold-case A B")) (a (read p)) (b (read p))) (list a b))
   => '(a b)))

(tests "reading data"
  ((read-from "") => (eof-object))
  ((read-from "  ; only a comment") => (eof-object))
  ((read-from "(a . b)") => '(a . b))
  ((read-from "(a b . (c d))") => '(a b c d))
  ((read-from "#(1 #(2))") => #(1 #(2)))
  ((read-from "#u8(1 255)") => #u8(1 255))
  ((read-from "'a") => '(quote a))
  ((read-from "`(a ,b ,@c)") => '(quasiquote (a (unquote b) (unquote-splicing c))))
  ((read-from "#t #f") => #t)
  ((read-from "#true") => #t)
  ((read-from "#\\x") => #\x)
  ((read-from "#\\x41") => #\A)
  ((read-from "#\\(") => #\()
  ((read-from "\"a\\x41;b\\n\"") => "aAb\n")
  ((read-from "|a\\x41;b|") => 'aAb)
  ((read-from "#d1.5") => 1.5)
  ((read-from "a;comment") => 'a)
  ((read-from "(1 2)(3)") => '(1 2))
  ((read-from "#;1 2") => 2)
  ((read-from "[1 2]") fails read))

(test "reading one datum after another"
      '(a (b) "c" #t)
      (let ((port (open-input-string "a (b) \"c\" #t")))
        (let loop ((datum (read port)) (data '()))
          (if (eof-object? datum)
              (reverse data)
              (loop (read port) (cons datum data))))))

(tests "datum labels"
  ((let ((x '#0=(a b . #0#))) (list (car x) (cadr x) (caddr x) (eq? x (cddr x)))) => '(a b a #t))
  ((let ((x (read-from "(#1=(1) #1#)"))) (eq? (car x) (cadr x))) => #t)
  ((let ((x (read-from "#0=#(1 #0#)"))) (eq? x (vector-ref x 1))) => #t)
  ((read-from "#0=5") => 5)
  ((read-from "(#0=\"a\" #0#)") => '("a" "a"))
  ((read-from "#1#") fails read))

(tests "what is no datum"
  ((read-from ")") fails read)
  ((read-from "(1 2") fails read)
  ((read-from "(1 . )") fails read)
  ((read-from "( . 1)") fails read)
  ((read-from "(1 . 2 3)") fails read)
  ((read-from "#(1 . 2)") fails read)
  ((read-from "\"abc") fails read)
  ((read-from "|abc") fails read)
  ((read-from "#|abc") fails read)
  ((read-from "\"\\q\"") fails read)
  ((read-from "#\\notachar") fails read)
  ((read-from "#u8(256)") fails read)
  ((read-from "#u8(a)") fails read)
  ((read-from "#nothing") fails read)
  ((read-from "'") fails read)
  ((read-from "#;") fails read)
  ((read-from "\"\\xD800;\"") fails read)
  ((read-from "#\\xFFFFFFFF") fails read))
