import sys

size = int(sys.argv[1])


def random_list(count, seed):
    numbers = []
    for _ in range(count):
        numbers.append(seed)
        seed = (seed * 1103515245 + 12345) % 2147483648
    return numbers


def merge(a, b):
    merged = []
    i = j = 0
    while i < len(a) and j < len(b):
        if b[j] < a[i]:
            merged.append(b[j])
            j += 1
        else:
            merged.append(a[i])
            i += 1
    return merged + a[i:] + b[j:]


def merge_sort(numbers):
    if len(numbers) < 2:
        return numbers
    middle = len(numbers) // 2
    return merge(merge_sort(numbers[:middle]), merge_sort(numbers[middle:]))


numbers = random_list(1000, 42)
total = 0
for _ in range(size):
    for number in merge_sort(numbers):
        total = (total * 31 + number) % 1000003
print(total)
