; One arm follows the other: move the left arm by hand, and the right one mirrors it.
;
;   brshell examples/mirror.scm [SECONDS]
;
; A simulated robot has nobody to move its arm: there, this program does so itself.

(define seconds
  (if (pair? (cdr (command-line)))
      (string->number (cadr (command-line)))
      4))

(define left '(left-shoulder-pitch left-shoulder-roll left-elbow))
(define right '(right-shoulder-pitch right-shoulder-roll right-elbow))

; The joints of the two sides turn in opposite directions about 150 degrees.

(define (mirrored angle)
  (- 300 angle))

; Read and write by formats: that takes two packets, however many joints there are.

(apply set-read-format!
       (map (lambda (joint) (list joint 'present-position 1)) left))
(apply set-write-format!
       (map (lambda (joint) (list joint 'goal-position 1)) right))

(define (follow!)
  (let* ((answer (vector->list (read-natural)))
         (angles (reverse (cdr (reverse answer)))))   ; without the status
    (write-natural! (map mirrored angles))))

; The hand of a simulated robot's teacher: the elbow swings to and fro.

(define (swing!)
  (sim-turn! 'left-elbow (+ 150 (* 60 (sin (* 2 (sim-time)))))))

(define (show-elbows)
  (format #t "left ~a  right ~a~%"
          (exact (round (get 'left-elbow 'present-position)))
          (exact (round (get 'right-elbow 'present-position)))))

(limp! left)
(torque-on! right)
(if (simulated?)
    (every 0.05 swing!))
(every 0.05 follow!)
(every 0.5 show-elbows)
(sleep seconds)
