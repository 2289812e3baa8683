; Ports. R7RS 6.13.

(tests "string ports"
  ((read-char (open-input-string "abc")) => #\a)
  ((read-char (open-input-string "")) => (eof-object))
  ((let ((p (open-input-string "ab"))) (list (peek-char p) (read-char p) (read-char p) (peek-char p)))
   => (list #\a #\a #\b (eof-object)))
  ((let ((p (open-input-string "one\ntwo\n\nfour"))) (list (read-line p) (read-line p) (read-line p) (read-line p) (read-line p)))
   => (list "one" "two" "" "four" (eof-object)))
  ((let ((p (open-input-string "abcdef"))) (list (read-string 2 p) (read-string 10 p) (read-string 1 p)))
   => (list "ab" "cdef" (eof-object)))
  ((read-string 0 (open-input-string "abc")) => "")
  ((char-ready? (open-input-string "a")) => #t)
  ((let ((p (open-output-string))) (write 'a p) (display " " p) (write "b" p) (get-output-string p))
   => "a \"b\"")
  ((let ((p (open-output-string))) (get-output-string p)) => "")
  ((let ((p (open-input-string "(1 2) x"))) (let* ((a (read p)) (b (read-char p)) (c (read p))) (list a b c)))
   => '((1 2) #\space x))
  ((call-with-output-string (lambda (p) (write '(1 "a") p))) => "(1 \"a\")")
  ((with-output-to-string (lambda () (display "hi"))) => "hi")
  ((with-input-from-string "5 6" (lambda () (+ (read) (read)))) => 11))

(tests "bytevector ports"
  ((read-u8 (open-input-bytevector #u8(1 2))) => 1)
  ((let ((p (open-input-bytevector #u8(1 2)))) (list (peek-u8 p) (read-u8 p) (read-u8 p) (read-u8 p)))
   => (list 1 1 2 (eof-object)))
  ((u8-ready? (open-input-bytevector #u8(1))) => #t)
  ((read-bytevector 2 (open-input-bytevector #u8(1 2 3))) => #u8(1 2))
  ((read-bytevector 5 (open-input-bytevector #u8(1 2 3))) => #u8(1 2 3))
  ((read-bytevector 5 (open-input-bytevector #u8())) => (eof-object))
  ((let ((b (make-bytevector 4 0))) (list (read-bytevector! b (open-input-bytevector #u8(1 2 3)) 1 3) b))
   => '(2 #u8(0 1 2 0)))
  ((let ((b (make-bytevector 2 0))) (read-bytevector! b (open-input-bytevector #u8())))
   => (eof-object))
  ((let ((p (open-output-bytevector)))
     (write-u8 1 p) (write-bytevector #u8(2 3) p) (write-bytevector #u8(4 5 6) p 1 2)
     (get-output-bytevector p))
   => #u8(1 2 3 5)))

(tests "predicates"
  ((port? (current-output-port)) => #t)
  ((port? 5) => #f)
  ((input-port? (open-input-string "")) => #t)
  ((output-port? (open-input-string "")) => #f)
  ((output-port? (open-output-string)) => #t)
  ((textual-port? (open-input-string "")) => #t)
  ((binary-port? (open-input-string "")) => #f)
  ((binary-port? (open-input-bytevector #u8())) => #t)
  ((input-port-open? (open-input-string "")) => #t)
  ((let ((p (open-input-string ""))) (close-port p) (input-port-open? p)) => #f)
  ((let ((p (open-output-string))) (close-output-port p) (output-port-open? p)) => #f)
  ((eof-object? (eof-object)) => #t)
  ((eof-object? #f) => #f)
  ((input-port? (current-input-port)) => #t)
  ((output-port? (current-error-port)) => #t))

(tests "closed ports and wrong ports"
  ((let ((p (open-input-string "a"))) (close-input-port p) (read-char p)) fails value)
  ((close-input-port (open-output-string)) fails type)
  ((read-u8 (open-input-string "a")) fails type)
  ((read-char (open-input-bytevector #u8(1))) fails type)
  ((write-u8 1 (open-output-string)) fails type)
  ((read-char 5) fails type)
  ((read-line (open-output-string)) fails type)
  ((get-output-string (open-input-string "")) fails type)
  ((open-input-string 5) fails type)
  ((let ((p (open-input-string "a"))) (close-port p) (close-port p)) => (if #f #f)))

(tests "files"
  ((begin
     (call-with-output-file "test.txt" (lambda (p) (write '(a "b" 1.5) p) (newline p) (display "λ" p)))
     (call-with-input-file "test.txt"
       (lambda (p) (let* ((a (read p)) (b (read-line p)) (c (read-line p)) (d (read-line p))) (list a b c d)))))
   => (list '(a "b" 1.5) "" "λ" (eof-object)))
  ((begin
     (with-output-to-file "test.txt" (lambda () (display "hello") (newline)))
     (with-input-from-file "test.txt" (lambda () (let* ((a (read-line)) (b (read-line))) (list a b)))))
   => (list "hello" (eof-object)))
  ((let ((p (open-binary-output-file "test.bin")))
     (write-bytevector #u8(0 255 10) p)
     (close-port p)
     (let* ((q (open-binary-input-file "test.bin")) (bytes (read-bytevector 10 q)))
       (close-port q)
       bytes))
   => #u8(0 255 10))
  ((file-exists? "test.txt") => #t)
  ((begin (delete-file "test.txt") (file-exists? "test.txt")) => #f)
  ((delete-file "no-such-file") fails file)
  ((open-input-file "no-such-file") fails file)
  ((call-with-input-file "no-such-file" read) fails file)
  ((open-output-file "no-such-folder/file") fails file)
  ((load "no-such-file.scm") fails file))

(test "call-with-port closes the port and returns all values"
      '((1 2) #f)
      (let* ((p (open-input-string "abc"))
             (values (values->list (call-with-port p (lambda (p) (values 1 2))))))
        (list values (input-port-open? p))))

(test "the present output port is put back"
      '("inner" #t)
      (let* ((outer (current-output-port))
             (text (with-output-to-string (lambda () (display "inner")))))
        (list text (eq? outer (current-output-port)))))

(test "a port that is left by an error is put back too"
      #t
      (let ((outer (current-output-port)))
        (guard (e (#t #f)) (with-output-to-string (lambda () (raise 'x))))
        (eq? outer (current-output-port))))

(test "flush-output-port" (if #f #f) (flush-output-port (open-output-string)))

(test "load runs a program in the environment of the prompt"
      '(loaded 42)
      (begin
        (call-with-output-file "program.scm"
          (lambda (p)
            (write '(define loaded-value 42) p)
            (write '(define (loaded-procedure) 'loaded) p)))
        (load "program.scm")
        (list (eval '(loaded-procedure) (interaction-environment))
              (eval 'loaded-value (interaction-environment)))))

(define load-k #f)
(test "a continuation captured while a file is loaded may be entered again"
      '(1 2)
      (let ((seen '()))
        (call-with-output-file "again.scm"
          (lambda (p)
            (write '(define load-value (call/cc (lambda (k) (set! load-k k) 1))) p)))
        (load "again.scm")
        (set! seen (cons (eval 'load-value (interaction-environment)) seen))
        (if (= (length seen) 1) (load-k 2) (reverse seen))))
