import sys

size = int(sys.argv[1])


def my_even(n):
    return n == 0 or my_odd(n - 1)


def my_odd(n):
    return n != 0 and my_even(n - 1)


def female(n):
    return 1 if n == 0 else n - male(female(n - 1))


def male(n):
    return 0 if n == 0 else n - female(male(n - 1))


total = 0
for _ in range(size):
    total += (1 if my_even(500) else 0) + female(12)
print(total)
