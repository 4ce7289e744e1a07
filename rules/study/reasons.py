"""The reasons why a move is not legal, as data with their articles. The sentences are made outside `rules`.

Only the arbiter may see them: during a game each would be a hint to a player (Art. 24).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from rules.board.ruleset import RuleSet
from rules.play.endings import Ending


class Code(StrEnum):
    """The codes of the reasons, from obstacles on the board to demands of the rules."""

    NOT_A_SQUARE = "not-a-square"
    NO_PIECE = "no-piece"
    NOT_YOURS = "not-yours"
    OCCUPIED = "occupied"
    FORWARD_ONLY = "forward-only"
    MANS_STEP = "mans-step"
    KINGS_LINES = "kings-lines"
    KINGS_STEP = "kings-step"
    BLOCKED = "blocked"
    NO_CAPTURE = "no-capture"
    NO_SUCH_CAPTURE = "no-such-capture"
    NO_SUCH_PATH = "no-such-path"
    TWICE = "twice"
    CROWNED = "crowned"
    GOES_ON = "goes-on"
    TOO_LITTLE = "too-little"
    KING_FIRST = "king-first"
    COMPULSORY = "compulsory"
    BANNED = "banned"
    GAME_OVER = "game-over"


# The article of the Frisian regulation for each reason, and the section of its counterpart in the other rule sets.
_FRISIAN = {
    Code.NOT_A_SQUARE: "3",
    Code.NO_PIECE: "6",
    Code.NOT_YOURS: "6, 27a",
    Code.OCCUPIED: "7, 9",
    Code.FORWARD_ONLY: "7",
    Code.MANS_STEP: "7",
    Code.KINGS_LINES: "9",
    Code.BLOCKED: "9",
    Code.NO_CAPTURE: "7, 9",
    Code.NO_SUCH_CAPTURE: "7, 9",
    Code.NO_SUCH_PATH: "7, 9",
    Code.GOES_ON: "10",
    Code.TOO_LITTLE: "11",
    Code.KING_FIRST: "12",
    Code.COMPULSORY: "10",
    Code.BANNED: "17",
}
_INTERNATIONAL = dict.fromkeys(_FRISIAN, "Zetten") | {
    Code.KINGS_LINES: "Zetten met een dam",
    Code.BLOCKED: "Zetten met een dam",
    Code.NO_CAPTURE: "Slaan",
    Code.NO_SUCH_CAPTURE: "Slaan",
    Code.NO_SUCH_PATH: "Slaan",
    Code.GOES_ON: "Meerslag",
    Code.TOO_LITTLE: "Meerslag",
    Code.COMPULSORY: "Einde van het spel",
}
_ENGLISH = dict.fromkeys(_FRISIAN, "4") | {
    Code.KINGS_STEP: "4",
    Code.NO_CAPTURE: "5",
    Code.NO_SUCH_CAPTURE: "5",
    Code.NO_SUCH_PATH: "5",
    Code.CROWNED: "6",
    Code.GOES_ON: "5",
    Code.COMPULSORY: "5",
}
_DAMBORD = dict.fromkeys(_FRISIAN, "De spelregels van Dambord")
_ARTICLES = {
    "frisian": _FRISIAN | {Code.TWICE: "13"},
    "international": _INTERNATIONAL | {Code.TWICE: "Meerslag"},
    "english": _ENGLISH,
    "dambord": _DAMBORD,
}


@dataclass(frozen=True, slots=True)
class Haul:
    """The numbers of men and kings that a capture takes."""

    men: int
    kings: int


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason. The code decides which of the fields after `squares` are filled."""

    code: Code
    article: str
    """The article, or for other rule sets the section."""
    squares: tuple[int, ...] = ()
    """The squares that were asked about, or those of the pieces in the way."""
    move: str = ""
    """The move that is not enough, in the notation of Art. 22; for NO_SUCH_PATH and TWICE the path that was asked about."""
    required: tuple[str, ...] = ()
    """The moves that must be made instead."""
    taken: Haul | None = None
    """What `move` takes (Art. 11)."""
    due: Haul | None = None
    """What must be taken (Art. 11)."""
    count: int | None = None
    """The number of quiet moves in a row with one king (Art. 17)."""
    ending: Ending | None = None
    """How the game ended."""


def is_named(code: Code, rules: RuleSet) -> bool:
    """Whether those rules have an article for the reason."""
    return code in _ARTICLES[rules.name]


def reason(code: Code, rules: RuleSet, squares: Iterable[int] = (), move: str = "", required: tuple[str, ...] = ()) -> Reason:
    """A reason with its article under those rules; KeyError if they have none for the code (`is_named`)."""
    return Reason(code, _ARTICLES[rules.name][code], tuple(squares), move, required)
