import sys

size = int(sys.argv[1])


def sieve(limit):
    prime = [True] * (limit + 1)
    i = 2
    while i * i <= limit:
        if prime[i]:
            for j in range(i * i, limit + 1, i):
                prime[j] = False
        i += 1
    count = 0
    for i in range(2, limit + 1):
        if prime[i]:
            count += 1
    return count


print(sieve(size))
