; The robot walks on the spot: it shifts its weight and lifts the other foot.
;
;   brshell examples/walk-in-place.scm [STEPS]
;
; The simulator has no floor: its torso hangs in the air, and the feet go up and down
; below it. Hold a real robot the first time.

(import (brshell) (robot kinematics) (robot balance) (robot gait))

(define steps
  (if (pair? (cdr (command-line)))
      (string->number (cadr (command-line)))
      2))

(define (posture)
  (pose->posture (capture-pose)))

; How high a foot is above the other one, as the angles of the joints tell.

(define (left-foot-height posture)
  (define (height joint)
    (third (frame-place (link-frame posture joint))))
  (- (height 'left-ankle-roll) (height 'right-ankle-roll)))

; To the left of the right foot: 0 is above its ankle, 38 between both feet.

(define (show)
  (let ((now (posture)))
    (format #t "left foot ~a mm  center of mass ~a mm~%"
            (string-pad (number->string (exact (round (left-foot-height now)))) 3)
            (string-pad (number->string
                         (exact (round (second (center-over-foot now 'right)))))
                        3))))

(define watch (every 0.2 show))
(play (walk-in-place steps))
(task-stop watch)
