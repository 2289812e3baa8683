; Motions that are written like tables: a row for each pose, and how long it takes.

; (define-pose name (joint degrees) ...)
; Define a pose by the degrees of some servos, as move! takes them; all other joints stay
; as they are.
(define-syntax define-pose
  (syntax-rules ()
    ((_ name (joint degrees) ...)
     (define name
       (name-pose 'name
                  (make-pose '(joint ...) 'goal-position (list degrees ...)))))))

; (define-motion name step ...)
; Define a sequence of steps. A step is one of
;
;   (pose seconds): go to a pose in so many seconds;
;   (pose seconds (pause more)): and stay there;
;   (pose seconds (easing name)): in a way, min-jerk (usual), cubic or linear;
;   (repeat times step ...): do some steps several times;
;   (mirrored step ...): do them with left and right exchanged;
;   (faster factor step ...): do them so many times as fast;
;   (perform sequence): do what another motion does.
(define-syntax define-motion
  (syntax-rules ()
    ((_ name step ...)
     (define name (name-sequence 'name (motion step ...))))))

; (motion step ...)
; Return a sequence of steps as those of define-motion, without a name.
(define-syntax motion
  (syntax-rules ()
    ((_ step ...) (sequence-append (motion-step step) ...))))

(define-syntax motion-step
  (syntax-rules (repeat mirrored faster perform pause easing)
    ((_ (repeat times step ...)) (sequence-repeat (motion step ...) times))
    ((_ (mirrored step ...)) (mirror-sequence (motion step ...)))
    ((_ (faster factor step ...)) (sequence-scale (motion step ...) (/ factor)))
    ((_ (perform sequence)) sequence)
    ((_ (pose seconds)) (motion-step (pose seconds (pause 0))))
    ((_ (pose seconds (pause more)))
     (make-sequence (list pose seconds more)))
    ((_ (pose seconds (easing name)))
     (make-sequence (list pose seconds 0 'name)))
    ((_ (pose seconds (pause more) (easing name)))
     (make-sequence (list pose seconds more 'name)))
    ((_ (pose seconds (easing name) (pause more)))
     (make-sequence (list pose seconds more 'name)))
    ((_ other)
     (syntax-error "define-motion: expected a step such as (pose seconds), but received"
                   other))))
