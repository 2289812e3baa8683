import sys

size = int(sys.argv[1])


def make_counter(start):
    def count():
        nonlocal start
        start += 1
        return start

    return count


def compose(f, g):
    return lambda x: f(g(x))


def adder(n):
    return lambda x: x + n


def twice(f):
    return compose(f, f)


counter = make_counter(0)
total = 0
for k in range(size, 0, -1):
    total += twice(compose(adder(k), adder(1)))(counter())
print(total)
