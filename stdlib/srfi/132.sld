; Sorting, merging and selection.
(define-library (srfi 132)
  (import (brshell))
  ; Sorting
  (export list-sorted? vector-sorted? list-sort list-stable-sort list-sort!
          list-stable-sort! vector-sort vector-stable-sort vector-sort!
          vector-stable-sort!)
  ; Merging
  (export list-merge list-merge! vector-merge vector-merge!)
  ; Runs of equal elements
  (export list-delete-neighbor-dups list-delete-neighbor-dups!
          vector-delete-neighbor-dups vector-delete-neighbor-dups!)
  ; Medians and selection
  (export vector-find-median vector-find-median! vector-select! vector-separate!))
