; The usual part of the string library: no character sets, no procedures that compare
; parts of strings, and string-map, string-for-each and string-copy! are those of R7RS.
(define-library (srfi 13)
  (import (brshell))
  ; New strings
  (export make-string string string-tabulate string-unfold string-unfold-right)
  ; Lists and strings
  (export string->list list->string reverse-list->string string-join string-tokenize)
  ; What kind of string
  (export string? string-null? string-every string-any)
  ; Parts of strings
  (export string-length string-ref string-copy string-copy! string-take
          string-take-right string-drop string-drop-right string-pad
          string-pad-right string-trim string-trim-right string-trim-both
          string-replace)
  ; Changing strings
  (export string-set! string-fill!)
  ; Comparing
  (export string-prefix-length string-suffix-length string-prefix? string-prefix-ci?
          string-suffix? string-suffix-ci? string-hash string-hash-ci)
  ; Searching
  (export string-index string-index-right string-skip string-skip-right string-count
          string-contains string-contains-ci)
  ; Capital and small letters
  (export string-titlecase string-upcase string-downcase)
  ; Reversing and appending
  (export string-reverse string-append string-concatenate)
  ; Mapping, folding and choosing
  (export string-map string-fold string-fold-right string-for-each
          string-for-each-index string-filter string-delete))
