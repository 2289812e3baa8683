; A hand that closes until its fingers touch something, and then holds it.
;
;   brshell examples/ethercat-hand.scm [udp:HOST | INTERFACE]
;
; The hand is a simulated one, with a thing in it, unless an argument names another.

(define arguments (cdr (command-line)))

(define where
  (if (pair? arguments)
      (car arguments)
      "sim"))

(define fingers '(FF MF RF LF))
(define knuckles '(FFJ3 MFJ3 RFJ3 LFJ3))

(define closing 0.3) ; of what a motor can
(define holding 0.1)
(define touch 150)   ; raw pressure at which a fingertip touches something
(define patience 1500) ; cycles, a thousand a second

(define (pressure finger)
  (let ((felt (palm-tactile finger)))
    (if felt (car felt) 0)))

(define (say . words)
  (for-each display words)
  (newline))

; Close all fingers; each that touches only holds from then on. Return how many do.

(define (grasp!)
  (for-each (lambda (knuckle) (palm-set-demand! knuckle closing)) knuckles)
  (let next ((cycle 0) (open (map cons fingers knuckles)))
    (cond
      ((null? open) (length fingers))
      ((= cycle patience) (- (length fingers) (length open)))
      (else
        (ethercat-exchange)
        (next (+ cycle 1) (filter (lambda (finger) (not (holds? finger))) open))))))

(define (holds? finger)
  (and (> (pressure (car finger)) touch)
       (begin
         (palm-set-demand! (cdr finger) holding)
         (say (car finger) " touches at "
              (exact (round (/ (* 180 (palm-angle (cdr finger))) 3.14159)))
              " degrees")
         #t)))

(ethercat-open where)
(if (string=? where "sim")
    (palm-fault! 'object 35))
(say "slaves: " (map (lambda (slave) (cdr (assq 'name slave))) (ethercat-scan)))

(reset-motors)
(say "fingers that hold: " (grasp!))
(ethercat-exchange 50)
(say "pressures: " (map pressure fingers))
(say "palm: " (diagnostic-level 'palm) ", zero buffers: " (palm-zero-buffers))

(halt-motors)
(ethercat-close)
