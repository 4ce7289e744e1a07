"""Whole numbers as forms and addresses hold them, where anybody may write anything."""

MOST_DIGITS = 9


def whole_in(text: str) -> int:
    """The number in that text; 0 where it holds none, or one of more digits than anything here has."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else 0
