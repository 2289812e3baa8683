; Who is there? A line for each device on the bus.
;
;   brshell examples/scan.scm [HIGHEST-ID]
;
; The bus is asked for the ids from 0 to HIGHEST-ID, 120 if it is not given. On a real
; robot an id that nobody has costs a tenth of a second.

(define highest-id
  (if (pair? (cdr (command-line)))
      (string->number (cadr (command-line)))
      120))

(define (field device name)
  (cdr (assq name device)))

(define (alarms device)
  (let ((names (field device 'alarms)))
    (if (string=? names "") "no alarm" names)))

(define (show-device device)
  (format #t "~a  ~a  firmware ~a  ~a V  ~a C  ~a~%"
          (string-pad (number->string (field device 'id)) 3)
          (field device 'model)
          (field device 'firmware)
          (field device 'voltage)
          (field device 'temperature)
          (alarms device)))

(define devices (scan-info highest-id))

(for-each show-device devices)
(format #t "~a devices, battery ~a V~%"
        (length devices)
        (/ (round (* 10 (battery-volts))) 10))
