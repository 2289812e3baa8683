"""Names that look like one that is not known, for those who have misspelt it."""

from collections.abc import Iterable


def similar(name: str, known: Iterable[str]) -> list[str]:
    """Return the known names that have this one in them, or else look like it."""
    import difflib  # only a mistake needs it

    wanted = _plain(name)
    by_text = {_plain(other): other for other in known}
    found = [text for text in by_text if len(wanted) > 1 and wanted in text]
    found = found or difflib.get_close_matches(wanted, by_text)
    return [by_text[text] for text in found]


def hint(name: str, known: Iterable[str]) -> str:
    """Return the similar names as they follow what was expected, "" if none."""
    found = similar(name, known)
    return f" (similar: {', '.join(found)})" if found else ""


def _plain(name: str) -> str:
    return name.lower().replace("_", " ").replace("-", " ")
