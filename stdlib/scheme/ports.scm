; The procedures on ports that call procedures. R7RS 6.13.1.
; A port is closed when the procedure returns; one that is left by a continuation stays
; open, since the procedure may be entered again.

; Return what the procedure returns for the port, then closed. R7RS 6.13.1.
(define (call-with-port port procedure)
  (%check call-with-port port? "a port" port)
  (%check-procedure call-with-port procedure)
  (%call-and-close port procedure))

(define (%call-and-close port procedure)
  (let ((result (procedure port)))
    (close-port port)
    result))

; Return what the procedure returns for a port that reads the file. R7RS 6.13.1.
(define (call-with-input-file filename procedure)
  (%check-procedure call-with-input-file procedure)
  (%call-and-close (open-input-file filename) procedure))

; Return what the procedure returns for a port that writes the file. R7RS 6.13.1.
(define (call-with-output-file filename procedure)
  (%check-procedure call-with-output-file procedure)
  (%call-and-close (open-output-file filename) procedure))

; Call the thunk with a file as the current input port. R7RS 6.13.1.
(define (with-input-from-file filename thunk)
  (%check-procedure with-input-from-file thunk)
  (%call-and-close (open-input-file filename)
                   (lambda (port)
                     (parameterize ((current-input-port port)) (thunk)))))

; Call the thunk with a file as the current output port. R7RS 6.13.1.
(define (with-output-to-file filename thunk)
  (%check-procedure with-output-to-file thunk)
  (%call-and-close (open-output-file filename)
                   (lambda (port)
                     (parameterize ((current-output-port port)) (thunk)))))

; Return the string of what the procedure writes to a port that it gets.
(define (call-with-output-string procedure)
  (%check-procedure call-with-output-string procedure)
  (let ((port (open-output-string)))
    (procedure port)
    (get-output-string port)))

; Return the string of what the thunk writes to the current output port.
(define (with-output-to-string thunk)
  (%check-procedure with-output-to-string thunk)
  (call-with-output-string
   (lambda (port)
     (parameterize ((current-output-port port)) (thunk)))))

; Call the thunk with the text of a string as the current input.
(define (with-input-from-string string thunk)
  (%check-procedure with-input-from-string thunk)
  (let ((port (open-input-string string)))
    (parameterize ((current-input-port port)) (thunk))))
