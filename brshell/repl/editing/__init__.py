"""Pure functions on the text of an entry: indentation, colours, parentheses."""
