"""Lists of names with what they mean, on narrow terminals too."""

from __future__ import annotations

from brshell.help.entry import Entry
from brshell.help.show import list_text

LONG = "present-position-of-all"


def test_the_words_stand_below_each_other_beside_a_long_name_too():
    entries = [
        Entry("get", "procedure", "(get id)", "Return a value."),
        Entry(LONG, "procedure", f"({LONG})", "Return positions of every servo there."),
        Entry("secret-of-the-longest-name", "variable", ""),
    ]
    assert list_text(entries, 40).splitlines() == [
        "get                   Return a value.",
        LONG,
        "                      Return position...",
        "secret-of-the-longest-name",
    ]
