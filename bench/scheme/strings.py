import sys

size = int(sys.argv[1])


def palindrome(s):
    i, j = 0, len(s) - 1
    while i < j:
        if s[i] != s[j]:
            return False
        i, j = i + 1, j - 1
    return True


hits = chars = 0
for n in range(size, 0, -1):
    a = str(n)
    b = a + "-" + a[::-1]
    c = b[1:]
    if palindrome(b):
        hits += 1
    chars += len(c) + (1 if a == c else 0) + int(a)
print(f"({hits} {chars})")
