import sys

size = int(sys.argv[1])
sys.setrecursionlimit(size + 100)


def count_up(i):
    return () if i == size else (i, count_up(i + 1))


def total(pairs):
    return 0 if pairs == () else pairs[0] + total(pairs[1])


print(total(count_up(0)))
