"""Random well-formed programs, for tests that run them in more than one way.

Expressions have kinds: int, bool, list (of ints) and procedure (of an int, to an int);
now and then one has another kind than it should, so that errors happen too. Every
program ends: loops count down, and continuations are entered again a few times only.
What is evaluated is noted in a log, so that the order counts.
"""

from __future__ import annotations

from string import Formatter

from hypothesis import strategies as st

# Variables, some with names of the language.
NAMES = ["a", "b", "c", "f", "list", "vector"]

LEAVES = {
    "int": ["0", "1", "2", "7", "-3"],
    "list": ["'()", "'(1)", "'(3 1 2)"],
    "bool": ["#t", "#f"],
    "procedure": ["abs", "-", "(lambda (n) (* n 2))"],
}
KINDS = list(LEAVES)

# Forms that bind nothing; {same} is an expression of the kind that is wanted.
FORMS = {
    "int": [
        "(+ {int} {int})",
        "(+ {int} {int} {int})",
        "(- {int} {int})",
        "(- {int})",
        "(* {int} {int})",
        "(quotient {int} {int})",
        "(modulo {int} 3)",
        "(1+ {int})",
        "({procedure} {int})",
        "({procedure} {int})",
        "(apply {procedure} (cons {int} '()))",
        "(length {list})",
        "(car {list})",
        "(apply + {list})",
        "(fold - 0 {list})",
        "(vector-ref (list->vector {list}) {int})",
        "(raise {int})",
        "(raise-continuable {int})",
        '(error "oops" {int})',
        "(with-exception-handler {procedure} (lambda () {int}))",
        "(call-with-values (lambda () (values {int} {int})) +)",
        "(force (delay {int}))",
    ],
    "list": [
        "(cons {int} {list})",
        "(cons* {int} {int} {list})",
        "(cdr {list})",
        "(reverse {list})",
        "(append {list} {list})",
        "`(,{int} ,@{list})",
        "(vector->list (vector-map {procedure} (list->vector {list})))",
        "(list-sort < {list})",
        "(map {procedure} {list})",
        "(filter (lambda (n) (even? ({procedure} n))) {list})",
    ],
    "bool": [
        "(< {int} {int})",
        "(<= {int} {int} {int})",
        "(= {int} 1)",
        "(zero? {int})",
        "(even? {int})",
        "(null? {list})",
        "(not {bool})",
        "(memv {int} {list})",
        "(and {bool} {bool})",
        "(equal? {list} {list})",
        "(any even? {list})",
    ],
    "procedure": [],
    "same": [
        "(if {bool} {same} {same})",
        "(cond ({bool} {same}) (else {same}))",
        "(cond ({bool} => (lambda (true) {same})) (else {same}))",
        "(case {int} ((0 1) {same}) (else {same}))",
        "(or (and {bool} {same}) {same})",
        "(begin {int} {same})",
        "(note {same})",
        "(dynamic-wind (lambda () (note 10)) (lambda () {same}) (lambda () (note 20)))",
        "(guard (e (#t {same})) {same})",
        "(guard (e ((number? e) {same})) {same})",
        "(guard (e ((error-object? e) {same}) (else {same})) {same})",
    ],
}


