#!/usr/bin/env brshell
; Who is there? Asks every id up to the one given on the command line (or 20) and 100,
; and tells what answers.
;
;     brshell examples/scan.scm
;     brshell --port /dev/ttyUSB0 examples/scan.scm 253

(define last-id
  (let ((arguments (cdr (command-line))))
    (if (pair? arguments)
        (string->number (car arguments))
        100)))

(define (show-module facts)
  (define (fact name) (cdr (assq name facts)))
  (display (format "id ~3d  ~a  firmware ~a  ~a V  ~a C~%"
                   (fact 'id)
                   (fact 'model)
                   (fact 'firmware)
                   (fact 'voltage)
                   (fact 'temperature))))

(define modules (scan-info last-id))

(for-each show-module modules)
(display (format "~a modules answered; the battery has ~a V~%"
                 (length modules)
                 (/ (round (* 10 (battery-volts))) 10)))
