"""The procedures of the language, one module a family."""

# The modules that declare builtins.
MODULES = ("control",)
