"""Datums to core forms: macros are expanded and syntax errors are found here."""
