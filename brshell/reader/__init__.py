"""Text to datums, with the place of every datum kept."""
