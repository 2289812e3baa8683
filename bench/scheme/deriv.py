import sys

size = int(sys.argv[1])


def deriv(a):
    if not isinstance(a, tuple):
        return 1 if a == "x" else 0
    operator, *operands = a
    if operator == "+":
        return ("+", *[deriv(operand) for operand in operands])
    if operator == "-":
        return ("-", *[deriv(operand) for operand in operands])
    if operator == "*":
        return ("*", a, ("+", *[("/", deriv(f), f) for f in operands]))
    if operator == "/":
        f, g = operands
        return ("-", ("/", deriv(f), g), ("/", f, ("*", g, g, deriv(g))))
    return "unknown"


polynomial = ("+", ("*", 3, "x", "x"), ("*", "a", "x", "x"), ("*", "b", "x"), 5)
result = None
for _ in range(size):
    result = deriv(polynomial)


def text(a):
    return f"({' '.join(map(text, a))})" if isinstance(a, tuple) else str(a)


print(text(result))
