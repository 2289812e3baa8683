; Motion hooks: one arm is led, and each hook does its part of the rest.
;
;   brshell examples/motion-hook.scm [SECONDS [FILE]]
;
; Three hooks are shown all outputs 31 times a second: one mirrors the left arm to the
; right one, one sends what is set to the servos, one writes a log into a file.

(define arguments (cdr (command-line)))

(define seconds
  (if (pair? arguments)
      (string->number (car arguments))
      3))

(define file
  (if (and (pair? arguments) (pair? (cdr arguments)))
      (cadr arguments)
      "motion-hook.log"))

(define pairs
  '((left-shoulder-pitch . right-shoulder-pitch)
    (left-shoulder-roll . right-shoulder-roll)
    (left-elbow . right-elbow)))

; Outputs are angles in radians from where the links are straight. Pitch joints turn in
; the same direction on both sides, roll joints and elbows in opposite ones.

(define (mirrored joint angle)
  (if (eq? joint 'left-shoulder-pitch)
      angle
      (- angle)))

(define (mirror! changed outputs)
  (for-each
    (lambda (joint)
      (let ((other (assq joint pairs))
            (angle (cdr (assq joint outputs))))
        (if (and other angle)
            (set-output! (cdr other) (mirrored joint angle)))))
    changed))

(define (say . words)
  (for-each display words)
  (newline))

(add-motion-hook!
  (make-motion-hook
    'name 'mirror
    'updated mirror!
    'starting (lambda () (say "The mirror is ready."))
    'stopping (lambda () (say "The mirror has stopped."))))
(add-motion-hook! (make-robot-hook))
(add-motion-hook! (make-log-hook file))

; Lead the left arm: nobody but the hooks knows of the right one.

(define begin-time (now))

(define (lead!)
  (let ((time (- (now) begin-time)))
    (set-output! 'left-elbow (* 0.6 (sin (* 2 time))))
    (set-output! 'left-shoulder-roll (* 0.3 (- 1 (cos time))))))

(define (show-elbows)
  (format #t "left ~a  right ~a~%"
          (exact (round (get 'left-elbow 'present-position)))
          (exact (round (get 'right-elbow 'present-position)))))

(motion-start)
(define tasks (list (every 0.05 lead!) (every 0.5 show-elbows)))
(sleep seconds)
(for-each task-stop tasks)
(motion-stop)
