; Does a robot on its feet fall over? It does not, as long as it moves slowly, while its
; center of mass is above the polygon around what it stands on.
;
; All is seen from the frame of a foot that stands flat on the floor, at its ankle. What
; the simulator does not know is the floor: these are calculations, and no proof.

; The sole is 101 mm long, 61 mm wide, and lies 9.5 mm farther out than the ankle: public
; models of the robot say so. That the ankle is above its middle is our guess.
(define length-of-sole 101)
(define width-of-sole 61)
(define sole-out 9.5)

; Return the center of mass of a posture, as the torso sees it.
(define (center-of-mass posture)
  (let* ((robot (robot-info))
         (links (map (lambda (entry)
                       (let ((info (joint-info (car entry))))
                         (cons (info-ref info 'mass)
                               (frame-point (cdr entry) (info-ref info 'center)))))
                     (link-frames posture)))
         (all (cons (cons (info-ref robot 'mass) (info-ref robot 'center)) links))
         (mass (apply + (map car all))))
    (if (zero? mass)
        (error 'center-of-mass
               "expected a robot whose masses are known, but received"
               (info-ref robot 'name)))
    (apply map
           (lambda parts (/ (apply + parts) mass))
           (map (lambda (link) (map (lambda (part) (* (car link) part)) (cdr link)))
                all))))

; Return where the center of mass is, as a foot (left or right) sees it.
(define (center-over-foot posture side)
  (seen-from (foot-frame posture side) (center-of-mass posture)))

; Return the corners of the polygon that a posture stands on, counterclockwise, as lists
; (x y). It is seen from the foot that is named first: (left), (right), (left right).
(define (support-polygon posture feet)
  (check-feet 'support-polygon feet)
  (let ((frame (foot-frame posture (car feet))))
    (convex-hull
     (append-map
      (lambda (side)
        (let ((own (foot-frame posture side)))
          (map (lambda (corner)
                 (take (seen-from frame (frame-point own corner)) 2))
               (corners side))))
      feet))))

; Return how many mm the center of mass is inside the polygon on which a posture stands:
; what is left to the nearest edge. It is negative if the robot falls over.
(define (balance-margin posture feet)
  (check-feet 'balance-margin feet)
  (let ((polygon (support-polygon posture feet))
        (center (take (center-over-foot posture (car feet)) 2)))
    (apply min
           (map (lambda (from to) (distance-left-of from to center))
                polygon
                (append (cdr polygon) (list (car polygon)))))))

(define (check-feet who feet)
  (if (not (pair? feet))
      (error who "expected a list of feet, but received" feet)))

(define (foot-frame posture side)
  (link-frame posture (last (leg-joints side))))

(define (corners side)
  (let ((out (if (eq? side 'left) sole-out (- sole-out)))
        (x (/ length-of-sole 2))
        (y (/ width-of-sole 2)))
    (list (list x (+ out y) 0) (list x (- out y) 0)
          (list (- x) (+ out y) 0) (list (- x) (- out y) 0))))

; Return how far a point is to the left of the way from one point to another.
(define (distance-left-of from to point)
  (/ (turn-of from to point)
     (sqrt (apply + (map square (map - to from))))))

; Is the way over three points a left turn? It is if this is positive.
(define (turn-of a b c)
  (- (* (- (first b) (first a)) (- (second c) (second a)))
     (* (- (second b) (second a)) (- (first c) (first a)))))

; Return the corners of the polygon around some points, counterclockwise (Andrew 1979).
(define (convex-hull points)
  (define (half points)
    (cdr (fold (lambda (point hull)
                 (let drop ((hull hull))
                   (if (and (pair? hull) (pair? (cdr hull))
                            (<= (turn-of (second hull) (first hull) point) 0))
                       (drop (cdr hull))
                       (cons point hull))))
               '()
               points)))
  (let ((sorted (sort points (lambda (a b)
                               (or (< (first a) (first b))
                                   (and (= (first a) (first b))
                                        (< (second a) (second b))))))))
    (append (reverse (half sorted)) (reverse (half (reverse sorted))))))

(define (info-ref info key)
  (cdr (assq key info)))
