; Teach by hand: the arms are limp, you move them, and the robot remembers the poses.
;
;   brshell examples/teach.scm [POSES]
;
; Press Enter for each pose. A simulated robot has nobody to move its arms: there, this
; program does so itself.

(define count
  (if (pair? (cdr (command-line)))
      (string->number (cadr (command-line)))
      3))

(define arms
  '(right-shoulder-pitch left-shoulder-pitch
    right-shoulder-roll left-shoulder-roll
    right-elbow left-elbow))

; The teacher's hands: of a simulated robot, the elbows are bent more and more.

(define (hands number)
  (cond ((simulated?)
         (sim-turn! 'right-elbow (+ 100 (* 30 number)))
         (sim-turn! 'left-elbow (- 200 (* 30 number))))
        (else
         (format #t "Move the arms to pose ~a, then press Enter.~%" (+ number 1))
         (read-line))))

(define (learn number)
  (hands number)
  (name-pose (string->symbol (format "pose-~a" (+ number 1)))
             (capture-pose arms)))

(define (elbows)
  (map (lambda (joint) (exact (round (get joint 'present-position))))
       '(right-elbow left-elbow)))

(limp! arms)
(define poses (map learn (iota count)))

; There and back again, a second for each way and half a second to look at it.

(define motion
  (apply make-sequence
         (map (lambda (pose) (list pose 1.0 0.5)) poses)))

(define (show index status)
  (format #t "pose ~a: ~a~%" (+ index 1) (elbows))
  (and (< (+ index 1) count) (+ index 1)))

(play motion 'decide show)
