; Does a robot on its feet fall over?

(import (robot kinematics) (robot balance))

(define (rounded places) (map round places))

(define straight '())

(define plain (connect "sim:ids:1,2"))
(define humanoid (connect "sim:humanoid"))

(tests "center of mass"
  ; Left and right weigh the same.
  ((rounded (cdr (center-of-mass straight))) => '(0.0 -92.0))
  ((positive? (second (center-of-mass '((left-hip-roll . 40))))) => #t)
  ; Both feet see it between them.
  ((second (center-over-foot straight 'left)) near -38.5)
  ((second (center-over-foot straight 'right)) near 38.5)
  ((with-robot plain (center-of-mass straight)) raises
   "center-of-mass: expected a robot whose masses are known, but received \"ids:1,2\""))

; A sole is 101 mm long and 61 wide, 9.5 mm farther out than the ankle.
(tests "support polygon"
  ((support-polygon straight '(right))
   => '((-50.5 -40.0) (50.5 -40.0) (50.5 21.0) (-50.5 21.0)))
  ((support-polygon straight '(left right))
   => '((-50.5 -117.0) (50.5 -117.0) (50.5 40.0) (-50.5 40.0)))
  ; A foot in front: its corners and those of the other one.
  ((length (support-polygon (leg-angles 'left '(40 38.5 -240)) '(right left))) => 6))

(tests "margin"
  ((round (balance-margin straight '(left right))) => 50.0)
  ; The robot stands on one foot, and its middle is 17.5 mm from the sole.
  ((balance-margin straight '(left)) near -17.5)
  ; Somebody who bows too far falls on the nose.
  ((negative? (balance-margin (both-sides (leg-angles 'left '(0 38.5 -245) 0 90))
                              '(left right)))
   => #t))
