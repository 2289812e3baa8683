import sys

size = int(sys.argv[1])
names = """
    head neck left-hip right-hip left-knee right-knee left-ankle right-ankle left-elbow
    right-elbow left-wrist right-wrist left-foot right-foot left-hand right-hand chest
    waist gripper camera"""
joints = [(name, number) for number, name in enumerate(names.split(), 1)]
by_number = [(number, name) for name, number in joints]


def lookup(key, entries):
    for name, value in entries:
        if name == key:
            return value
    return None


total = 0
for k in range(size, 0, -1):
    joint = lookup(1 + k % 20, by_number)
    total += lookup(joint, joints) + lookup(joint, joints)
print(total)
