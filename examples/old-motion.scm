; An old motion of RoboPlus is played, as it is.
;
;   brshell examples/old-motion.scm [FILE [PAGE]]
;
; Without a FILE it is bow.mtn, beside this program. A motion can also become a Scheme
; program: (export-motion motion "bow.scm").

(define arguments (cdr (command-line)))

(define file
  (if (pair? arguments)
      (car arguments)
      (string-append (string-drop-right (car (command-line))
                                        (string-length "old-motion.scm"))
                     "bow.mtn")))

(define page
  (if (and (pair? arguments) (pair? (cdr arguments)))
      (string->number (cadr arguments))
      1))

(define (field row name)
  (cdr (assq name row)))

(for-each (lambda (row)
            (format #t "page ~a: ~a, ~a steps, ~a s~%"
                    (field row 'number)
                    (field row 'name)
                    (field row 'steps)
                    (field row 'seconds)))
          (motion-pages file))

(define motion (import-motion file page))

(define (show-hip)
  (format #t " ~a" (exact (round (get 'right-hip-pitch 'present-position)))))

(display "hip")
(define watch (every 0.4 show-hip))
(play motion)
(task-stop watch)
(newline)
