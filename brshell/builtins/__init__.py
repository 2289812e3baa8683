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
    "format",
    "hashtables",
    "input",
    "integers",
    "numbers",
    "output",
    "pairs",
    "ports",
    "string_library",
    "strings",
    "symbols",
    "system",
    "transcendental",
    "vectors",
)
