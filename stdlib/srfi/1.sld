; The list library.
(define-library (srfi 1)
  (import (brshell))
  ; New lists
  (export cons xcons cons* list make-list list-tabulate list-copy circular-list iota)
  ; What kind of list
  (export pair? null? proper-list? circular-list? dotted-list? not-pair? null-list?
          list=)
  ; Parts of lists
  (export car cdr caar cadr cdar cddr caaar caadr cadar caddr cdaar cdadr cddar
          cdddr caaaar caaadr caadar caaddr cadaar cadadr caddar cadddr cdaaar
          cdaadr cdadar cdaddr cddaar cddadr cdddar cddddr list-ref first second
          third fourth fifth sixth seventh eighth ninth tenth car+cdr take take!
          drop take-right drop-right drop-right! split-at split-at! last last-pair)
  ; Several lists
  (export length length+ append append! concatenate concatenate! reverse reverse!
          append-reverse append-reverse! zip unzip1 unzip2 unzip3 unzip4 unzip5
          count)
  ; Folding and mapping
  (export fold fold-right pair-fold pair-fold-right reduce reduce-right unfold
          unfold-right map map! map-in-order for-each pair-for-each append-map
          append-map! filter-map)
  ; Choosing and searching
  (export filter filter! partition partition! remove remove! find find-tail
          take-while take-while! drop-while span span! break break! any every
          list-index member memq memv delete delete! delete-duplicates
          delete-duplicates!)
  ; Association lists
  (export assoc assq assv alist-cons alist-copy alist-delete alist-delete!)
  ; Lists as sets
  (export lset<= lset= lset-adjoin lset-union lset-union! lset-intersection
          lset-intersection! lset-difference lset-difference! lset-xor lset-xor!
          lset-diff+intersection lset-diff+intersection!)
  ; Changing pairs
  (export set-car! set-cdr!))
