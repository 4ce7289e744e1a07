"""What the mirror says of the boards elsewhere and their wires."""

from rules.errors import DamcamError, Phrase


class VenueSays(Phrase):
    """What the mirror tells of a board, or answers to a word for it."""

    OTHER_MACHINE = "another machine sends under the key {key}, and nothing of it is taken"
    TAKE_OVER = "give one of the two another key; where it replaces the first: make a new file at the hub, under Boards, and join with it"
    SAME_CARD = "two machines have the same card, or a copy of it, and send under the key {key}: nothing of the second is taken"
    OWN_CARD = "give it a card of its own: delete machine-id and enrolment.json there, and enrol it under another key"
    NO_SUCH_GAME = "rows of game {game} came, which is not a game of this board"
    OTHER_JOURNAL = "game {game} goes on otherwise than the hub has it, from row {row} or before: the hub keeps what it has"
    ROW_REFUSED = "game {game}: {why}"
    SHUT_OUT = "it went on to send more than a board may, and the broker lets it in no more for {seconds} s each time"
    TOO_OLD = "this hub is too old for row {row} of game {game}, of kind {kind}: it is kept, and not shown"
    UNREADABLE = "row {row} of game {game}: {why}; it is kept, and the game is not shown"
    NOT_KEPT = "the hub cannot keep what this board sends: {why}"
    CUT_OFF = "the board cannot be reached from here, and nothing was done: rule at its own desk"
    WITHDRAWN = "the board did not take it up within {seconds} s: it is withdrawn, and will not be done later"
    RULE_THERE = "This board cannot be reached from here. Rule at its own desk, at the board."
    ON_ITS_WAY = "it is on its way to the board"
    NO_MIRROR = "the mirror of this hub did not take it up, and nothing was done: does damcam hub mirror run?"
    LOOK_AT_IT = "sudo systemctl status damcam-mirror"
    NOT_ANSWERED = "the board has not answered, and whether it was done is not known here yet"
    WAIT_FOR_IT = "rule nothing else before the desk shows what became of it"
    CHOSEN_THERE = "this is decided at the board itself, where its files are: at its own desk"
    FAULTY = "what this board sends is faulty: the part that cannot be used is not shown, and what is shown may be old"
    SEE_LOG = "see why: sudo journalctl -u damcam-hub -u damcam-mirror; rule at the board itself where its desk is not right"
    NO_PICTURE = "this picture is not there any more"
    PICTURE_CUT_OFF = "the board cannot be reached from here: try again when it can, or look at its own desk"
    PICTURE_NOT_SENT = "the board has no such picture any more, or it is larger than the {kb} kB that are sent: look at its own desk"
    MIRRORED_THERE = "another damcam mirrors boards there"
    END_IT = "end it first"
    NOT_WRITTEN = "cannot be written to: {why}"


class VenueError(DamcamError, OSError):
    """The folder of the boards cannot be used."""
