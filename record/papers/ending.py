"""How the end of a closed game is shown on paper: the closing checksum, and the rows after it."""

from record.store.closing import Closing, grouped
from record.texts import say


def ending_rows(closing: Closing, lang: str) -> list[tuple[str, str]]:
    """Labels and values, in that order."""
    rows = [(say(lang, "Closing checksum (row {row} of the journal)", row=closing.row), grouped(closing.checksum))]
    if closing.later:
        last = say(lang, "{count}; checksum of the last one: {checksum}", count=closing.later, checksum=grouped(closing.last_checksum))
        rows.append((say(lang, "Rows after it (names, moves from paper, deleted pictures)"), last))
    return rows
