; Hash tables, SRFI 69: the procedures that call procedures.

(define %missing (cons 'missing '()))

; (hash-table-ref table key [failure] [success])
; Return (success value) of a key, success being optional, or (failure) if the table
; has not got the key. SRFI 69, 125.
(define (hash-table-ref table key . procedures)
  (let ((value (%lookup 'hash-table-ref table key)))
    (if (eq? value %missing)
        (%missing-value 'hash-table-ref key procedures)
        (%found-value 'hash-table-ref value procedures))))

; Return the value of a key, or %missing.
(define (%lookup who table key)
  (if (not (hash-table? table)) (%wrong-type who "a hash table" table))
  (hash-table-ref/default table key %missing))

(define (%missing-value who key procedures)
  (cond ((null? procedures) (%bad-value who "a key of the table" key))
        ((procedure? (car procedures)) ((car procedures)))
        (else (%wrong-type who "a procedure" (car procedures)))))

(define (%found-value who value procedures)
  (cond ((or (null? procedures) (null? (cdr procedures))) value)
        ((procedure? (cadr procedures)) ((cadr procedures) value))
        (else (%wrong-type who "a procedure" (cadr procedures)))))

; (hash-table-update! table key procedure [failure] [success])
; Set a key to what the procedure makes of its value; failure and success are those of
; hash-table-ref. SRFI 69, 125.
(define (hash-table-update! table key procedure . procedures)
  (%check-procedure hash-table-update! procedure)
  (let ((value (%lookup 'hash-table-update! table key)))
    (hash-table-set!
     table
     key
     (procedure
      (if (eq? value %missing)
          (%missing-value 'hash-table-update! key procedures)
          (%found-value 'hash-table-update! value procedures))))))

; Set a key to what the procedure makes of its value, or of the default. SRFI 69.
(define (hash-table-update!/default table key procedure default)
  (%check-procedure hash-table-update!/default procedure)
  (let ((value (%lookup 'hash-table-update!/default table key)))
    (hash-table-set! table key (procedure (if (eq? value %missing) default value)))))

; Call the procedure with each key and its value. SRFI 69.
(define (hash-table-walk table procedure)
  (%check hash-table-walk hash-table? "a hash table" table)
  (%check-procedure hash-table-walk procedure)
  (for-each (%on-entry procedure) (hash-table->alist table)))

; Return the procedure that takes the arguments of another in a pair.
(define (%on-entry procedure)
  (lambda (entry) (procedure (car entry) (cdr entry))))

; Return (procedure key value ... (procedure key value initial)). The table may also
; come last, as SRFI 125 has it. SRFI 69.
(define (hash-table-fold table procedure initial)
  (if (hash-table? table)
      (%hash-table-fold table procedure initial)
      (%hash-table-fold initial table procedure)))

(define (%hash-table-fold table procedure initial)
  (%check hash-table-fold hash-table? "a hash table" table)
  (%check-procedure hash-table-fold procedure)
  (fold (lambda (entry result) (procedure (car entry) (cdr entry) result))
        initial
        (hash-table->alist table)))

; Return the procedure that tells the keys of a table apart. SRFI 69.
(define (hash-table-equivalence-function table)
  (%check hash-table-equivalence-function hash-table? "a hash table" table)
  (or (%hash-table-equivalence table) equal?))

; Return the hash function for the keys of a table, or #f if it needs none. SRFI 69.
(define (hash-table-hash-function table)
  (%check hash-table-hash-function hash-table? "a hash table" table)
  (let ((same? (hash-table-equivalence-function table)))
    (cond ((%hash-table-hash-function table))
          ((eq? same? equal?) hash)
          ((eq? same? string=?) string-hash)
          ((eq? same? string-ci=?) string-ci-hash)
          ((memq same? (list eq? eqv? char=? symbol=?)) hash-by-identity)
          (else #f))))
