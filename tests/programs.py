"""Random well-formed programs, for tests that run them in more than one way.

Expressions have kinds: int, bool, list (of ints) and procedure (of an int, to an int);
now and then one has another kind than it should, so that errors happen too. Every
program ends: loops count down, and continuations are entered again a few times only.
What is evaluated is noted in a log, so that the order counts.
"""

from __future__ import annotations

from hypothesis import strategies as st

NAMES = ["a", "b", "c", "d", "f", "list", "if2"]
KINDS = ["int", "list", "bool", "procedure"]


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
        known = [name for name, its in scope.items() if its == kind]
        if self.size <= 0 or self.draw(st.integers(0, 7)) == 0:
            return self.choose([*known, *known, self.leaf(kind)])
        if self.draw(st.integers(0, 60)) == 0:
            kind = self.choose(KINDS)
        makers = [self.branch, self.let, self.body, self.noted, self.sequence]
        makers += [self.guarded, self.loop, self.called_lambda, self.wound]
        makers += {
            "int": [self.arithmetic] * 3
            + [self.called, self.called, self.escape, self.entered_again, self.of_list]
            + [self.raised, self.several, self.recursion, self.handled, self.do],
            "list": [self.listed] * 4 + [self.mapped, self.escape, self.entered_again],
            "bool": [self.test] * 5,
            "procedure": [self.procedure] * 6,
        }[kind]
        return self.choose(makers)(kind, scope)

    def leaf(self, kind):
        if kind == "int":
            return str(self.draw(st.integers(-3, 9)))
        if kind == "list":
            return self.choose(["'()", "'(1)", "'(1 2 3)"])
        if kind == "bool":
            return self.choose(["#t", "#f"])
        return self.choose(["abs", "-", "(lambda (n) (* n 2))"])

    # For every kind

    def branch(self, kind, scope):
        test, first, second = (self.of(k, scope) for k in ("bool", kind, kind))
        shape = self.choose(
            [
                "(if {0} {1} {2})",
                "(cond ({0} {1}) (else {2}))",
                "(cond ({0} => (lambda (t) {1})) (else {2}))",
                "(case (if {0} 1 2) ((1) {1}) (else {2}))",
                "(or (and {0} {1}) {2})",
            ]
        )
        return shape.format(test, first, second)

    def binding(self, scope):
        kind = self.choose(KINDS)
        return self.choose(NAMES), kind, self.of(kind, scope)

    def let(self, kind, scope):
        name, its, value = self.binding(scope)
        other, other_kind, other_value = self.binding(scope)
        inner = {**scope, name: its}
        if name == other:
            return f"(let* (({name} {value})) {self.of(kind, inner)})"
        inner[other] = other_kind
        body = self.of(kind, inner)
        return f"(let (({name} {value}) ({other} {other_value})) {body})"

    def body(self, kind, scope):
        name, its, value = self.binding(scope)
        procedure = self.label()
        inner = {**scope, name: its}
        code = self.of("int", {**inner, "n": "int"})
        inner[procedure] = "procedure"
        last = self.sequence(kind, inner)
        return f"(let* (({name} {value})) (define ({procedure} n) {code}) {last})"

    def sequence(self, kind, scope):
        # What counts the turns of a loop is in a variable with a label: not set here.
        known = [n for n in NAMES if scope.get(n) in ("int", "list")]
        first = self.of(self.choose(KINDS), scope)
        if known:
            name = self.choose(known)
            first = f"(set! {name} {self.of(scope[name], scope)})"
        return f"(begin {first} {self.of(kind, scope)})"

    def noted(self, kind, scope):
        return f"(note {self.of(kind, scope)})"

    def guarded(self, kind, scope):
        test = self.choose(["#t", "(number? e)", "(error-object? e)", "else"])
        clause = self.of(kind, {**scope, "e": "any"})
        return f"(guard (e ({test} {clause})) {self.of(kind, scope)})"

    def loop(self, kind, scope):
        """A named let whose calls may be tail calls or not; it makes procedures."""
        loop, i, result = self.label(), self.label(), self.choose(NAMES)
        count = self.draw(st.integers(0, 3))
        inner = {**scope, i: "int", result: kind}
        start, last, step = (self.of(kind, s) for s in (scope, inner, inner))
        again = self.choose(
            [
                f"({loop} (- {i} 1) {step})",
                f"(let ((made (lambda () {result}))) ({loop} (- {i} 1) {step}) (made))",
                f"(let ((value ({loop} (- {i} 1) {step}))) (note {i}) value)",
                f"(let ((kept (lambda () {i}))) (note (kept)) ({loop} (- {i} 1) {step}))",
            ]
        )
        test = self.choose([f"(= {i} 0)", f"(or (= {i} 0) {self.of('bool', inner)})"])
        return f"(let {loop} (({i} {count}) ({result} {start})) (if {test} {last} {again}))"

    def called_lambda(self, kind, scope):
        name, its, value = self.binding(scope)
        body = self.of(kind, {**scope, name: its})
        return f"((lambda ({name} . rest) {body}) {value} {self.of('int', scope)})"

    def wound(self, kind, scope):
        before, after = self.draw(st.integers(10, 19)), self.draw(st.integers(20, 29))
        return (
            f"(dynamic-wind (lambda () (note {before})) (lambda () {self.of(kind, scope)})"
            f" (lambda () (note {after})))"
        )

    def escape(self, kind, scope):
        k = self.label()
        leave = f"({k} {self.of(kind, scope)})"
        value = self.of(kind, {**scope, k: "continuation"})
        other = self.of(kind, scope)
        test = self.of("bool", scope)
        return f"(call/cc (lambda ({k}) (let ((r {value})) (if {test} {leave} {other}) r)))"

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

    # For one kind

    def arithmetic(self, _, scope):
        operator, count = self.choose(
            [("+", 2), ("-", 2), ("*", 2), ("+", 3), ("-", 1), ("quotient", 2)]
            + [("modulo", 2), ("max", 2), ("1+", 1)]
        )
        operands = " ".join(self.of("int", scope) for _ in range(count))
        return f"({operator} {operands})"

    def called(self, _, scope):
        procedure, argument = self.of("procedure", scope), self.of("int", scope)
        shape = self.choose(["({} {})", "({} {})", "(apply {} (cons {} '()))"])
        return shape.format(procedure, argument)

    def of_list(self, _, scope):
        shape = self.choose(
            ["(length {})", "(car {})", "(apply + {})", "(fold - 0 {})", "(cadr {})"]
        )
        return shape.format(self.of("list", scope))

    def raised(self, _, scope):
        raiser = self.choose(["raise", "raise-continuable", 'error "oops"'])
        return f"({raiser} {self.of('int', scope)})"

    def handled(self, _, scope):
        handler = self.of("procedure", scope)
        return f"(with-exception-handler {handler} (lambda () {self.of('int', scope)}))"

    def several(self, _, scope):
        values = " ".join(self.of("int", scope) for _ in range(2))
        inner = {**scope, "p": "int", "q": "int"}
        return f"(let-values (((p q) (values {values}))) {self.of('int', inner)})"

    def recursion(self, _, scope):
        f, n = self.label(), self.label()
        inner = {**scope, n: "int"}
        step, last = self.of("int", inner), self.of("int", inner)
        count = self.draw(st.integers(0, 4))
        call = f"({f} (- {n} 1))"
        shape = self.choose([f"(+ {step} {call})", f"(begin {step} {call})"])
        return f"(letrec (({f} (lambda ({n}) (if (< {n} 1) {last} {shape})))) ({f} {count}))"

    def do(self, _, scope):
        i, total = self.label(), self.choose(NAMES)
        inner = {**scope, i: "int", total: "int"}
        start, step, command = (self.of("int", s) for s in (scope, inner, inner))
        return (
            f"(do (({i} 0 (+ {i} 1)) ({total} {start} {step})) ((= {i} 3) {total})"
            f" {command})"
        )

    def listed(self, _, scope):
        shape, kinds = self.choose(
            [
                ("(cons {} {})", ["int", "list"]),
                ("(list-copy (cons* {} {} {}))", ["int", "int", "list"]),
                ("(cdr {})", ["list"]),
                ("(reverse {})", ["list"]),
                ("(append {} {})", ["list", "list"]),
                ("`(,{} ,@{})", ["int", "list"]),
                ("(vector->list (vector {} {}))", ["int", "int"]),
                ("(list-sort < {})", ["list"]),
            ]
        )
        return shape.format(*(self.of(kind, scope) for kind in kinds))

    def mapped(self, _, scope):
        shape = self.choose(
            [
                "(map {} {})",
                "(filter (lambda (n) (even? ({} n))) {})",
                "(vector->list (vector-map {} (list->vector {})))",
            ]
        )
        return shape.format(self.of("procedure", scope), self.of("list", scope))

    def test(self, _, scope):
        shape, kinds = self.choose(
            [
                ("(< {} {})", ["int", "int"]),
                ("(= {} {})", ["int", "int"]),
                ("(<= {} {} {})", ["int", "int", "int"]),
                ("(null? {})", ["list"]),
                ("(even? {})", ["int"]),
                ("(not {})", ["bool"]),
                ("(memv {} {})", ["int", "list"]),
                ("(and {} {})", ["bool", "bool"]),
                ("(equal? {} {})", ["list", "list"]),
            ]
        )
        return shape.format(*(self.of(kind, scope) for kind in kinds))

    def procedure(self, _, scope):
        name = self.choose(NAMES)
        return f"(lambda ({name}) {self.of('int', {**scope, name: 'int'})})"


@st.composite
def programs(draw):
    """Return the text of a program: its value is a list of a value and a log."""
    value = Programs(draw).of("int", {})
    return (
        "(let ((log '())) (define (note x) (set! log (cons x log)) x)"
        f" (let ((value {value})) (cons value log)))"
    )
