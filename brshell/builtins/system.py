"""stub until the builtins helper's arrives."""

FEATURES = (
    "r7rs",
    "full-unicode",
    "ratios",
    "exact-closed",
    "exact-complex",
    "brshell",
)