class Programs:
    """Makes expressions; ``draw`` is that of a hypothesis strategy."""

    def __init__(self, draw):
        self.draw = draw
        self.size = 40  # how many more forms may be made
        self.labels = 0

    def choose(self, options):
        return self.draw(st.sampled_from(options))

    def label(self):
        """Return a name that is used nowhere else in the program."""
        self.labels += 1
        return f"x{self.labels}"

    def of(self, kind, scope):
        """Return an expression of a kind; ``scope`` has the variables by their kind."""
        self.size -= 1
        if self.size <= 0 or self.draw(st.integers(0, 7)) == 0:
            known = [name for name, its in scope.items() if its == kind]
            return self.choose([*known, *known, *LEAVES[kind]])
        if self.draw(st.integers(0, 60)) == 0:
            kind = self.choose(KINDS)
        binders = [self.let, self.body, self.loop, self.call_of_lambda, self.assigned]
        binders += [self.escape, self.entered_again]
        if kind == "int":
            binders += [self.several, self.recursion, self.do]
        if kind == "procedure":
            binders += [self.procedure] * 10
        form = self.choose([*FORMS[kind], *FORMS["same"], *binders])
        return (
            self.filled(form, kind, scope)
            if isinstance(form, str)
            else form(kind, scope)
        )

    def filled(self, form, kind, scope):
        """Return a form with expressions in its slots."""
        text = ""
        for part, slot, _, _ in Formatter().parse(form):
            text += part
            if slot is not None:
                text += self.of(kind if slot == "same" else slot, scope)
        return text

    # Forms that bind variables

    def binding(self, scope):
        """Return a name, its value, and the scope in which it has it."""
        name, kind = self.choose(NAMES), self.choose(KINDS)
        return name, self.of(kind, scope), {**scope, name: kind}

    def let(self, kind, scope):
        name, value, inner = self.binding(scope)
        other, other_value, both = self.binding(inner)
        return (
            f"(let* (({name} {value}) ({other} {other_value})) {self.of(kind, both)})"
        )

    def body(self, kind, scope):
        name, value, inner = self.binding(scope)
        procedure = self.label()
        code = self.of("int", {**inner, "n": "int"})
        last = self.of(kind, {**inner, procedure: "procedure"})
        return f"(let (({name} {value})) (define ({procedure} n) {code}) {last})"

    def call_of_lambda(self, kind, scope):
        name, value, inner = self.binding(scope)
        return f"((lambda ({name} . rest) {self.of(kind, inner)}) {value} 1)"

    def procedure(self, _, scope):
        name = self.choose(NAMES)
        return f"(lambda ({name}) {self.of('int', {**scope, name: 'int'})})"

    def assigned(self, kind, scope):
        # What counts the turns of a loop is in a variable with a label: not set here.
        known = [name for name in NAMES if scope.get(name) in ("int", "list")]
        if not known:
            return self.let(kind, scope)
        name = self.choose(known)
        value = self.of(scope[name], scope)
        return f"(begin (set! {name} {value}) {self.of(kind, scope)})"

    def several(self, _, scope):
        inner = {**scope, "p": "int", "q": "int"}
        values = self.filled("(values {int} {int})", "int", scope)
        return f"(let-values (((p q) {values})) {self.of('int', inner)})"

    def loop(self, kind, scope):
        """A named let: it may call itself in tail position or not."""
        loop, i, result = self.label(), self.label(), self.choose(NAMES)
        inner = {**scope, i: "int", result: kind}
        start, step, last = (self.of(kind, s) for s in (scope, inner, inner))
        again = self.choose(
            [
                "({loop} (- {i} 1) {step})",
                "(let ((made (lambda () {result}))) ({loop} (- {i} 1) {step}) (made))",
                "(let ((value ({loop} (- {i} 1) {step}))) (note {i}) value)",
                "(let ((get (lambda () {i}))) (note (get)) ({loop} (- {i} 1) {step}))",
            ]
        ).format(loop=loop, i=i, step=step, result=result)
        count = self.choose([0, 1, 2, 3])
        test = f"(or (= {i} 0) {self.of('bool', inner)})"
        return (
            f"(let {loop} (({i} {count}) ({result} {start}))"
            f" (if {test} {last} {again}))"
        )

    def recursion(self, _, scope):
        procedure, n = self.label(), self.label()
        inner = {**scope, n: "int"}
        last, step = self.of("int", inner), self.of("int", inner)
        operator = self.choose(["+", "begin"])
        return (
            f"(letrec (({procedure} (lambda ({n}) (if (< {n} 1) {last}"
            f" ({operator} {step} ({procedure} (- {n} 1))))))) ({procedure} 3))"
        )

    def do(self, _, scope):
        i, total = self.label(), self.choose(NAMES)
        inner = {**scope, i: "int", total: "int"}
        start, step, command = (self.of("int", s) for s in (scope, inner, inner))
        return (
            f"(do (({i} 0 (+ {i} 1)) ({total} {start} {step})) ((= {i} 3) {total})"
            f" {command})"
        )

    def escape(self, kind, scope):
        """A continuation that is left by, perhaps."""
        k = self.label()
        value, leaving = self.of(kind, scope), self.of(kind, scope)
        return (
            f"(call/cc (lambda ({k})"
            f" (let ((r {value})) (if {self.of('bool', scope)} ({k} {leaving}) r))))"
        )

    def entered_again(self, kind, scope):
        """A continuation that is entered several times, with other values."""
        k, n, value = self.label(), self.label(), self.choose(NAMES)
        first = self.of(kind, scope)
        inner = {**scope, value: kind, n: "int"}
        between, again, last = (self.of(x, inner) for x in ("int", kind, kind))
        return (
            f"(let (({k} #f) ({n} 0))"
            f" (let (({value} (call/cc (lambda (c) (set! {k} c) {first}))))"
            f" (set! {n} (+ {n} 1)) (note {between})"
            f" (if (< {n} 3) ({k} {again}) {last})))"
        )

    # Forms of the top level

    def definition(self, scope):
        """Return a definition, perhaps not the first one, and the scope after it."""
        name = self.choose(["global-a", "global-b"])
        return f"(define {name} {self.of('int', scope)})", {**scope, name: "int"}

    def procedure_definition(self, scope):
        """The same for a procedure, which may call itself and those before it."""
        number = self.choose([1, 2, 3])
        before = {f"global-{other}": "procedure" for other in range(1, number)}
        others = {n: k for n, k in scope.items() if k == "int" or n in before}
        name, inner = f"global-{number}", {**others, "n": "int"}
        last, step = self.of("int", inner), self.of("int", inner)
        operator = self.choose(["+", "begin", "note-first"])
        return (
            f"(define ({name} n)"
            f" (if (<= 1 n 4) ({operator} {step} ({name} (- n 1))) {last}))"
        ), {**scope, name: "procedure"}

    def set_global(self, scope):
        known = [name for name, kind in scope.items() if kind == "int"]
        if not known:
            return self.definition(scope)
        return f"(set! {self.choose(known)} {self.of('int', scope)})", scope

    def noted_at_top(self, scope):
        return f"(note {self.of('int', scope)})", scope


@st.composite
def sessions(draw):
    """Return the texts of programs that run one after the other in one machine."""
    makers = Programs(draw)
    texts, scope = [NOTES], {}
    for _ in range(draw(st.integers(1, 3))):
        text = ""
        for _ in range(draw(st.integers(1, 4))):
            makers.size = 15
            form, scope = makers.choose(
                [
                    makers.definition,
                    makers.procedure_definition,
                    makers.procedure_definition,
                    makers.set_global,
                    makers.noted_at_top,
                ]
            )(scope)
            text += form + "\n"
        texts += [text, "log"]
    return texts


NOTES = """
(define log '())
(define (note x) (set! log (cons x log)) x)
(define (note-first x y) (note x) y)
"""


@st.composite
def programs(draw):
    """Return the text of a program: its value is a list of a value and a log."""
    value = Programs(draw).of("int", {})
    return (
        "(let ((log '())) (define (note x) (set! log (cons x log)) x)"
        f" (let ((value {value})) (cons value log)))"
    )
