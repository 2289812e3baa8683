import sys

size = int(sys.argv[1])
counts = {}
seed = 42
for _ in range(size):
    key = seed % 1009
    counts[key] = counts.get(key, 0) + 1
    seed = (seed * 1103515245 + 12345) % 2147483648
best = 0
for count in counts.values():
    best = max(best, count)
words = ["step", "turn", "wave", "sit", "stand"]
by_word = {}
for k in range(size, 0, -1):
    word = words[k % 5]
    by_word[word] = by_word.get(word, 0) + k
print(f"({best} {by_word['wave']})")
