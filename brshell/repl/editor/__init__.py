"""Editing an entry on a terminal: the only place that knows prompt_toolkit."""
