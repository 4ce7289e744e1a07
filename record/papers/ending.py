"""How the end of a closed game is shown on paper: the closing checksum, the rows after it, and the signature of the board."""

from record.store.closing import Closing, grouped
from record.store.signature import Signature, Signed
from record.texts import marked, say

UNSIGNED = marked("None: the board did not sign this game.")
SIGNED = marked("{signature}, by the key {key}")
WRONG = marked("It does not fit the journal: one of the two was altered.")


def ending_rows(closing: Closing, signature: Signature, lang: str) -> list[tuple[str, str]]:
    """Labels and values, in that order."""
    rows = [(say(lang, "Closing checksum (row {row} of the journal)", row=closing.row), grouped(closing.checksum))]
    if closing.later:
        last = say(lang, "{count}; checksum of the last one: {checksum}", count=closing.later, checksum=grouped(closing.last_checksum))
        rows.append((say(lang, "Rows after it (names, moves from paper, deleted pictures)"), last))
    return [*rows, (say(lang, "Signature of the board"), _told(signature, lang))]


def _told(signature: Signature, lang: str) -> str:
    if signature.signed is Signed.UNSIGNED:
        return say(lang, UNSIGNED)
    if signature.signed is Signed.WRONG:
        return say(lang, WRONG)
    return say(lang, SIGNED, signature=signature.text, key=signature.key)
