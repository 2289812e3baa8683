import sys

size = int(sys.argv[1])


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print(fib(size))
