import sys

size = int(sys.argv[1])


class Particle:
    __slots__ = ("v", "x")

    def __init__(self, x, v):
        self.x = x
        self.v = v


def step(p):
    p.x += p.v
    if p.x < 0 or p.x > 100:
        p.v = -p.v


particle = Particle(50, 3)
for _ in range(size):
    step(particle)
print(particle.x)
