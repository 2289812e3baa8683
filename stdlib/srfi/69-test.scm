; Hash tables, SRFI 69.

(define (table . keys-and-values)
  (apply hash-table equal? keys-and-values))

(define (sorted-alist table)
  (list-sort (lambda (a b) (< (car a) (car b))) (hash-table->alist table)))

(tests "new tables"
  ((hash-table? (make-hash-table)) => #t)
  ((hash-table? '()) => #f)
  ((hash-table-size (make-hash-table eq?)) => 0)
  ((hash-table-size (make-hash-table string=? string-hash)) => 0)
  ((hash-table-ref/default (alist->hash-table '((a . 1) (a . 2))) 'a 0) => 1)
  ((hash-table-ref/default (alist->hash-table '(("a" . 1)) string=?) "a" 0) => 1)
  ((alist->hash-table '(a)) fails type)
  ((make-hash-table 5) raises
   "make-hash-table: expected a procedure, but received 5"))

(define (same-parity? a b) (eq? (even? a) (even? b)))

(define (parity-table . hash)
  (let ((table (apply make-hash-table same-parity? hash)))
    (hash-table-set! table 1 'odd)
    (hash-table-set! table 2 'even)
    (hash-table-set! table 3 'odd-again)
    table))

(tests "keys that a procedure of the program tells apart"
  ((hash-table-size (parity-table)) => 2)
  ((hash-table-ref/default (parity-table) 5 #f) => 'odd-again)
  ((hash-table-ref/default (parity-table (lambda (n) (if (even? n) 0 1))) 8 #f) => 'even)
  ((hash-table-contains? (hash-table-copy (parity-table)) 7) => #t)
  ((let ((table (parity-table))) (hash-table-delete! table 9) (hash-table-keys table))
   => '(2))
  ((parity-table (lambda (n) 'x)) raises
   "make-hash-table: expected an exact integer, but received x")
  ((hash-table-ref/default (parity-table) 'x #f) fails type))

(tests "what tells keys apart"
  ((eq? (hash-table-equivalence-function (make-hash-table)) equal?) => #t)
  ((eq? (hash-table-equivalence-function (make-hash-table eqv?)) eqv?) => #t)
  ((eq? (hash-table-equivalence-function (parity-table)) same-parity?) => #t)
  ((eq? (hash-table-hash-function (make-hash-table)) hash) => #t)
  ((eq? (hash-table-hash-function (make-hash-table string=?)) string-hash) => #t)
  ((eq? (hash-table-hash-function (make-hash-table eq?)) hash-by-identity) => #t)
  ((eq? (hash-table-hash-function (parity-table abs)) abs) => #t)
  ((hash-table-hash-function (parity-table)) => #f)
  ((hash-table-equivalence-function 5) raises
   "hash-table-equivalence-function: expected a hash table, but received 5"))

(tests "one key"
  ((hash-table-ref (table 'a 1) 'a) => 1)
  ((hash-table-ref (table 'a 1) 'b) raises
   "hash-table-ref: expected a key of the table, but received b")
  ((hash-table-ref (table 'a 1) 'b (lambda () 'none)) => 'none)
  ((hash-table-ref (table 'a #f) 'a (lambda () 'none)) => #f)
  ((hash-table-ref 5 'b) raises "hash-table-ref: expected a hash table, but received 5")
  ((hash-table-ref (table) 'b 5) raises
   "hash-table-ref: expected a procedure, but received 5")
  ((hash-table-ref/default (table 'a 1) 'b 0) => 0)
  ((hash-table-exists? (table 'a 1) 'a) => #t)
  ((hash-table-exists? (table 'a 1) 'b) => #f)
  ((hash-table-exists? (table 1 'a) 1.0) => #f)
  ((hash-table-exists? (table (list 1 "k") 'a) (list 1 "k")) => #t)
  ((hash-table-exists? (hash-table eq? (list 1) 'a) (list 1)) => #f)
  ((let ((t (table 1 'a))) (hash-table-set! t 1 'b) (hash-table-ref t 1)) => 'b)
  ((let ((t (table 1 'a))) (hash-table-delete! t 1) (hash-table-size t)) => 0)
  ((let ((t (table 1 2))) (hash-table-update! t 1 square) (hash-table-ref t 1)) => 4)
  ((let ((t (table)))
     (hash-table-update! t 1 1+ (lambda () 10))
     (hash-table-ref t 1))
   => 11)
  ((hash-table-update!/default 5 'a car 0) raises
   "hash-table-update!/default: expected a hash table, but received 5")
  ((hash-table-update! (table) 1 1+) raises
   "hash-table-update!: expected a key of the table, but received 1")
  ((let ((t (table)))
     (hash-table-update!/default t 'n 1+ 0)
     (hash-table-update!/default t 'n 1+ 0)
     (hash-table-ref t 'n))
   => 2))

(tests "all keys"
  ((hash-table-keys (table 1 'a 2 'b)) => '(1 2))
  ((hash-table-values (table 1 'a 2 'b)) => '(a b))
  ((hash-table->alist (table 1 'a)) => '((1 . a)))
  ((let ((sum 0))
     (hash-table-walk (table 1 10 2 20) (lambda (key value) (set! sum (+ sum key value))))
     sum)
   => 33)
  ((hash-table-fold (table 1 10 2 20) (lambda (key value sum) (+ key value sum)) 100)
   => 133)
  ((let ((t (table 1 'a 2 'b)))
     (hash-table-walk t (lambda (key value) (hash-table-delete! t key)))
     (hash-table-size t))
   => 0)
  ((hash-table-walk 5 list) raises
   "hash-table-walk: expected a hash table, but received 5")
  ((hash-table-fold (table) 5 0) raises
   "hash-table-fold: expected a procedure, but received 5")
  ((let* ((old (table 1 'a)) (new (hash-table-copy old)))
     (hash-table-set! new 2 'b)
     (list (hash-table-size old) (hash-table-size new)))
   => '(1 2))
  ((sorted-alist (hash-table-merge! (table 1 'a) (table 1 'x 2 'b)))
   => '((1 . a) (2 . b))))

(test "counting words"
      '((1 . 3) (2 . 2) (3 . 1))
      (let ((t (make-hash-table)))
        (for-each (lambda (word) (hash-table-update!/default t word 1+ 0))
                  '(1 2 1 3 2 1))
        (sorted-alist t)))

(tests "hash functions"
  ((= (hash '(1 "two" #\3)) (hash (list 1 (string #\t #\w #\o) #\3))) => #t)
  ((= (string-hash "abc") (string-hash (string #\a #\b #\c))) => #t)
  ((= (string-ci-hash "Abc") (string-ci-hash "aBC")) => #t)
  ((let ((x (list 1))) (= (hash-by-identity x) (hash-by-identity x))) => #t)
  ((< -1 (hash "abc" 7) 7) => #t)
  ((hash "abc" 0) raises "hash: expected a positive exact integer, but received 0"))
