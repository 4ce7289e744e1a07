"""Holds the signature under a closed game against the row that closed it."""

from pathlib import Path

from record.store.closing import Closing
from record.store.signature import SIGNATURE_NAME, Signed, signature_under
from record.verifying.findings import Differs, Findings
from record.verifying.told import JournalTold


def compare_signature(folder: Path, told: JournalTold, found: Findings) -> None:
    """Tell a signature that does not fit. Whose it is cannot be said here: that takes the public key of the board."""
    if told.closing is None or not told.is_whole:
        return
    row, checksum = told.closing
    closing = Closing(told.game.hex(), row, checksum.hex(), told.last_row, told.checksum.hex())
    if signature_under(closing, folder).signed is Signed.WRONG:
        found.differs(Differs.SIGNATURE_OTHER, SIGNATURE_NAME)
