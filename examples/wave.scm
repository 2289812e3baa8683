; The robot raises its right arm and waves.
;
;   brshell examples/wave.scm              on a simulated robot
;   brshell --port /dev/ttyUSB0 --robot humanoid examples/wave.scm

(define arm '(right-shoulder-pitch right-shoulder-roll right-elbow))

; A pose of the arm is a list of three angles in degrees, in the order of the joints.

(define (pose)
  (map (lambda (joint) (get joint 'present-position)) arm))

(define (take-pose! angles seconds)
  (move-all! (map list arm angles) seconds)
  (wait-until-still))

; While it waves, show where the hand is: the elbow turns between 90 and 180 degrees.

(define (show-hand)
  (let* ((angle (get 'right-elbow 'present-position))
         (column (exact (round (/ (- angle 90) 3)))))
    (display (string-append (make-string (max 0 column) #\space) "o\n"))))

(define (wave! times)
  (let loop ((n times))
    (when (> n 0)
      (move! 'right-elbow 175 0.5)
      (sleep 0.5)
      (move! 'right-elbow 105 0.5)
      (sleep 0.5)
      (loop (- n 1)))))

(define rest (pose))

(display "The arm goes up.\n")
(take-pose! '(210 82 135) 1.0)

(let ((watch (every 0.1 show-hand)))
  (wave! 2)
  (task-stop watch))

(display "The arm goes down.\n")
(take-pose! rest 1.0)
