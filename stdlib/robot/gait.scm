; Walking and turning, slowly: the center of mass is first brought over one foot, then
; the other foot goes where it should. That is a static gait, the safest one.
;
; Whatever these procedures make was checked by calculation only: the simulator has no
; floor, and what the build of a real robot does (slack, batteries, carpets) nobody has
; tried. Hold the robot the first time.

; How high the hips are above the ankles, in mm. Straight legs are 146 mm long: what is
; left bends the knees, and lets the feet get away from under the hips. Our choice.
(define hip-height (make-parameter 128))

; How high a foot is lifted, in mm. Our choice.
(define step-height (make-parameter 20))

; How many seconds it takes to shift the weight, and then again to swing a foot. Our
; choice.
(define step-seconds (make-parameter 0.8))

; Postures a second on the way of a foot, and how far beyond the ankle of the foot that
; carries the robot its torso goes, in mm. Our choice.
(define rate 10)
(define torso-out 3)

; Paths

; Return which part of a way is done after a part of its time, both 0 to 1, without a
; jerk: the minimum-jerk curve (Flash and Hogan 1985).
(define (ease part)
  (* part part part (+ 10 (* part (- (* 6 part) 15)))))

; Return the path of a foot from a place to another: a procedure from a part of its time,
; 0 to 1, to the place then. Half way it is lifted by so many mm.
(define (foot-path from to height)
  (lambda (part)
    (let ((done (ease part)))
      (map (lambda (start end lift) (+ start (* done (- end start)) lift))
           from
           to
           (list 0 0 (* 16 height (square (* part (- 1 part)))))))))

; Where torso and feet are on the floor
;
; A footprint is a list (x y turn): where the ankle is, in mm, and the degrees by which
; the foot is turned to the left. A stance is what the robot does at a moment: the torso,
; and two feet (x y z turn), z being how high a foot is above the floor.

(define-record-type stance
  (make-stance torso left right)
  stance?
  (torso stance-torso)                  ; (x y turn)
  (left stance-left)
  (right stance-right))

