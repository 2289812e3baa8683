; Turn both elbows to an angle, within a second.
(define (elbows! degrees)
  (move-all! (map (lambda (joint) (list joint degrees)) '(left-elbow right-elbow)) 1))
