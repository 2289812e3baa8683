import sys

size = int(sys.argv[1])
hundred = [i * 37 % 101 for i in range(1, 101)]
total = 0
for _ in range(size):
    squares = [n * n for n in hundred]
    large = 0
    for n in squares:
        if n > 5000:
            large += 1
    sums = [a + b for a, b in zip(hundred, squares, strict=True)]
    total += large + max(squares) + len(sums)
print(total)
