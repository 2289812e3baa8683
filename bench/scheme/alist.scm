; size: 60000
; Association lists: assq and assv in a list of 20 entries, `size` times, and the same
; search written out.
(define joints
  '((head . 1) (neck . 2) (left-hip . 3) (right-hip . 4) (left-knee . 5)
    (right-knee . 6) (left-ankle . 7) (right-ankle . 8) (left-elbow . 9)
    (right-elbow . 10) (left-wrist . 11) (right-wrist . 12) (left-foot . 13)
    (right-foot . 14) (left-hand . 15) (right-hand . 16) (chest . 17) (waist . 18)
    (gripper . 19) (camera . 20)))
(define by-number (map (lambda (entry) (cons (cdr entry) (car entry))) joints))
(define (lookup key entries)
  (cond ((null? entries) #f)
        ((eq? (caar entries) key) (cdar entries))
        (else (lookup key (cdr entries)))))
(define (work k sum)
  (if (= k 0)
      sum
      (let ((name (cdr (assv (+ 1 (modulo k 20)) by-number))))
        (work (- k 1) (+ sum (cdr (assq name joints)) (lookup name joints))))))
(display (work size 0))
(newline)
