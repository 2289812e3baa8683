"""docs/reference.md says what the program says."""

from __future__ import annotations

from pathlib import Path

from brshell.help.reference import reference

PAGE = Path(__file__).parents[3] / "docs" / "reference.md"


def test_the_page_is_as_the_program_has_it():
    assert PAGE.read_text("utf-8") == reference(), "make reference writes it anew"
