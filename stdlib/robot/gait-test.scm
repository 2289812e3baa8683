; Walking, turning and getting up: the joints stay within their limits, the feet are where
; they should be, and the robot stands on what carries it.

(import (robot kinematics) (robot balance) (robot gait))

(define (postures sequence)
  (map (lambda (index) (pose->posture (car (sequence-ref sequence index))))
       (iota (sequence-length sequence))))

; Between two postures all joints go evenly: those on the way, too.
(define (with-halves postures)
  (append (append-map (lambda (a b)
                        (list a (map (lambda (one)
                                       (cons (car one)
                                             (/ (+ (cdr one) (posture-ref b (car one))) 2)))
                                     a)))
                      postures
                      (cdr postures))
          (take-right postures 1)))

(define (foot posture side)
  (frame-place (link-frame posture (last (leg-joints side)))))

; The feet that carry the robot: both, unless one is higher than the other by more than
; what a servo's resolution does to it.
(define (carrying posture)
  (let ((higher (- (third (foot posture 'left)) (third (foot posture 'right)))))
    (cond ((> higher 2) '(right))
          ((< higher -2) '(left))
          (else '(left right)))))

(define (worst-margin sequence)
  (apply min (map (lambda (posture) (balance-margin posture (carrying posture)))
                  (with-halves (postures sequence)))))

(define (near? number wanted tolerance) (<= (abs (- number wanted)) tolerance))

; Where a foot is, as the other one sees it.
(define (seen-from-foot posture from to)
  (seen-from (link-frame posture (last (leg-joints from))) (foot posture to)))

(define-syntax last-of
  (syntax-rules () ((_ sequence) (last (postures sequence)))))

(tests "paths"
  ((map ease '(0 1/2 1)) => '(0 1/2 1))
  ((ease 1/4) => 53/512)                ; 10/64 - 15/256 + 6/1024
  ((map (foot-path '(0 0 0) '(40 10 0) 20) '(0 1/2 1))
   => '((0 0 0) (20 5 20) (40 10 0))))

(tests "standing"
  ((near? (third (foot (stand) 'left)) (- -115.5 (hip-height)) 1e-9) => #t)
  ((> (balance-margin (stand) '(left right)) 40) => #t)
  ; Hips that are behind the feet while the torso leans forward.
  ((map round (map - (foot (crouch 110 20 0) 'right) '(0 -38.5 -115.5)))
   => '(20.0 0.0 -110.0)))

; 10 mm is our choice of what shall be left to the edge: a third of half a sole.
(tests "walking keeps the center of mass over the feet that carry"
  ((> (worst-margin (walk-in-place 1)) 10) => #t)
  ((> (worst-margin (walk 3 30)) 10) => #t)
  ((> (worst-margin (walk 2 -20)) 10) => #t)
  ((> (worst-margin (turn 15)) 10) => #t)
  ((> (worst-margin (turn -15)) 10) => #t))

; How far a foot slides over the floor while both feet carry, from one posture to the next.
; Servos have 0.29 degrees a count: a leg of 250 mm cannot do better than 1.3 mm.
(define (slide sequence)
  (let ((places (map (lambda (posture) (seen-from-foot posture 'right 'left))
                     (filter (lambda (posture) (= (length (carrying posture)) 2))
                             (take (with-halves (postures sequence)) 12)))))
    (apply max
           (map (lambda (a b) (apply max (map abs (map - (take a 2) (take b 2)))))
                places
                (cdr places)))))

(tests "feet that carry stay where they are"
  ((< (slide (walk-in-place 1)) 1.3) => #t))

(define (lifted side sequence)
  (apply max (map (lambda (posture)
                    (- (third (foot posture side))
                       (third (foot posture (if (eq? side 'left) 'right 'left)))))
                  (postures sequence))))

(tests "walking lifts the feet in turn"
  ((near? (lifted 'left (walk-in-place 1)) 20 2) => #t)
  ((near? (lifted 'right (walk-in-place 1)) 0 2) => #t)
  ((near? (lifted 'right (walk-in-place 2)) 20 2) => #t)
  ((near? (parameterize ((step-height 30)) (lifted 'left (walk-in-place 1))) 30 2)
   => #t)
  ((near? (parameterize ((step-seconds 1)) (sequence-seconds (walk-in-place 1))) 4.2 1e-6)
   => #t))

(tests "footsteps"
  ((walk-footsteps 3 25) => '((left 25 38.5 0) (right 50 -38.5 0) (left 50 38.5 0)))
  ((map first (turn-footsteps 30)) => '(left right left right))
  ((map first (turn-footsteps -10)) => '(right left))
  ((map fourth (turn-footsteps 40)) => '(40/3 40/3 80/3 80/3 40 40))
  ((turn-footsteps 0) => '())
  ; At the end of the first step of two the left foot is a stride ahead.
  ((let* ((first-step (footsteps->sequence (take (walk-footsteps 2 30) 1)))
          (ahead (seen-from-foot (last-of first-step) 'right 'left)))
     (list (near? (first ahead) 30 2) (near? (second ahead) 77 2)))
   => '(#t #t))
  ((near? (posture-ref (last-of (footsteps->sequence '((left 0 38.5 10)))) 'left-hip-yaw)
          5 0.3)
   => #t)
  ((walk 0) raises "walk: expected a number of steps, 1 or more, but received 0")
  ((turn 'left) raises "turn: expected an angle in degrees, but received left"))

(define (row name)
  (second (assq name (get-up-postures))))

(define (hand-height name)
  (+ 32 (third (seen-from (link-frame (row name) 'right-ankle-roll)
                          (frame-point (link-frame (row name) 'right-elbow)
                                       '(0 -106.7 0))))))

(tests "getting up"
  ((sequence-length (get-up)) => 7)
  ; The hands touch the floor while they are needed, and then the feet are enough.
  ((near? (hand-height 'push) 0 1e-9) => #t)
  ((near? (hand-height 'push-back) 0 1e-9) => #t)
  ((every (lambda (name) (> (balance-margin (row name) '(left right)) 20))
          '(push-back let-go rise stand))
   => #t))
