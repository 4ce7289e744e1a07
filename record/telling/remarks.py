"""Alerts beside the verdict: captured pieces taken off too early (Art. 14), discs off the centre (Art. 25), a moved board, a blind
camera, a fallen flag, a restart of the device, a full disk.

A remark changes no verdict. Remarks about the device give no player a right under the regulation, so the arbiter may act without a claim.
"""

from record.events.of_game import Alert, BoardMoved, CameraFault
from record.texts import at, marked, say
from rules.referee.lifted import ARTICLES as LIFTED_ARTICLES

OFF_CENTRE, MOVED, CAMERA = "off-centre", "camera-moved", "camera"
FOUND_AGAIN, MISREAD = "found-again", "misread"
NOT_READ, UNREAD_SQUARES, READ_AGAIN = "not-read", "unread-squares", "read-again"
CODES = frozenset({OFF_CENTRE, MOVED, CAMERA, FOUND_AGAIN, MISREAD, NOT_READ, UNREAD_SQUARES, READ_AGAIN})
FLAG, RESUMED, DISK = "flag", "resumed", "disk"
COPY_MISSING, COPY_AHEAD, COPY_BACK = "copy-missing", "copy-ahead", "copy-back"
"""The reasons of the `disk` alert for the second copy, off the card."""
OF_THE_CAMERA = frozenset({MOVED, CAMERA})
"""The codes of the camera, which concern no player."""
PLAYERS = "players"
"""The code for what the players said; `Alert.reason` says what it was."""
TOLD_ON_PAPER = OF_THE_CAMERA | {FLAG, RESUMED, DISK, PLAYERS}
"""The codes that are told even while the game goes on on paper: all but irregularities."""
OVER = "over"
"""The reason of the `camera` alert for the end of a fault."""
ARTICLES = {"frisian": "25"}
"""The article on discs off the centre, for each rule set that has one."""
LIFTED = "14"
"""The code of pieces taken off too early: like the verdicts, the number of the Frisian article under every rule set."""
LIFTED_SENTENCE = marked("Captured pieces were taken off before the capture was finished: {at}.")
OFF_SENTENCE = marked("A piece stands badly off the centre of its square: {squares}.")
FOUND_AGAIN_SENTENCE = marked(
    "Presses {first} to {last} were not understood. The game goes on from the board as it is seen: look whether the position is right."
)
FOUND_AGAIN_SQUARES_SENTENCE = marked(
    "The moves of presses {first} to {last} are not sure; these squares changed: {squares}. The game goes on from the board as it is seen:"
    " look whether the position is right."
)
FOUND_AGAIN_PRESS_SENTENCE = marked(
    "The move of press {first} is not sure; these squares changed: {squares}. The game goes on from the board as it is seen: look whether"
    " the position is right."
)
MISREAD_SENTENCE = marked("The camera keeps misreading these squares: {squares}. Look for a shadow, a glare or a stain.")
NOT_READ_SENTENCE = marked(
    "Three presses in a row were not understood, from press {first} on. Look for something on the board, a reflection or a deep shadow:"
    " take it away, move the lamp, or have the board found again."
)
NOT_READ_SQUARES_SENTENCE = marked(
    "Three presses in a row were not understood, from press {first} on. These squares are hardly seen: {squares}. Look there for something"
    " on the board, a reflection or a deep shadow: take it away, move the lamp, or have the board found again."
)
UNREAD_SQUARES_SENTENCE = marked(
    "Nothing has been seen of these squares since press {first}: {squares}. Look there for something on the board, a reflection or a deep"
    " shadow: take it away, or move the lamp."
)
READ_AGAIN_SENTENCE = marked("The board is read again, since press {seq}.")
READ_AGAIN_SQUARES_SENTENCE = marked("These squares are seen again, since press {seq}: {squares}.")
MOVED_SENTENCE = marked("The board or the camera was moved: by {squares} squares, and turned by {degrees} degrees.")
CAMERA_SENTENCES = {
    "frozen": marked("The camera repeats the same picture: nothing new is seen."),
    "black": marked("The camera's picture is black; is the lens covered, or the light off?"),
    "blinded": marked("The camera is blinded: the picture is far too bright."),
    "out-of-focus": marked("The camera's picture is out of focus."),
    "covered": marked("The board is not seen: something covers it or the camera, or one of them was taken away."),
    "which-way": marked("The board lies another way, and its pieces do not tell which edge is White's."),
    "another-position": marked(
        "The board shows something else than the record has, on these squares: {squares}."
        " Put the pieces right or set the position up: at the desk, or by damcam rule position."
    ),
    "no-picture": marked("The camera gave no picture."),
    OVER: marked("The camera sees the board again."),
}
FLAG_ARTICLES = {"frisian": "20.5"}
"""The article by which a game is lost on time (see also regulation C, Art. 4), for each rule set that has one."""
FLAG_SENTENCES = {"white": marked("White's time is used up."), "black": marked("Black's time is used up.")}
RESERVE, READ_BACK, MEMORY_LOST = "reserve", "read-back", "memory-lost"
"""The reasons of `disk` alerts: the reserve is in use, and what became of events that were in memory alone."""
LOG_DAMAGED, TAIL = "log-damaged", "tail"
"""The reasons of `disk` alerts for a log that is damaged, and for one whose tail is gone."""
ENDED, TAKEN_OVER = "ended", "taken-over"
"""The reasons of the `resumed` alert after an orderly stop of the service, and where a game of another recorder goes on. Without a reason
the power failed."""
RESUMED_SENTENCES = {
    None: marked(
        "The recorder was without power. Both clocks stand as they last stood on record: start the clock when the players are ready."
    ),
    ENDED: marked(
        "The recorder was stopped and started again. Both clocks stand as they stood: start the clock when the players are ready."
    ),
    TAKEN_OVER: marked(
        "The game of another recorder goes on here. Both clocks stand as they last stood on record: start the clock when the players are"
        " ready."
    ),
}
RESUMED_UNTIMED_SENTENCES = {
    None: marked("The recorder was without power, and goes on. Of a move that was made meanwhile nothing was recorded."),
    ENDED: marked("The recorder was stopped and started again, and goes on. Of a move that was made meanwhile nothing was recorded."),
    TAKEN_OVER: marked("The game of another recorder goes on here. Of a move that was made meanwhile nothing was recorded."),
}
DISK_SENTENCES = {
    "no-pictures": marked("The disk is nearly full: pictures are no longer kept. The game goes on and is recorded."),
    "clock": marked(
        "The running clock's last reading is damaged. The clocks stand as after the last press: set them before you start one."
    ),
    TAIL: marked(
        "The file that names the last row of the journal is gone, so nothing tells whether the journal has lost its end. Compare position"
        " and moves with the board and with what the players wrote down."
    ),
    COPY_MISSING: marked(
        "Nothing is copied off the card now: look at the stick or the share. The game goes on and is recorded on the card."
    ),
    COPY_AHEAD: marked(
        "The copy off the card has more of this game than the card, which has lost its end. Stop the clock and look at the position: the"
        " record may go on from too early a move. Keep the copy; another recorder can go on from it."
    ),
    COPY_BACK: marked("The copy off the card is complete again."),
    RESERVE: marked("The disk is full. The game is recorded in the room that was reserved for it: have room made on the disk."),
    "full": marked("The disk was full. What happened meanwhile was in memory alone; it is on record now, and is told now."),
    "unwritable": marked(
        "The journal could not be written to. What happened meanwhile was in memory alone; it is on record now, and is told now."
    ),
    MEMORY_LOST: marked(
        "What happened while the disk took nothing was in memory alone, and is lost. Look whether position and clocks are right, and set"
        " them where they are not."
    ),
    LOG_DAMAGED: marked(
        "The log of this game is damaged on the disk. Recording and clock go on. When the recorder is started again it waits for you:"
        " before that, note the position and both clocks, and have a second copy at hand."
    ),
    READ_BACK: marked("What the disk did not take before the recorder was stopped is on record now, and is told now."),
}


