import sys

size = int(sys.argv[1])


class Problem(Exception):
    pass


def check(n):
    if n % 2 == 0:
        raise Problem("even", n)
    return n


def middle(n):
    return 1 + check(n)


def outer(n):
    return 1 + middle(n)


def safely(n):
    try:
        return outer(n)
    except Problem as problem:
        return problem.args[1]


total = 0
for k in range(size, 0, -1):
    total += safely(k)
print(total)
