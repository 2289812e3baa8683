"""What is said about names: help, apropos, examples and the reference."""
