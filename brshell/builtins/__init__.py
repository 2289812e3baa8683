"""The procedures of the language, one module a family."""
