; The robot looks ahead with its sensor module, and says how near things are.
;
;   brshell examples/watch-wall.scm [SECONDS]
;
; Near: the elbows light up. Very near: it beeps. A simulated robot gets a wall that
; comes nearer and goes away again.

(define seconds
  (if (pair? (cdr (command-line)))
      (string->number (cadr (command-line)))
      6))

(define eye 100)                        ; the id of the AX-S1

(define near 30)                        ; how much light comes back, 0 to 255
(define very-near 200)

(define (look)
  (distance eye 'center))

(define (light! on?)
  (led! 'left-elbow on?)
  (led! 'right-elbow on?))

(define (watch)
  (let ((echo (look)))
    (light! (>= echo near))
    (if (>= echo very-near)
        (beep! eye 30))
    (format #t "~a ~a~%"
            (string-pad (number->string echo) 3)
            (cond ((>= echo very-near) "very near!")
                  ((>= echo near) "near")
                  (else "far")))))

; The wall of a simulated robot: from 0.5 m to 0.05 m and back.

(define (move-wall!)
  (let ((phase (abs (- 3 (sim-time)))))  ; 3 ... 0 ... 3
    (sim-wall! #f (+ 0.05 (* 0.15 phase)) #f)))

(if (simulated?)
    (every 0.1 move-wall!))
(every 0.5 watch)
(sleep seconds)
(light! #f)