def off_centre(squares: tuple[int, ...], rules_name: str, lang: str) -> Alert:
    """The alert for discs that now stand far off the centres of these squares; the opponent may allow their correction."""
    text = say(lang, OFF_SENTENCE, squares=", ".join(map(str, squares)))
    return Alert(OFF_CENTRE, ARTICLES.get(rules_name), squares, text, "on claim")


def lifted(squares: tuple[int, ...], rules_name: str, lang: str) -> Alert:
    """The alert for captured pieces that were taken off these squares before the capture was finished."""
    text = say(lang, LIFTED_SENTENCE, at=at(lang, squares))
    return Alert(LIFTED, LIFTED_ARTICLES[rules_name], squares, text, "on claim")


def found_again(first: int, last: int, squares: tuple[int, ...], lang: str) -> Alert:
    """The alert for a game that was found again on the board after presses `first` to `last` that were not; `squares` changed."""
    sentence = FOUND_AGAIN_SENTENCE
    if squares:
        sentence = FOUND_AGAIN_PRESS_SENTENCE if first == last else FOUND_AGAIN_SQUARES_SENTENCE
    text = say(lang, sentence, first=first, last=last, squares=", ".join(map(str, squares)))
    return Alert(FOUND_AGAIN, None, squares, text, "at once", f"{first}-{last}")


