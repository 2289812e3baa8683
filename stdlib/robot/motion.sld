; Motions that are written like tables.
(define-library (robot motion)
  (import (brshell))
  (export define-pose define-motion motion)
  (include "motion.scm"))
