(define (loaded) (list 'loaded (start)))
