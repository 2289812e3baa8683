; size: 300000
; Records: particles that move and bounce, `size` steps.
(define-record-type particle
  (make-particle x v)
  particle?
  (x particle-x set-particle-x!)
  (v particle-v set-particle-v!))
(define (step! p)
  (set-particle-x! p (+ (particle-x p) (particle-v p)))
  (if (or (< (particle-x p) 0) (> (particle-x p) 100))
      (set-particle-v! p (- (particle-v p)))))
(define (work k p)
  (cond ((> k 0) (step! p) (work (- k 1) p))
        (else (particle-x p))))
(display (work size (make-particle 50 3)))
(newline)
