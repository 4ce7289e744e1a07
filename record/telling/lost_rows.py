"""What is told of a game that went on although its journal had lost something."""

from record.events.of_record import RowsLost
from rules.errors import Phrase, Sentence


class LossTold(Phrase):
    """What the journal had lost, and where it is."""

    WENT_ON = "the journal had lost what came after press {seq} (row {row}), and the game went on from there; {known}; set aside in {aside}"
    RESTORED = "the journal was damaged, and the game went on with another log of it, complete up to row {row}; set aside in {aside}"
    ROWS = "row {row} had been told"
    NOTHING = "nothing told how much it was"


def loss_sentence(event: RowsLost) -> Sentence:
    """What was lost."""
    known = LossTold.ROWS.said(row=event.last_known_row) if event.last_known_row else LossTold.NOTHING.said()
    return LossTold.WENT_ON.said(seq=event.seq, row=event.row, known=known, aside=event.aside)
