"""A Scheme with a robot at hand: the language and its shell."""
