import sys

size = int(sys.argv[1])
hundred = [i * 37 % 101 for i in range(1, 101)]
total = 0
for _ in range(size):
    odd = [n for n in hundred if n % 2 == 1]
    total += sum(odd)
    total += next(n for n in hundred if n > 60)
    total += sorted(hundred, reverse=True)[0]
print(total)
