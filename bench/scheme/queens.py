import sys

size = int(sys.argv[1])


def safe(row, placed):
    for distance, other in enumerate(reversed(placed), 1):
        if other == row + distance or other == row - distance:
            return False
    return True


def solutions(rows, placed):
    if not rows:
        return 1
    return sum(
        solutions(rows[:index] + rows[index + 1 :], [*placed, row])
        for index, row in enumerate(rows)
        if safe(row, placed)
    )


print(solutions(list(range(1, size + 1)), []))
