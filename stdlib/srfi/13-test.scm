; The usual part of the string library, SRFI 13.

(define (vowel? char) (memv char '(#\a #\e #\i #\o #\u)))

(tests "new strings"
  ((string-tabulate (lambda (i) (integer->char (+ i 97))) 4) => "abcd")
  ((string-tabulate list 1) raises
   "string-tabulate: expected a character, but received (0)")
  ((string-unfold null? car cdr '(#\a #\b)) => "ab")
  ((string-unfold null? car cdr '(#\a #\b) "<" (lambda (seed) ">")) => "<ab>")
  ((string-unfold-right null? car cdr '(#\a #\b)) => "ba")
  ((string-unfold-right null? car cdr '(#\a #\b) "<" (lambda (seed) ">")) => ">ba<")
  ((string-unfold null? car cdr '(a)) raises
   "string-unfold: expected a character, but received a"))

(tests "lists and strings"
  ((reverse-list->string '(#\a #\B #\c)) => "cBa")
  ((reverse-list->string '(a)) raises
   "reverse-list->string: expected a character, but received a")
  ((string-join '("foo" "bar" "baz")) => "foo bar baz")
  ((string-join '("foo" "bar") ":") => "foo:bar")
  ((string-join '("foo" "bar") ":" 'suffix) => "foo:bar:")
  ((string-join '("foo" "bar") ":" 'prefix) => ":foo:bar")
  ((string-join '() ":") => "")
  ((string-join '() ":" 'strict-infix) fails value)
  ((string-tokenize "Help make programs run, run, RUN!")
   => '("Help" "make" "programs" "run," "run," "RUN!"))
  ((string-tokenize "  ") => '())
  ((string-tokenize "a1b22c" char-numeric?) => '("1" "22"))
  ((string-tokenize "one two three" char-alphabetic? 4) => '("two" "three"))
  ((string-tokenize "one two" char-alphabetic? 2 6) => '("e" "tw"))
  ((string-tokenize 5) raises "string-tokenize: expected a string, but received 5")
  ((string-tokenize "a" "b") raises
   "string-tokenize: expected a character or a predicate, but received \"b\""))

(tests "predicates"
  ((string-null? "") => #t)
  ((string-null? "a") => #f)
  ((string-every char-alphabetic? "abc") => #t)
  ((string-every char-alphabetic? "ab1") => #f)
  ((string-every char-alphabetic? "") => #t)
  ((string-every #\a "aaa") => #t)
  ((string-every digit-value "123") => 3)
  ((string-any char-numeric? "ab1") => #t)
  ((string-any char-numeric? "ab1" 0 2) => #f)
  ((string-any digit-value "a12") => 1)
  ((string-any #\b "abc") => #t))

(tests "parts of strings"
  ((string-take "Pete Szilagyi" 6) => "Pete S")
  ((string-drop "Pete Szilagyi" 6) => "zilagyi")
  ((string-take-right "Beta rules" 5) => "rules")
  ((string-drop-right "Beta rules" 5) => "Beta ")
  ((string-take "foo" 37) raises "string-take: expected an index 0..3, but received 37")
  ((string-pad "325" 5) => "  325")
  ((string-pad "71325" 5) => "71325")
  ((string-pad "8871325" 5) => "71325")
  ((string-pad "5" 3 #\0) => "005")
  ((string-pad-right "325" 5) => "325  ")
  ((string-pad-right "8871325" 5) => "88713")
  ((string-replace "The miranda" "blue" 4 5) => "The blueiranda"))

(tests "trimming"
  ((string-trim "  a b  ") => "a b  ")
  ((string-trim-right "  a b  ") => "  a b")
  ((string-trim-both "  a b  ") => "a b")
  ((string-trim-both "\t\n") => "")
  ((string-trim-both "  The outlook wasn't brilliant,  \n\r")
   => "The outlook wasn't brilliant,")
  ((string-trim "xxaxx" #\x) => "axx")
  ((string-trim-right "xxaxx" #\x) => "xxa")
  ((string-trim-both "12a34" char-numeric?) => "a")
  ((string-trim-both "  a  " char-whitespace? 1 4) => "a")
  ((string-trim 5) raises "string-trim: expected a string, but received 5")
  ((string-trim "a" 5) raises
   "string-trim: expected a character or a predicate, but received 5"))

(tests "comparing"
  ((string-prefix? "ab" "abc") => #t)
  ((string-prefix? "bc" "abc") => #f)
  ((string-suffix? "bc" "abc") => #t)
  ((string-prefix-ci? "AB" "abc") => #t)
  ((string-suffix-ci? "bC" "aBc") => #t)
  ((string-suffix-ci? "abc" "bc") => #f)
  ((string-prefix-length "cancaNCAM" "cancancan") => 5)
  ((string-prefix-length "abc" "") => 0)
  ((string-suffix-length "fishing" "singing") => 3)
  ((= (string-hash-ci "Ab") (string-hash-ci "aB")) => #t))

(tests "searching"
  ((string-index "hello" #\l) => 2)
  ((string-index "hello" vowel?) => 1)
  ((string-index "hello" vowel? 2) => 4)
  ((string-index "xyz" vowel?) => #f)
  ((string-index-right "hello" #\l) => 3)
  ((string-index-right "hello" vowel? 0 4) => 1)
  ((string-skip "aab" #\a) => 2)
  ((string-skip "  ab" char-whitespace?) => 2)
  ((string-skip "aa" #\a) => #f)
  ((string-skip-right "abb" #\b) => 0)
  ((string-count "banana" #\a) => 3)
  ((string-count "banana" vowel? 2) => 2)
  ((string-contains "eek -- what a geek." "ee" 12 18) => 15)
  ((string-contains "abc" "x") => #f)
  ((string-contains "abc" "") => 0)
  ((string-contains-ci "The Ant" "aNT") => 4)
  ((string-contains-ci "straße" "STRASSE") => #f))

(tests "capital and small letters"
  ((string-titlecase "--capitalize tHIS sentence.") => "--Capitalize This Sentence.")
  ((string-titlecase "3com makes routers.") => "3Com Makes Routers."))

(tests "reversing and appending"
  ((string-reverse "Able was I") => "I saw elbA")
  ((string-reverse "abcdef" 1 4) => "dcb")
  ((string-concatenate '("ab" "" "c")) => "abc")
  ((string-concatenate '("ab" 5)) raises
   "string-concatenate: expected a string, but received 5"))

(tests "folding and choosing"
  ((string-fold cons '() "abc") => '(#\c #\b #\a))
  ((string-fold cons '() "abcd" 1 3) => '(#\c #\b))
  ((string-fold-right cons '() "abc") => '(#\a #\b #\c))
  ((let ((indices '()))
     (string-for-each-index (lambda (i) (set! indices (cons i indices))) "abcd" 1)
     indices)
   => '(3 2 1))
  ((string-filter vowel? "education") => "euaio")
  ((string-filter #\a "banana") => "aaa")
  ((string-delete vowel? "education") => "dctn")
  ((string-delete char-alphabetic? "a1b2" 1) => "12"))
