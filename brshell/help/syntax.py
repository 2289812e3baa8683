"""The forms of the language: how each is written, and what it does. A table."""

from __future__ import annotations

from brshell.help.entry import Entry, Parameter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# The family of each form, its name, how it is written, and what it does.
_TABLE = """
Definitions
  define
    (define variable value)
    (define (procedure parameter ...) body ...)
    Define a variable or a procedure. R7RS 5.3.1.
  define-values
    (define-values (variable ...) expression)
    Define variables for the values of one expression. R7RS 5.3.3.
  define-record-type
    (define-record-type type (constructor field ...) predicate (field accessor [modifier]) ...)
    Define a type of records: how they are made, told apart, read and changed. R7RS 5.5.
  define-syntax
    (define-syntax keyword (syntax-rules ...))
    Define a macro. R7RS 5.4.
  define-library
    (define-library (name ...) declaration ...)
    Define a library: the declarations are export, import, begin, include, include-ci, include-library-declarations and cond-expand. R7RS 5.6.
  import
    (import set ...)
    Bring in the names of libraries: a set is the name of a library, or a part of one made with only, except, prefix or rename. R7RS 5.2.
  include
    (include file ...)
    Stand for the forms in the files, as if they were written here. R7RS 4.1.7.
  include-ci
    (include-ci file ...)
    Stand for the forms in the files, read without telling capitals from small letters. R7RS 4.1.7.
Procedures and variables
  lambda
    (lambda (parameter ...) body ...)
    Return a procedure; with (parameter ... . rest), or just rest, it takes any number of arguments. R7RS 4.1.4.
  case-lambda
    (case-lambda ((parameter ...) body ...) ...)
    Return a procedure that runs the first clause which takes its arguments. R7RS 4.2.9.
  set!
    (set! variable value)
    Give a variable another value. R7RS 4.1.6.
  let
    (let ((variable value) ...) body ...)
    (let name ((variable value) ...) body ...)
    Bind variables for a body; the name, if there is one, is a procedure that does the body again with other values. R7RS 4.2.2, 4.2.4.
  let*
    (let* ((variable value) ...) body ...)
    Bind variables for a body, one after the other: each value may use those before. R7RS 4.2.2.
  letrec
    (letrec ((variable value) ...) body ...)
    Bind variables whose procedures may call each other. R7RS 4.2.2.
  letrec*
    (letrec* ((variable value) ...) body ...)
    Bind variables whose procedures may call each other, one after the other. R7RS 4.2.2.
  let-values
    (let-values (((variable ...) expression) ...) body ...)
    Bind variables to the several values of expressions, for a body. R7RS 4.2.2.
  let*-values
    (let*-values (((variable ...) expression) ...) body ...)
    Bind variables to the several values of expressions, one after the other. R7RS 4.2.2.
  receive
    (receive (variable ...) expression body ...)
    Bind variables to the several values of an expression, for a body. SRFI 8.
  and-let*
    (and-let* (claw ...) body ...)
    Go on from claw to claw, and to the body, as long as they are true: a claw is (variable expression), (expression) or a variable. SRFI 2.
  parameterize
    (parameterize ((parameter value) ...) body ...)
    Give parameters other values while the body runs. R7RS 4.2.6.
  with-robot
    (with-robot robot body ...)
    Let the procedures of the robot use another one while the body runs.
  cut
    (cut operator operand ...)
    Return a procedure: each <> among the operands stands for an argument, <...> at the end for all further ones. SRFI 26.
  cute
    (cute operator operand ...)
    Return a procedure as cut does, but evaluate the operands once, when it is made. SRFI 26.
Decisions and loops
  if
    (if test consequent [alternative])
    Evaluate the consequent if the test is true, or else the alternative. R7RS 4.1.5.
  cond
    (cond (test body ...) ... (else body ...))
    Run the body of the first clause whose test is true; (test => procedure) calls a procedure with what the test returned. R7RS 4.2.1.
  case
    (case key ((datum ...) body ...) ... (else body ...))
    Run the body of the clause that has a datum which is eqv? to the key; => calls a procedure with the key. R7RS 4.2.1.
  when
    (when test body ...)
    Run the body if the test is true. R7RS 4.2.1.
  unless
    (unless test body ...)
    Run the body if the test is not true. R7RS 4.2.1.
  and
    (and test ...)
    Return #f at the first test that is, or else the value of the last. R7RS 4.2.1.
  or
    (or test ...)
    Return the value of the first test that is true, or else #f. R7RS 4.2.1.
  do
    (do ((variable start [step]) ...) (test result ...) body ...)
    Run the body again and again until the test is true; each time the variables take their steps. R7RS 4.2.4.
  begin
    (begin form ...)
    Do one form after the other, and return the value of the last. R7RS 4.2.3.
  else
    (cond ... (else body ...))
    Mark the last clause of cond, case, guard or cond-expand, which is taken if no other is. R7RS 4.2.1.
  =>
    (cond (test => procedure) ...)
    Mark a clause of cond, case or guard that calls a procedure with the value. R7RS 4.2.1.
  cond-expand
    (cond-expand (requirement form ...) ... (else form ...))
    Stand for the forms of the first clause whose requirement is met: a feature, (library name), or and, or, not of such. R7RS 4.2.1.
Errors and promises
  guard
    (guard (variable clause ...) body ...)
    Run the body; what it raises is bound to the variable, and the clauses say what to do as in cond. R7RS 4.2.7.
  assert
    (assert expression)
    Raise an error if the expression is not true.
  delay
    (delay expression)
    Return a promise to evaluate the expression when it is first forced. R7RS 4.2.5.
  delay-force
    (delay-force expression)
    Return a promise to force the promise that the expression returns, without growing. R7RS 4.2.5.
Data as they are written
  quote
    (quote datum)
    'datum
    Return the datum as it is written. R7RS 4.1.2.
  quasiquote
    (quasiquote datum)
    `datum
    Return the datum, with the values of what is marked with unquote in it. R7RS 4.2.8.
  unquote
    (unquote expression)
    ,expression
    Mark an expression inside quasiquote whose value stands there. R7RS 4.2.8.
  unquote-splicing
    (unquote-splicing expression)
    ,@expression
    Mark an expression inside quasiquote whose value is a list: its elements stand there. R7RS 4.2.8.
Macros
  syntax-rules
    (syntax-rules (literal ...) (pattern template) ...)
    Say what a macro stands for: the template of the first pattern that a use looks like. R7RS 4.3.2.
  let-syntax
    (let-syntax ((keyword (syntax-rules ...)) ...) body ...)
    Bind macros for a body. R7RS 4.3.1.
  letrec-syntax
    (letrec-syntax ((keyword (syntax-rules ...)) ...) body ...)
    Bind macros for a body, which may use each other. R7RS 4.3.1.
  syntax-error
    (syntax-error message datum ...)
    Raise an error when a program is expanded: for a macro that is used wrongly. R7RS 4.3.3.
  ...
    (pattern ...)
    Mark what may occur any number of times in a pattern or template of syntax-rules. R7RS 4.3.2.
  _
    (_ pattern ...)
    Stand for anything in a pattern of syntax-rules, and bind nothing. R7RS 4.3.2.
"""  # noqa: E501 (a sentence is a line)


def syntax_entries() -> dict[str, Entry]:
    """Return the entries of all forms of the language."""
    entries: dict[str, Entry] = {}
    family = name = ""
    ways: list[str] = []
    for line in filter(None, _TABLE.splitlines()):
        match len(line) - len(line.lstrip()):
            case 0:
                family = line
            case 2:
                name, ways = line.strip(), []
            case _ if line.endswith(".") and line.strip()[0].isupper():
                signature = "\n".join(ways)
                entry = Entry(name, "syntax", signature, line.strip(), family)
                entries[name] = entry._replace(**_parts(ways[0]))
            case _:
                ways.append(line.strip())
    return entries


def _parts(way: str) -> dict[str, Any]:
    """Return the parts of a form as parameters, if they are words and nothing else."""
    words = way[1:-1].split()[1:]
    if any("(" in word for word in words):
        return {}
    named = tuple(Parameter(word.strip("[]")) for word in words if word != "...")
    return {"parameters": named, "rest": words[-1:] == ["..."]}
