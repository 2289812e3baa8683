"""The names and escapes of characters, for reader and printer. R7RS 6.6 and 6.7."""

# What follows #\ for characters that do not show.
CHARACTER_NAMES = {
    "alarm": "\a",
    "backspace": "\b",
    "delete": "\x7f",
    "escape": "\x1b",
    "newline": "\n",
    "null": "\0",
    "return": "\r",
    "space": " ",
    "tab": "\t",
}
# What follows \ in a string or in a symbol between vertical lines.
ESCAPES = {
    "a": "\a",
    "b": "\b",
    "t": "\t",
    "n": "\n",
    "r": "\r",
    '"': '"',
    "\\": "\\",
    "|": "|",
}

# Typographic quotation marks: neither those of a string nor part of a name, R7RS 7.1.1.
QUOTATION_MARKS = "\u00ab\u00bb\u2018\u2019\u201a\u201c\u201d\u201e\u2039\u203a"
