"""What the arbiter's words and the verdicts on presses are called at the desk."""

from collections.abc import Mapping

from record.texts import marked

WORDS: Mapping[str, str] = {
    "stand": marked("Let stand"),
    "restore": marked("Restore"),
    "take-back": marked("Take back"),
    "to-move": marked("Give the turn"),
    "position": marked("Set up a position"),
    "end": marked("End the game"),
    "paper": marked("Continue on paper"),
    "record": marked("Record again"),
    "close": marked("Close the game"),
    "start-clock": marked("Start the clock"),
    "stop-clock": marked("Stop the clock"),
    "set-times": marked("Set the clocks"),
    "add-times": marked("Add time or take it off"),
    "time-control": marked("Set the time control"),
    "enter-paper": marked("Moves from paper"),
    "suspend-writing": marked("Writing suspended"),
    "resume-writing": marked("Must write again"),
    "seen": marked("Seen"),
    "names": marked("Names"),
    "find-board": marked("Find the board again"),
    "take-over": marked("Take over"),
    "rows-lost": marked("Go on with what is there"),
    "log-restored": marked("Go on with another log"),
    "undo": marked("Undo"),
}
VERDICTS: Mapping[str, str] = {
    "turned": marked("board turned round"),
    "no-move": marked("no move made"),
    "uncrowned": marked("man not crowned"),
    "27b-few": marked("too few pieces taken off"),
    "27b-many": marked("too many pieces taken off"),
    "27c-wrong": marked("not the capture that was due"),
    "27c-missed": marked("capture missed"),
    "17": marked("king's move not allowed (Art. 17)"),
    "27a": marked("opponent's piece moved"),
    "27d": marked("impossible move"),
    "jumbled": marked("pieces moved about"),
    "unsure": marked("not read"),
    "corrected": marked("put right"),
    "position": marked("position set up"),
    "on-paper": marked("from paper alone"),
}
