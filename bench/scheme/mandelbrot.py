import sys

size = int(sys.argv[1])


def inside(cr, ci):
    zr = zi = 0.0
    steps = 0
    while True:
        r2 = zr * zr
        i2 = zi * zi
        if r2 + i2 > 4.0:
            return False
        if steps == 50:
            return True
        zr, zi = r2 - i2 + cr, 2.0 * zr * zi + ci
        steps += 1


count = 0
for y in range(size):
    for x in range(size):
        if inside(3.0 * x / size - 2.2, 3.0 * y / size - 1.5):
            count += 1
print(count)
