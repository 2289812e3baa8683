; Hash tables.
(define-library (srfi 69)
  (import (brshell))
  ; New tables
  (export make-hash-table hash-table? alist->hash-table hash-table-copy)
  ; What tells keys apart
  (export hash-table-equivalence-function hash-table-hash-function hash string-hash
          string-ci-hash hash-by-identity)
  ; One key
  (export hash-table-ref hash-table-ref/default hash-table-set! hash-table-delete!
          hash-table-exists? hash-table-update! hash-table-update!/default)
  ; All keys
  (export hash-table-size hash-table-keys hash-table-values hash-table-walk
          hash-table-fold hash-table->alist hash-table-merge!))
