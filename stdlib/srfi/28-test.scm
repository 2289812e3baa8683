; format, SRFI 28; its directives are tested with the builtins.

(tests "format"
  ((format "Hello, ~a" "World!") => "Hello, World!")
  ((format "Error, list is too short: ~s" '(one "two" 3))
   => "Error, list is too short: (one \"two\" 3)")
  ((format "~a~~~a~%" 1 2) => "1~2\n")
  ((format "nothing") => "nothing")
  ((format "~a") raises
   "format: expected 1 object for the directives of \"~a\", but received 0"))
