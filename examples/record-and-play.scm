; The robot records what you make its arm do, and does it again.
;
;   brshell examples/record-and-play.scm [FILE]
;
; With a FILE the motion is saved there, to be read and edited. A simulated robot has
; nobody to move its arm: there, this program does so itself.

(define arm '(right-shoulder-pitch right-shoulder-roll right-elbow))

(define (arm-of pose)
  (pose-part pose arm))

; Of a recording of the whole robot take the arm alone. To where it began, the arm gets a
; second.

(define (arm-only sequence)
  (apply make-sequence
         (map (lambda (index)
                (let ((step (sequence-ref sequence index)))
                  (list (arm-of (first step))
                        (if (zero? index) 1.0 (second step))
                        (third step)
                        'linear)))
              (iota (sequence-length sequence)))))

(define (elbow)
  (exact (round (get 'right-elbow 'present-position))))

(define (show-elbow)
  (format #t " ~a" (elbow)))

; The hand of a simulated robot's teacher: the elbow swings to and fro.

(define (swing!)
  (sim-turn! 'right-elbow (+ 150 (* 50 (sin (* 2 (sim-time)))))))

(define (record seconds)
  (let ((hand (and (simulated?) (every 0.05 swing!))))
    (let ((recorded (record-sequence seconds 10)))
      (if hand (task-stop hand))
      (arm-only recorded))))

(limp! arm)
(display "Move the right arm.\n")
(define recorded (record 4))

; What lies between two postures that are far enough apart can be left out.

(define motion (name-sequence 'recorded (thin-sequence recorded 3)))
(format #t "~a postures, of which ~a are needed~%"
        (sequence-length recorded)
        (sequence-length motion))

(display "elbow")
(let ((watch (every 0.5 show-elbow)))
  (play motion)
  (task-stop watch)
  (newline))

(if (pair? (cdr (command-line)))
    (save-sequence motion (cadr (command-line))))
