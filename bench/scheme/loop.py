import sys

size = int(sys.argv[1])


def count(i, acc):
    while i != 0:
        i, acc = i - 1, acc + i % 7
    return acc


print(count(size, 0))
