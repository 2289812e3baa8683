"""Seeing programs run: tracing, breaking, stepping and profiling. No terminal in it."""
