; The right foot reaches for places in the air: inverse kinematics.
;
;   brshell examples/reach.scm
;
; A place is x forward, y to the left and z up, in mm, as the torso sees it. A real robot
; should hang, or lie on its back.

(import (brshell) (robot kinematics))

(define places
  '((0 -40 -240)
    (50 -40 -230)
    (50 -70 -220)
    (-20 -60 -215)
    (0 -40 -240)))

; Where the ankle is, as the servos tell.

(define (ankle)
  (frame-place (link-frame (pose->posture (capture-pose (leg-joints 'right)))
                           'right-ankle-roll)))

(define (rounded place)
  (map (lambda (number) (exact (round number))) place))

(define (reach! place)
  (pose-write! (posture->pose (leg-angles 'right place)) 1.5)
  (wait-until-still)
  (format #t "wanted ~a  reached ~a~%" (rounded place) (rounded (ankle))))

(for-each reach! places)

; What is out of reach is refused before anything moves.

(guard (e ((error-object? e)
           (format #t "~a~%" (condition-report-string e))))
  (reach! '(120 -40 -240)))
