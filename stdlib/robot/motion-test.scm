; Motions that are written like tables.

(import (robot motion))

(define-pose up (right-elbow 200) (left-shoulder-pitch (+ 100 20)))
(define-pose down (right-elbow 100))

(define (rows sequence)
  (map (lambda (index)
         (let ((row (sequence-ref sequence index)))
           (cons (map (lambda (id) (list id (round (pose-ref (car row) id 'goal-position))))
                      (pose-ids (car row)))
                 (cdr row))))
       (iota (sequence-length sequence))))

(define-motion nothing)
(define-motion simple
  (up   1.0)
  (down 0.5 (pause 0.1)))
(define-motion several
  (repeat 2
    (down 0.5)
    (repeat 2 (up 1)))
  (perform simple))

(define (file-text file)
  (call-with-input-file file (lambda (port) (read-string 10000 port))))

(define ups '((5 200.0) (2 120.0)))
(define downs '((5 100.0)))

(tests "define-motion"
  ((rows simple) => `((,ups 1.0 0) (,downs 0.5 0.1)))
  ((map cadr (rows several)) => '(0.5 1 1 0.5 1 1 1.0 0.5))
  ((sequence-length nothing) => 0)
  ((rows (motion (mirrored (down 1)))) => '((((6 200.0)) 1 0)))
  ((map cdr (rows (motion (faster 2 (perform simple))))) => '((0.5 0.0) (0.25 0.05)))
  ((rows (motion ((blend-poses down up 1/2) 1)))
   => '((((5 150.0) (2 120.0)) 1 0)))
  ((written simple) => "#<sequence simple steps: 2 seconds: 1.6>")
  ((written up) => "#<pose up servos: 2>"))

(define-motion eased
  (up 1 (easing linear))
  (up 2 (pause 1) (easing cubic))
  (up 3 (easing cubic) (pause 1))
  (up 4))

(tests "easing"
  ((map cdr (rows eased)) => '((1 0) (2 1) (3 1) (4 0)))
  ((begin (save-sequence eased "eased.scm")
          (map (lambda (name) (and (string-contains (file-text "eased.scm") name) #t))
               '("linear" "cubic")))
   => '(#t #t))
  ((motion (up 1 (easing fast))) raises
   "make-sequence: easing: expected one of linear, cubic, min-jerk, but received 'fast'"))

(tests "what is no step"
  ((motion (up)) is-refused
   "define-motion: expected a step such as (pose seconds), but received (up)")
  ((motion (5 1)) raises "make-sequence: expected a pose, but received 5"))
