; Random numbers from the source that is there from the start, SRFI 27.

; The source of random numbers that random-integer and random-real use. SRFI 27.
(define default-random-source (make-random-source))

; Return a random exact integer 0..n-1. SRFI 27.
(define random-integer (random-source-make-integers default-random-source))

; Return a random real number between 0 and 1, neither included. SRFI 27.
(define random-real (random-source-make-reals default-random-source))
