"""What the arbiter is told beside a verdict: captured pieces taken off too early (Art. 14), discs that stand badly (Art. 25), a board
that was moved, a camera that does not see, a flag that fell, a device that was gone, a disk that is full.

A remark changes no verdict. What concerns the device is nobody's right under the regulation, and so waits for no claim.
"""

from record.events.of_game import Alert, BoardMoved, CameraFault
from record.texts import at, marked, say
from rules.referee.lifted import ARTICLES as LIFTED_ARTICLES

OFF_CENTRE, MOVED, CAMERA = "off-centre", "camera-moved", "camera"
CODES = frozenset({OFF_CENTRE, MOVED, CAMERA})
FLAG, RESUMED, DISK = "flag", "resumed", "disk"
OF_THE_CAMERA = frozenset({MOVED, CAMERA})
"""What concerns the device and no player."""
PLAYERS = "players"
"""What the players said, with the reason which of it."""
TOLD_ON_PAPER = OF_THE_CAMERA | {FLAG, RESUMED, DISK, PLAYERS}
"""What is told though the game goes on on paper: no irregularity."""
OVER = "over"
"""The reason of the `camera` alert that tells that a fault is over."""
ARTICLES = {"frisian": "25"}
"""Where the regulation speaks of pieces that stand imprecisely; the other seeds do not."""
LIFTED = "14"
"""Named after the Frisian article under every rule set, as the verdicts are."""
LIFTED_SENTENCE = marked("Captured pieces were taken off before the capture was finished: {at}.")
OFF_SENTENCE = marked("A piece stands badly off the centre of its square: {squares}.")
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
"""By which a game is lost on time (and regulation C, Art. 4); the other seeds know no clock."""
FLAG_SENTENCES = {"white": marked("White's time is used up."), "black": marked("Black's time is used up.")}
ENDED = "ended"
"""The reason of the `resumed` alert where the service was ended as it is to be; without one the power went."""
RESUMED_SENTENCES = {
    None: marked(
        "The recorder was without power. Both clocks stand as they last stood on record: start the clock when the players are ready."
    ),
    ENDED: marked(
        "The recorder was stopped and started again. Both clocks stand as they stood: start the clock when the players are ready."
    ),
}
RESUMED_UNTIMED_SENTENCES = {
    None: marked("The recorder was without power, and goes on. Of a move that was made meanwhile nothing was recorded."),
    ENDED: marked("The recorder was stopped and started again, and goes on. Of a move that was made meanwhile nothing was recorded."),
}
DISK_SENTENCES = {
    "no-pictures": marked("The disk is nearly full: pictures are no longer kept. The game goes on and is recorded."),
    "clock": marked(
        "The running clock's last reading is damaged. The clocks stand as after the last press: set them before you start one."
    ),
    "full": marked("The disk was full: what happened meanwhile was held back, and is told now."),
    "busy": marked("Another program kept the journal locked: what happened meanwhile was held back, and is told now."),
    "unwritable": marked("The journal could not be written to: what happened meanwhile was held back, and is told now."),
}


def off_centre(squares: tuple[int, ...], rules_name: str, lang: str) -> Alert:
    """Discs that newly stand badly off the centres of these squares; the opponent may allow them to be put right."""
    text = say(lang, OFF_SENTENCE, squares=", ".join(map(str, squares)))
    return Alert(OFF_CENTRE, ARTICLES.get(rules_name), squares, text, "on claim")


def lifted(squares: tuple[int, ...], rules_name: str, lang: str) -> Alert:
    """Captured pieces were taken off these squares before the capture was finished."""
    text = say(lang, LIFTED_SENTENCE, at=at(lang, squares))
    return Alert(LIFTED, LIFTED_ARTICLES[rules_name], squares, text, "on claim")


def board_moved(event: BoardMoved, lang: str) -> Alert:
    """The board or the camera was moved by more than a nudge."""
    text = say(lang, MOVED_SENTENCE, squares=f"{event.middle_squares:.1f}", degrees=f"{abs(event.degrees):.0f}")
    return Alert(MOVED, None, (), text, "at once")


def camera(fault: CameraFault | None, lang: str, squares: tuple[int, ...] = ()) -> Alert:
    """A fault of the camera begins, on these squares where it is the board's; or, with None, is over.

    ValueError for a fault without a reason that is known.
    """
    reason = fault.reason if fault else OVER
    if reason not in CAMERA_SENTENCES:
        raise ValueError(f"the camera's fault has the reason {reason!r}; there are {', '.join(CAMERA_SENTENCES)}")
    return Alert(CAMERA, None, squares, say(lang, CAMERA_SENTENCES[reason], squares=", ".join(map(str, squares))), "at once", reason)


def flag(side: str, rules_name: str, lang: str) -> Alert:
    """The flag of that side fell: the arbiter may act at once."""
    return Alert(FLAG, FLAG_ARTICLES.get(rules_name), (), say(lang, FLAG_SENTENCES[side]), "at once", side=side)


def resumed(lang: str, *, timed: bool = True, reason: str | None = None) -> Alert:
    """The device came back in the middle of a game, and the clock is to be started by the arbiter where the game is `timed`."""
    sentences = RESUMED_SENTENCES if timed else RESUMED_UNTIMED_SENTENCES
    return Alert(RESUMED, None, (), say(lang, sentences[reason]), "at once", reason)


def disk(reason: str, lang: str) -> Alert:
    """The disk has no room for pictures (`no-pictures`), or took no events for a while: `full`, the journal `busy` or `unwritable`."""
    return Alert(DISK, None, (), say(lang, DISK_SENTENCES[reason]), "at once", reason)
