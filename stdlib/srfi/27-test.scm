; Random numbers, SRFI 27.

(define (take-numbers random)
  (list-tabulate 5 (lambda (i) (random))))

(define (integers source)
  (let ((random (random-source-make-integers source)))
    (take-numbers (lambda () (random 1000)))))

(tests "random-integer and random-real"
  ((every (lambda (n) (< -1 n 6)) (list-tabulate 100 (lambda (i) (random-integer 6))))
   => #t)
  ((delete-duplicates (list-sort < (list-tabulate 200 (lambda (i) (random-integer 3)))))
   => '(0 1 2))
  ((random-integer 1) => 0)
  ((< -1 (random-integer (expt 10 50)) (expt 10 50)) => #t)
  ((random-integer 0) raises
   "random-integer: expected a positive exact integer, but received 0")
  ((random-integer 1.5) raises
   "random-integer: expected an exact integer, but received 1.5")
  ((every (lambda (x) (and (inexact? x) (< 0 x 1))) (take-numbers random-real)) => #t))

(tests "sources"
  ((random-source? default-random-source) => #t)
  ((random-source? (make-random-source)) => #t)
  ((random-source? 5) => #f)
  ((equal? (integers (make-random-source)) (integers (make-random-source))) => #t)
  ((let ((source (make-random-source)))
     (equal? (integers source) (integers source)))
   => #f)
  ((let ((source (make-random-source)))
     (random-source-randomize! source)
     (equal? (integers source) (integers (make-random-source))))
   => #f)
  ((random-source-make-integers 5) raises
   "random-source-make-integers: expected a random source, but received 5"))

; Return the first numbers of source (i, j).
(define (pseudo-random i j)
  (let ((source (make-random-source)))
    (random-source-pseudo-randomize! source i j)
    (integers source)))

(tests "independent sources"
  ((equal? (pseudo-random 1 2) (pseudo-random 1 2)) => #t)
  ((length (delete-duplicates
            (list (integers (make-random-source))
                  (pseudo-random 0 0) (pseudo-random 0 1) (pseudo-random 1 0)
                  (pseudo-random 1 1) (pseudo-random 0 2))))
   => 6)
  ((pseudo-random -1 0) raises
   "random-source-pseudo-randomize!: expected a non-negative exact integer, but received -1"))

(tests "the state of a source"
  ((let* ((source (make-random-source))
          (state (read-from (written (random-source-state-ref source))))
          (numbers (integers source)))
     (random-source-state-set! source state)
     (equal? (integers source) numbers))
   => #t)
  ((random-source-state-set! (make-random-source) '(1 2)) raises
   "random-source-state-set!: expected the state of a random source, but received (1 2)")
  ((random-source-state-set! (make-random-source) 'x) raises
   "random-source-state-set!: expected a list, but received x"))

(tests "units"
  ((every (lambda (x) (and (exact? x) (< 0 x 1) (integer? (* 10 x))))
          (take-numbers (random-source-make-reals (make-random-source) 1/10)))
   => #t)
  (((random-source-make-reals (make-random-source) 2/3)) => 1/2)
  ((every (lambda (x) (and (inexact? x) (< 0 x 1)))
          (take-numbers (random-source-make-reals (make-random-source) 0.25)))
   => #t)
  ((random-source-make-reals (make-random-source) 1) raises
   "random-source-make-reals: expected a number between 0 and 1, but received 1"))
