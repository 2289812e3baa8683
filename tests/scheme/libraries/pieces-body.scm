(define (quiet) 'Quiet)
