; The system interface. R7RS 6.14.

(tests "time"
  ((real? (current-second)) => #t)
  ((> (current-second) 1700000000) => #t)
  ((exact-integer? (current-jiffy)) => #t)
  ((exact-integer? (jiffies-per-second)) => #t)
  ((let* ((a (current-jiffy)) (b (current-jiffy))) (<= a b)) => #t))

(tests "environment and features"
  ((get-environment-variable "NO-SUCH-VARIABLE-AT-ALL") => #f)
  ((list? (get-environment-variables)) => #t)
  ((and (memq 'r7rs (features)) #t) => #t)
  ((and (memq 'exact-closed (features)) #t) => #t)
  ((and (memq 'ratios (features)) #t) => #t)
  ((and (memq 'full-unicode (features)) #t) => #t)
  ((list? (command-line)) => #t)
  ((get-environment-variable 5) fails type))
