"""What a notice says: which board. No article, verdict or name, for whoever knows the address can read it, players too (Art. 24)."""

from collections.abc import Iterable
from dataclasses import dataclass

from hub.boards.board import Boards, ServedBoard
from hub.feeds.waiting import LOST
from record.texts import marked, say

LOOK = marked("Board {number}: look at the desk")
TRIAL = marked("A trial notice of damcam")


@dataclass(frozen=True, slots=True)
class Notice:
    """An alert that waits for the arbiter."""

    id: str
    """Its name among the alerts of all boards and games."""
    number: str
    """The number of the board, or its key where the number is unknown."""
    age_s: float
    """About how long ago the alert came."""


def open_notices(boards: Boards) -> list[Notice]:
    """What waits for the arbiter at all boards that the desk follows, without what was told before its game was taken over."""
    notices: list[Notice] = []
    for board in boards.values():
        with board.faults.share("notices to telephones"):
            notices += _notices(board)
    return notices


def text_of(numbers: Iterable[str], lang: str) -> str:
    """The text of a notice of these boards, a line for each."""
    return "\n".join(say(lang, LOOK, number=number) for number in dict.fromkeys(numbers))


def trial_text(lang: str) -> str:
    """The text of a trial notice."""
    return say(lang, TRIAL)


def _notices(board: ServedBoard) -> list[Notice]:
    game, number = f"{board.key}/{board.desk.folder.name}", board.number_at_desk or board.key
    if board.desk.lost:
        return [Notice(f"{game}/{LOST}", number, 0.0)]
    return [Notice(f"{game}/{alert.id}", number, age_s) for alert, age_s in board.desk.waiting() if not alert.carried]
