"""What is told of a game that went on although its journal had lost something."""

from record.events.of_record import RowsLost
from rules.errors import Phrase, Sentence


class LossTold(Phrase):
    """What the journal had lost, which files knew of it, and where they are."""

    WENT_ON = "the journal had lost what came after press {seq} (row {row}), and the game went on from there; {known}; set aside in {aside}"
    ROWS = "row {row} had been told"
    PRESSES = "presses.jsonl knew of press {seq}"
    MOVES = "game.pdn had {count} move", "game.pdn had {count} moves"
    NOTHING = "no file told how much it was"


def loss_sentence(event: RowsLost) -> Sentence:
    """What was lost, with what the files knew of it."""
    rows = (LossTold.ROWS.said(row=event.told),) if event.told else ()
    presses = (LossTold.PRESSES.said(seq=event.presses),) if event.presses else ()
    moves = (LossTold.MOVES.said(count=event.moves),) if event.moves else ()
    known = (*rows, *presses, *moves) or (LossTold.NOTHING.said(),)
    return LossTold.WENT_ON.said(seq=event.seq, row=event.row, known=known, aside=event.aside)
