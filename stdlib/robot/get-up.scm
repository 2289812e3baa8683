; Getting up from lying on the face: the arms push the torso back until it is above the
; feet.
;
; The zeros and the directions of the arms are a guess (as brbrain has them), and so is
; what floor and friction do: only the last part, on both feet, is calculated to stand.
; On a real robot go through it posture by posture, and hold it.

; Where the tip of the hand is, in the frame of the elbow, in mm: from public models.
(define hand '(0 -106.7 0))

; How far the ankle is above the floor, in mm, from the same models.
(define ankle-height 32)

; Return the postures of getting up, from the first to the last: a list of lists
; (name posture seconds).
(define (get-up-postures)
  (list (list 'flat (posture-join (arms-forward 170) (legs-straight)) 1.5)
        (list 'tuck (posture-join (arms-forward 150) (crouch 130 15 90)) 1.5)
        (list 'push (hands-on-floor 130 15 90) 1.5)
        (list 'push-back (hands-on-floor 120 45 75) 1.5)
        (list 'let-go (posture-join (arms-forward 90) (crouch 110 55 60)) 1.5)
        (list 'rise (posture-join (arms-forward 60) (crouch 110 30 30)) 1.5)
        (list 'stand (posture-join (arms-forward 0) (stand)) 1.5)))

; Return the sequence of getting up from lying on the face.
(define (get-up)
  (apply make-sequence
         (map (lambda (row)
                (list (name-pose (first row) (posture->pose (second row))) (third row) 0.2))
              (get-up-postures))))

; Return the posture of both arms hanging down and raised to the front by degrees: 90 is
; forward, 180 up.
(define (arms-forward angle)
  (both-sides (list (cons 'right-shoulder-pitch (- angle))
                    (cons 'right-shoulder-roll 80)
                    (cons 'right-elbow 0))))

(define (legs-straight)
  (map (lambda (joint) (cons joint 0))
       (append (leg-joints 'right) (leg-joints 'left))))

; Return a crouch in which the hands touch the floor in front.
(define (hands-on-floor height back lean)
  (let* ((legs (crouch height back lean))
         (shoulder (place-of '() 'right-shoulder-pitch '(0 0 0)))
         (foot (link-frame legs 'right-ankle-roll))
         (arm (- (third shoulder) (third (place-of (arms-forward 0) 'right-elbow hand))))
         (down (/ (+ (third (seen-from foot shoulder)) ankle-height) arm)))
    (if (> down 1)
        (error 'get-up "expected a crouch that is lower, but received" height))
    (posture-join (arms-forward (+ lean (* (acos down) (/ 180 (acos -1))))) legs)))

(define (place-of posture joint place)
  (frame-point (link-frame posture joint) place))
