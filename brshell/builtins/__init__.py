"""The procedures of the language, one module a family."""

# The modules that declare builtins.
MODULES = (
    "arithmetic",
    "bitwise",
    "booleans",
    "bytevectors",
    "characters",
    "control",
    "cxr",
    "equivalence",
    "integers",
    "numbers",
    "pairs",
    "string_library",
    "strings",
    "symbols",
    "transcendental",
    "vectors",
)
