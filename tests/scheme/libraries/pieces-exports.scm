(export quiet loud)
