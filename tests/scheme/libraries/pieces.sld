; A library in several files.
(define-library (pieces)
  (import (scheme base))
  (include-library-declarations "pieces-exports.scm")
  (include "pieces-body.scm")
  (include-ci "pieces-loud.scm"))
