"""Core forms to Python code objects."""
