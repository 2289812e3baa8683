; Where the links of a robot are (forward kinematics), and which angles bring a foot to a
; place (inverse kinematics). Places are lists (x y z) in mm: x is forward, y to the left,
; z up. Angles are in degrees.
;
; A posture is an association list ((joint . angle) ...). An angle of 0 is where the
; link is straight; so is each joint that a posture does not have.

; Postures

; Return the angle of a joint in a posture.
(define (posture-ref posture joint)
  (let ((entry (assq joint posture)))
    (if entry (cdr entry) 0)))

; Return a posture with the joints of all; of a joint in several the first counts.
(define (posture-join . postures)
  (delete-duplicates (concatenate postures)
                     (lambda (one other) (eq? (car one) (car other)))))

; Is an object a posture of the robot?
(define (posture? object)
  (let ((joints (joint-names)))
    (and (list? object)
         (every (lambda (entry)
                  (and (pair? entry) (memq (car entry) joints) (real? (cdr entry))))
                object))))

(define (check-posture who object)
  (if (not (posture? object))
      (error who "expected a posture, a list of (joint . angle), but received" object)))

; Return the posture with left and right exchanged. A rotation that bends to the front
; (about y) stays what it is; one to the side, or round, changes its sign.
(define (mirror-posture posture)
  (check-posture 'mirror-posture posture)
  (map (lambda (entry)
         (cons (mirror-joint (car entry))
               (if (eq? (info-ref (joint-info (car entry)) 'axis) 'y)
                   (cdr entry)
                   (- (cdr entry)))))
       posture))

; Return the posture of one side, and the same for the other side.
(define (both-sides posture)
  (posture-join posture (mirror-posture posture)))

; Return the pose of a posture, with the degrees of the servos. An angle that the robot's
; build does not allow is an error.
(define (posture->pose posture)
  (check-posture 'posture->pose posture)
  (for-each check-angle posture)
  (make-pose (map car posture)
             'goal-position
             (map (lambda (entry) (joint-angle->degrees (car entry) (cdr entry)))
                  posture)))

(define (check-angle entry)
  (let ((limits (info-ref (joint-info (car entry)) 'limits)))
    (if (not (<= (first limits) (cdr entry) (second limits)))
        (error 'posture->pose
               (format "~a: expected an angle from ~a to ~a degrees, but received"
                       (car entry) (first limits) (second limits))
               (cdr entry)))))

; Return the posture of a pose: the angles of its joints.
(define (pose->posture pose)
  (map (lambda (id)
         (cons (info-ref (joint-info id) 'name)
               (degrees->joint-angle id (pose-ref pose id 'goal-position))))
       (pose-ids pose)))

; Frames: a place, and where the x, y and z axes point that have been turned with a link

(define-record-type frame
  (make-frame place axes)
  frame?
  (place frame-place)
  (axes frame-axes))

; The frame of the torso (or base), from which all others are seen.
(define torso-frame (make-frame '(0 0 0) '((1 0 0) (0 1 0) (0 0 1))))

; Return where a point is that a frame sees at a place.
(define (frame-point frame place)
  (apply map + (frame-place frame) (map scaled place (frame-axes frame))))

; Return the place at which a frame sees a point: the inverse of frame-point.
(define (seen-from frame point)
  (let ((way (map - point (frame-place frame))))
    (map (lambda (axis) (dot way axis)) (frame-axes frame))))

; Return a frame put at a place that it sees, and turned about its axis x, y or z there.
(define (turned frame place axis angle)
  (let ((c (cos (radians angle)))
        (s (sin (radians angle)))
        (axes (frame-axes frame)))
    (define (mixed a one b other)
      (map + (scaled a one) (scaled b other)))
    (make-frame
     (frame-point frame place)
     (let ((x (first axes)) (y (second axes)) (z (third axes)))
       (case axis
         ((x) (list x (mixed c y s z) (mixed (- s) y c z)))
         ((y) (list (mixed c x (- s) z) y (mixed s x c z)))
         (else (list (mixed c x s y) (mixed (- s) x c y) z)))))))

; Forward kinematics

; Return the frame of the link that a joint moves. Its place is on the axis of the joint.
(define (link-frame posture joint)
  (check-posture 'link-frame posture)
  (if (not (memq joint (joint-names)))
      (error 'link-frame "expected the name of a joint, but received" joint))
  (let along ((joint joint))
    (moved posture joint (lambda (parent) (if parent (along parent) torso-frame)))))

; Return an association list of the frames of all links, ((joint . frame) ...).
(define (link-frames posture)
  (check-posture 'link-frames posture)
  (let loop ((joints (joint-names)) (frames (list (cons #f torso-frame))))
    (if (null? joints)
        (cdr (reverse frames))
        (let ((frame (moved posture (car joints)
                            (lambda (parent) (cdr (assq parent frames))))))
          (loop (cdr joints) (cons (cons (car joints) frame) frames))))))

; Return the frame of a joint's link, from that of its parent.
(define (moved posture joint frame-of)
  (let ((info (joint-info joint)))
    (turned (frame-of (info-ref info 'parent))
            (info-ref info 'origin)
            (info-ref info 'axis)
            (posture-ref posture joint))))

; Inverse kinematics of a leg

; Return the names of the joints of a leg, left or right, from the hip to the foot.
(define (leg-joints side)
  (joints-of 'leg-joints side))

(define (joints-of who side)
  (if (not (memq side '(left right)))
      (error who "expected left or right, but received" side))
  (map (lambda (part) (string->symbol (format "~a-~a" side part)))
       '(hip-yaw hip-roll hip-pitch knee ankle-pitch ankle-roll)))

; (leg-angles side place [turn [lean]])
; Return the posture of a leg whose ankle is at a place that the torso sees, while the
; sole is level. The foot may be turned to the left. If the torso leans forward, the
; place is that which the torso would see if it stood upright in the same hips.
;
; The hip's three axes meet in a point, so that the angles come one after the other: the
; roll turns the leg's plane to the ankle, in which two sides and the distance make a
; triangle (law of cosines), and the ankle undoes what hip and knee have turned.
(define leg-angles
  (case-lambda
    ((side place) (leg-angles side place 0 0))
    ((side place turn) (leg-angles side place turn 0))
    ((side place turn lean)
     (if (not (and (list? place) (= (length place) 3) (every real? place)))
         (error 'leg-angles "expected a place (x y z), but received" place))
     (for-each (lambda (angle)
                 (if (not (real? angle))
                     (error 'leg-angles "expected an angle in degrees, but received"
                            angle)))
               (list turn lean))
     (angles-to (joints-of 'leg-angles side) place turn lean))))

(define (angles-to joints place turn lean)
  (let* ((hip (frame-point (turned torso-frame (origin (first joints)) 'z turn)
                           (origin (second joints))))
         (target (seen-from (turned (make-frame hip (frame-axes torso-frame))
                                    '(0 0 0) 'z turn)
                            place))
         (roll (degrees (atan (second target) (- (third target)))))
         (below (- (hypotenuse (second target) (third target))))
         (thigh (sides-of (origin (fourth joints))))
         (shank (sides-of (origin (fifth joints))))
         (bend (inner-angle thigh shank (hypotenuse (first target) below) place))
         (knee (- (angle-of thigh) (angle-of shank) (- bend)))
         (pitch (- (angle-of (list (first target) below))
                   (angle-of (map + thigh (bent shank knee))))))
    (map cons
         joints
         (map to-turn (list turn roll (- pitch lean) knee (- (+ pitch knee)) (- roll))))))

(define (origin joint)
  (info-ref (joint-info joint) 'origin))

; Vectors (x z) in the plane of the leg, and their angles about y. A turn about y adds
; to that.

(define (sides-of place)
  (list (first place) (third place)))

(define (angle-of side)
  (degrees (atan (first side) (second side))))

(define (bent side angle)
  (let ((c (cos (radians angle))) (s (sin (radians angle))))
    (list (+ (* c (first side)) (* s (second side)))
          (- (* c (second side)) (* s (first side))))))

; Return the angle between the directions of thigh and shank, if the ankle is at a
; distance from the hip.
(define (inner-angle thigh shank distance place)
  (let* ((a (apply hypotenuse thigh))
         (b (apply hypotenuse shank))
         (cosine (/ (- (square distance) (square a) (square b)) (* 2 a b))))
    (if (> (abs cosine) 1)
        (error 'leg-angles
               (format "expected an ankle ~a to ~a mm from the hip, but received"
                       (tenths (abs (- a b))) (tenths (+ a b)))
               place))
    (degrees (acos cosine))))

; Numbers

(define (info-ref info key)
  (cdr (assq key info)))

(define (radians degrees) (* degrees (/ pi 180)))
(define (degrees radians) (* radians (/ 180 pi)))
(define pi (acos -1))

(define (to-turn angle)                 ; from -180 up to 180
  (- angle (* 360 (floor (/ (+ angle 180) 360)))))

(define (hypotenuse a b) (sqrt (+ (square a) (square b))))
(define (scaled factor place) (map (lambda (part) (* factor part)) place))
(define (dot one other) (apply + (map * one other)))
(define (tenths number) (/ (round (* 10 number)) 10))
