"""What the mirror says of the boards elsewhere and their wires."""

from rules.errors import DamcamError, Phrase


class VenueSays(Phrase):
    """What the mirror tells of a board, or answers to a word for it."""

    OTHER_MACHINE = "another machine sends under the key {key}, and nothing of it is taken"
    TAKE_OVER = "give one of the two another key; where it replaces the first: damcam hub hand-out {key}, and damcam join FILE there"
    SAME_CARD = "two machines have the same card, or a copy of it, and send under the key {key}: nothing of the second is taken"
    OWN_CARD = "give it a card of its own: delete machine-id and enrolment.json there, and enrol it under another key"
    NO_SUCH_GAME = "rows of game {game} came, which is not a game of this board"
    OTHER_JOURNAL = "game {game} goes on otherwise than the hub has it, from row {row} or before: the hub keeps what it has"
    ROW_REFUSED = "game {game}: {why}"
    TOO_OLD = "this hub is too old for row {row} of game {game}, of kind {kind}: it is kept, and not shown"
    NOT_KEPT = "the hub cannot keep what this board sends: {why}"
    SET_ASIDE = "an inbox was damaged, and is now {aside}: whoever waits for an answer has to say it again"
    CUT_OFF = "the board cannot be reached from here, and nothing was done: rule at its own desk"
    WITHDRAWN = "the board did not take it up within {seconds} s: it is withdrawn, and will not be done later"
    OF_BEFORE = "nobody was there to send it to the board when it was said: look at the game, and say it again"
    MIRRORED_THERE = "another damcam mirrors boards there"
    END_IT = "end it first"
    NOT_WRITTEN = "cannot be written to: {why}"
    KEY = "{key} is no key of a board"


class VenueError(DamcamError, OSError):
    """The folder of the boards cannot be used."""
