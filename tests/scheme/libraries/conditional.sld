; Declarations that depend on the system.
(define-library (conditional)
  (export features-found)
  (import (scheme base))
  (cond-expand
    ((library (no such library)) (begin (define a 'wrong)))
    ((library (noisy)) (begin (define a 'library)))
    (else (begin (define a 'wrong))))
  (cond-expand
    ((and r7rs (not no-such-feature) (or no-such-feature full-unicode))
     (begin (define b 'features)))
    (else (begin (define b 'wrong))))
  (cond-expand (no-such-feature (begin (define c 'wrong)))
               (else (import (only (scheme char) char-upcase))
                     (begin (define c (char-upcase #\c)))))
  (begin (define features-found (list a b c))))