; Return the posture of a stance: the angles of both legs.
(define (stance->posture stance)
  (posture-join (leg-of stance 'left (stance-left stance))
                (leg-of stance 'right (stance-right stance))))

(define (leg-of stance side foot)
  (let* ((torso (stance-torso stance))
         (frame (turned torso-frame (list (first torso) (second torso) 0)
                        'z (third torso)))
         (hips (- (hip-height) (third (hip-of side)))))
    (leg-angles side
                (map - (seen-from frame (take foot 3)) (list 0 0 hips))
                (- (fourth foot) (third torso)))))

; Return where the axes of a hip meet, as the torso sees it.
(define (hip-of side)
  (frame-place (link-frame '() (third (leg-joints side)))))

; Return the footprint of a side when the robot stands at (0 0).
(define (first-print side)
  (list (first (hip-of side)) (second (hip-of side)) 0))

(define (other side) (if (eq? side 'left) 'right 'left))

; Standing

; Return the posture in which the robot stands upright, its knees bent a little.
(define (stand)
  (both-sides (leg-angles 'right (place-below-hip 'right 0 (hip-height)))))

; (crouch height back lean)
; Return a posture on both feet: the hips so many mm above the ankles and so many behind
; them, while the torso leans forward by so many degrees.
(define (crouch height back lean)
  (for-each (lambda (number)
              (if (not (real? number))
                  (error 'crouch "expected a number, but received" number)))
            (list height back lean))
  (both-sides (leg-angles 'right (place-below-hip 'right back height) 0 lean)))

(define (place-below-hip side forward below)
  (map + (hip-of side) (list forward 0 (- below))))

; Walking

; Return the sequence of a walk, from footsteps: a list of lists (side x y turn), where
; the left or the right foot steps next. The robot stands at (0 0) first, looking along x,
; and in the end it has its weight on both feet again.
(define (footsteps->sequence footsteps)
  (if (not (and (list? footsteps) (every footstep? footsteps)))
      (error 'footsteps->sequence
             "expected footsteps (side x y turn), but received"
             footsteps))
  (let loop ((steps footsteps)
             (left (first-print 'left))
             (right (first-print 'right))
             (torso '(0 0 0))
             (stances (list (list (standing '(0 0 0) (first-print 'left)
                                            (first-print 'right))))))
    (if (null? steps)
        (stances->sequence
         (concatenate
          (reverse (cons (shifting torso (middle left right) left right) stances))))
        (let* ((side (caar steps))
               (to (cdar steps))
               (from (if (eq? side 'left) left right))
               (over (torso-over (other side) left right)))
          (loop (cdr steps)
                (if (eq? side 'left) to left)
                (if (eq? side 'right) to right)
                (torso-between over (if (eq? side 'left) to left)
                               (if (eq? side 'right) to right))
                (cons* (swinging side from to over left right)
                       (shifting torso over left right)
                       stances))))))

(define (footstep? object)
  (and (list? object)
       (= (length object) 4)
       (memq (car object) '(left right))
       (every real? (cdr object))))

(define (standing torso left right)
  (make-stance torso (raised left) (raised right)))

(define (raised footprint)
  (list (first footprint) (second footprint) 0 (third footprint)))

; Return where the torso is with its weight on both feet.
(define (middle left right)
  (map (lambda (a b) (/ (+ a b) 2)) left right))

; Return where the torso is with its weight on one foot: over the ankle and a little
; farther out. It looks where both feet do, in the mean.
(define (torso-over side left right)
  (let* ((foot (if (eq? side 'left) left right))
         (frame (turned torso-frame (list (first foot) (second foot) 0) 'z (third foot)))
         (out (if (eq? side 'left) torso-out (- torso-out)))
         (place (frame-point frame (list 0 out 0))))
    (list (first place) (second place) (third (middle left right)))))

; Return a torso that has not moved, but looks where both feet now do.
(define (torso-between torso left right)
  (list (first torso) (second torso) (third (middle left right))))

; Return the stances while the weight shifts from one place of the torso to another.
(define (shifting from to left right)
  (map (lambda (part)
         (standing (map (lambda (a b) (+ a (* (ease part) (- b a)))) from to)
                   left right))
       (parts)))

; Return the stances while a foot swings.
(define (swinging side from to torso left right)
  (let ((path (foot-path (take (raised from) 3) (take (raised to) 3) (step-height))))
    (map (lambda (part)
           (let* ((turn (+ (third from) (* (ease part) (- (third to) (third from)))))
                  (foot (append (path part) (list turn)))
                  (looks (third (middle (list 0 0 turn)
                                        (if (eq? side 'left) right left))))
                  (torso (list (first torso) (second torso) looks)))
             (if (eq? side 'left)
                 (make-stance torso foot (raised right))
                 (make-stance torso (raised left) foot))))
         (parts))))

; Return the parts of a phase's time at which there are postures.
(define (parts)
  (let ((count (max 2 (exact (ceiling (* rate (step-seconds)))))))
    (map (lambda (number) (/ (+ number 1.0) count)) (iota count))))

(define (stances->sequence stances)
  (let ((seconds (/ (step-seconds) (length (parts))))
        (poses (map (lambda (stance) (posture->pose (stance->posture stance))) stances)))
    (apply make-sequence
           (list (car poses) 1.0 0.2)
           (map (lambda (pose) (list pose seconds 0 'linear)) (cdr poses)))))

; Return the sequence of a walk on the spot: so many steps, the left foot first.
(define (walk-in-place steps)
  (footsteps->sequence (walk-footsteps steps 0)))

; (walk steps [stride])
; Return the sequence of a walk of so many steps, the left foot first. From one footprint
; to the next it is a stride of so many mm (25); with a negative one it goes backward. The
; last step brings the feet together.
(define (walk steps . stride)
  (footsteps->sequence (walk-footsteps steps (if (pair? stride) (car stride) 25))))

; Return the footsteps of a walk, as footsteps->sequence takes them.
(define (walk-footsteps steps stride)
  (check-count 'walk steps)
  (map (lambda (number)
         (let* ((side (if (even? number) 'left 'right))
                (reached (if (= number (- steps 1)) number (+ number 1))))
           (list side (* stride reached) (second (first-print side)) 0)))
       (iota steps)))

; (turn angle)
; Return the sequence of a turn on the spot, by degrees to the left, or to the right if
; they are negative. No step turns a foot by more than 15 degrees.
(define (turn angle)
  (footsteps->sequence (turn-footsteps angle)))

; Return the footsteps of a turn. First goes the foot of the side to which it turns, so
; that the feet do not touch.
(define (turn-footsteps angle)
  (if (not (real? angle))
      (error 'turn "expected an angle in degrees, but received" angle))
  (let* ((count (exact (ceiling (/ (abs angle) 15))))
         (first-side (if (negative? angle) 'right 'left)))
    (append-map
     (lambda (number)
       (let* ((now (* angle (/ (+ number 1) count)))
              (frame (turned torso-frame '(0 0 0) 'z now)))
         (map (lambda (side)
                (let ((place (frame-point frame (first-print side))))
                  (list side (first place) (second place) now)))
              (list first-side (other first-side)))))
     (iota count))))

(define (check-count who count)
  (if (not (and (exact-integer? count) (positive? count)))
      (error who "expected a number of steps, 1 or more, but received" count)))
