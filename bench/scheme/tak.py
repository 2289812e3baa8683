import sys

size = int(sys.argv[1])


def tak(x, y, z):
    if not y < x:
        return z
    return tak(tak(x - 1, y, z), tak(y - 1, z, x), tak(z - 1, x, y))


result = None
for _ in range(size):
    result = tak(18, 12, 6)
print(result)
