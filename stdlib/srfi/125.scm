; More procedures on hash tables that call procedures, SRFI 125. Where that takes a
; comparator, a procedure that tells keys apart is meant.

; Return a table of the keys and values that the mapper returns for a seed, for
; (successor seed), and so on, until a seed satisfies stop?. SRFI 125.
(define (hash-table-unfold stop? mapper successor seed same? . more)
  (%check-all
   'hash-table-unfold procedure? "a procedure" (list stop? mapper successor))
  (let ((table (apply make-hash-table same? more)))
    (let loop ((seed seed))
      (cond ((stop? seed) table)
            (else
             (receive (key value) (mapper seed)
               (hash-table-set! table key value))
             (loop (successor seed)))))))

; Return whether two tables have the same keys with the same values, as the procedure
; tells. SRFI 125.
(define (hash-table=? same-value? left right)
  (%check-procedure hash-table=? same-value?)
  (%check-all 'hash-table=? hash-table? "a hash table" (list left right))
  (and (= (hash-table-size left) (hash-table-size right))
       (%all (lambda (entry)
                (and (hash-table-contains? right (car entry))
                     (same-value? (cdr entry) (hash-table-ref right (car entry)))))
              (hash-table->alist left))))

; Return the value of a key, which (failure) makes if there is none. SRFI 125.
(define (hash-table-intern! table key failure)
  (%check-procedure hash-table-intern! failure)
  (let ((value (%lookup 'hash-table-intern! table key)))
    (if (eq? value %missing)
        (let ((made (failure)))
          (hash-table-set! table key made)
          made)
        value)))

; Return the first true value of the procedure for a key and its value, or (failure).
; SRFI 125.
(define (hash-table-find table procedure failure)
  (%check-on-table 'hash-table-find procedure table)
  (%check-procedure hash-table-find failure)
  (or (any (%on-entry procedure) (hash-table->alist table)) (failure)))

(define (%check-on-table who procedure table)
  (if (not (hash-table? table)) (%wrong-type who "a hash table" table))
  (if (not (procedure? procedure)) (%wrong-type who "a procedure" procedure)))

; Return for how many keys and values the predicate holds. SRFI 125.
(define (hash-table-count table predicate)
  (%check-on-table 'hash-table-count predicate table)
  (count (%on-entry predicate) (hash-table->alist table)))

; Return a table, told apart by ``same?``, of the keys with what the procedure returns
; for their values. SRFI 125.
(define (hash-table-map procedure same? table)
  (%check-on-table 'hash-table-map procedure table)
  (alist->hash-table
   (map (lambda (entry) (cons (car entry) (procedure (cdr entry))))
        (hash-table->alist table))
   same?))

; Call the procedure with each key and its value. SRFI 125.
(define (hash-table-for-each procedure table)
  (%check-on-table 'hash-table-for-each procedure table)
  (hash-table-walk table procedure))

; Set each key to what the procedure returns for it and its value. SRFI 125.
(define (hash-table-map! procedure table)
  (%check-on-table 'hash-table-map! procedure table)
  (hash-table-walk
   table
   (lambda (key value) (hash-table-set! table key (procedure key value)))))

; Return the list of what the procedure returns for each key and its value. SRFI 125.
(define (hash-table-map->list procedure table)
  (%check-on-table 'hash-table-map->list procedure table)
  (map (%on-entry procedure) (hash-table->alist table)))

; Remove the keys for which the procedure, given key and value, is true. SRFI 125.
(define (hash-table-prune! procedure table)
  (%check-on-table 'hash-table-prune! procedure table)
  (hash-table-walk
   table
   (lambda (key value)
     (if (procedure key value) (hash-table-delete! table key)))))
