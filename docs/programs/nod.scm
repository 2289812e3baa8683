(define-syntax repeat
  (syntax-rules ()
    ((_ times command ...)
     (let loop ((i 0))
       (when (< i times)
         command ...
         (loop (+ i 1)))))))

(define (nod joint i)
  (repeat 2
    (move! joint (+ 150 i))
    (move! joint 150)))

(nod 'right-elbow 20)