def misread(squares: tuple[int, ...], lang: str) -> Alert:
    """The alert for squares that the camera keeps misreading."""
    return Alert(MISREAD, None, squares, say(lang, MISREAD_SENTENCE, squares=", ".join(map(str, squares))), "at once")


def not_read(first: int, squares: tuple[int, ...], lang: str) -> Alert:
    """The alert for three presses in a row, from `first` on, that were not understood; `squares` are hardly seen."""
    sentence = NOT_READ_SQUARES_SENTENCE if squares else NOT_READ_SENTENCE
    text = say(lang, sentence, first=first, squares=", ".join(map(str, squares)))
    return Alert(NOT_READ, None, squares, text, "at once", str(first))


def unread_squares(squares: tuple[int, ...], first: int, lang: str) -> Alert:
    """The alert for squares of which nothing has been seen since press `first`."""
    text = say(lang, UNREAD_SQUARES_SENTENCE, first=first, squares=", ".join(map(str, squares)))
    return Alert(UNREAD_SQUARES, None, squares, text, "at once", str(first))


def read_again(squares: tuple[int, ...], seq: int, lang: str) -> Alert:
    """The alert that the board, or these squares of it, are read again since press `seq`."""
    sentence = READ_AGAIN_SQUARES_SENTENCE if squares else READ_AGAIN_SENTENCE
    return Alert(READ_AGAIN, None, squares, say(lang, sentence, seq=seq, squares=", ".join(map(str, squares))), "at once", str(seq))


def board_moved(event: BoardMoved, lang: str) -> Alert:
    """The alert for a board or camera that was moved as the event says."""
    text = say(lang, MOVED_SENTENCE, squares=f"{event.middle_squares:.1f}", degrees=f"{abs(event.degrees):.0f}")
    return Alert(MOVED, None, (), text, "at once")


def camera(fault: CameraFault | None, lang: str, squares: tuple[int, ...] = ()) -> Alert:
    """The alert for the beginning of a camera fault, or, with None, for its end; `squares` are those of a fault on the board.

    ValueError for a fault without a known reason.
    """
    reason = fault.reason if fault else OVER
    if reason not in CAMERA_SENTENCES:
        raise ValueError(f"the camera's fault has the reason {reason!r}; there are {', '.join(CAMERA_SENTENCES)}")
    return Alert(CAMERA, None, squares, say(lang, CAMERA_SENTENCES[reason], squares=", ".join(map(str, squares))), "at once", reason)


def flag(side: str, rules_name: str, lang: str) -> Alert:
    """The alert for the fallen flag of that side; the arbiter may act at once."""
    return Alert(FLAG, FLAG_ARTICLES.get(rules_name), (), say(lang, FLAG_SENTENCES[side]), "at once", side=side)


def has_taken_over(event: object) -> bool:
    """Whether the event tells that the game of another recorder goes on here."""
    return any((alert.code, alert.reason) == (RESUMED, TAKEN_OVER) for alert in getattr(event, "alerts", ()))


def resumed(lang: str, *, timed: bool = True, reason: str | None = None) -> Alert:
    """The alert for a restart of the device during a game; in a `timed` game the arbiter must start the clock."""
    sentences = RESUMED_SENTENCES if timed else RESUMED_UNTIMED_SENTENCES
    return Alert(RESUMED, None, (), say(lang, sentences[reason]), "at once", reason)


def disk(reason: str, lang: str) -> Alert:
    """The alert for a disk or journal problem; `reason` is a key of DISK_SENTENCES."""
    return Alert(DISK, None, (), say(lang, DISK_SENTENCES[reason]), "at once", reason)
