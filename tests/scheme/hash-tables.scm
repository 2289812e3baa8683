; Hash tables. SRFI 69, 125.

(define (table . keys-and-values) (apply hash-table equal? keys-and-values))
(define (sorted-alist table)
  (list-sort (lambda (a b) (string<? (symbol->string (car a)) (symbol->string (car b))))
             (hash-table->alist table)))

(tests "access"
  ((hash-table? (make-hash-table)) => #t)
  ((hash-table-ref/default (table 'a 1) 'a 0) => 1)
  ((hash-table-ref/default (table 'a 1) 'b 0) => 0)
  ((hash-table-ref (table 'a 1) 'a) => 1)
  ((hash-table-ref (table 'a 1) 'b (lambda () 'none)) => 'none)
  ((hash-table-ref (table 'a 1) 'a (lambda () 'none) (lambda (x) (* x 10))) => 10)
  ((hash-table-ref (table 'a 1) 'b) raises
   "hash-table-ref: expected a key of the table, but received b")
  ((hash-table-ref 5 'b) raises "hash-table-ref: expected a hash table, but received 5")
  ((hash-table-ref (table) 'b 5) raises "hash-table-ref: expected a procedure, but received 5")
  ((hash-table-ref (table 'a #f) 'a (lambda () 'none)) => #f)
  ((let ((t (table))) (hash-table-set! t "k" 1) (hash-table-ref t "k")) => 1)
  ((let ((t (make-hash-table eq?))) (hash-table-set! t (string #\k) 1) (hash-table-exists? t "k"))
   => #f)
  ((let ((t (table 'a 1 'b 2))) (hash-table-delete! t 'a) (hash-table->alist t)) => '((b . 2)))
  ((hash-table-size (table 'a 1 'b 2)) => 2)
  ((hash-table-contains? (table 1 1) 1.0) => #f)
  ((hash-table-keys (table 'a 1)) => '(a))
  ((hash-table-values (table 'a 1)) => '(1)))

(tests "updating"
  ((let ((t (table 'a 1))) (hash-table-update! t 'a (lambda (x) (+ x 1))) (hash-table-ref t 'a)) => 2)
  ((let ((t (table))) (hash-table-update! t 'a (lambda (x) (+ x 1)) (lambda () 10)) (hash-table-ref t 'a))
   => 11)
  ((let ((t (table 'a 1)))
     (hash-table-update! t 'a (lambda (x) (+ x 1)) (lambda () 10) (lambda (x) (* x 100)))
     (hash-table-ref t 'a))
   => 101)
  ((hash-table-update! (table) 'a (lambda (x) x)) raises
   "hash-table-update!: expected a key of the table, but received a")
  ((let ((t (table))) (hash-table-update!/default t 'a (lambda (x) (+ x 1)) 0) (hash-table-ref t 'a)) => 1)
  ((hash-table-update!/default 5 'a car 0) raises
   "hash-table-update!/default: expected a hash table, but received 5"))

(tests "walking"
  ((let ((sum 0)) (hash-table-walk (table 'a 1 'b 2) (lambda (k v) (set! sum (+ sum v)))) sum) => 3)
  ((hash-table-fold (table 'a 1 'b 2) (lambda (k v sum) (+ v sum)) 0) => 3)
  ((sorted-alist (table 'b 2 'a 1)) => '((a . 1) (b . 2)))
  ((let ((t (table 'a 1 'b 2)))
     (hash-table-walk t (lambda (k v) (hash-table-set! t k (* v 10))))
     (sorted-alist t))
   => '((a . 10) (b . 20)))
  ((let ((t (table 'a 1 'b 2))) (hash-table-walk t (lambda (k v) (hash-table-delete! t k))) (hash-table-size t))
   => 0)
  ((hash-table-walk 5 car) raises "hash-table-walk: expected a hash table, but received 5"))

(test "counting words"
      '((a . 3) (b . 2) (c . 1))
      (let ((t (make-hash-table)))
        (for-each (lambda (word) (hash-table-update!/default t word (lambda (n) (+ n 1)) 0))
                  '(a b a c b a))
        (sorted-alist t)))
