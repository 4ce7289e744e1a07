"""The words (decisions) of people about a game, as any process gives them to the board's loop."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, get_args

from record.decisions.arbitration import Decision
from record.events.about import About
from record.events.of_players import PLAYERS
from rules.errors import DamcamError, Phrase, sentence_of

TIME_CONTROL = "time_control"
"""The name of the time control beside the tags of a game."""


@dataclass(frozen=True, slots=True)
class StartClock:
    """The arbiter starts the clock of the side that is to move, or of `side`."""

    by: str
    side: str | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class StopClock:
    """The arbiter stops the clock (regulation C, Art. 3)."""

    by: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SetTimes:
    """The arbiter sets the clocks, and, with `moves`, the counted moves of White and of Black. None leaves that clock as it is."""

    white_ns: int | None
    black_ns: int | None
    by: str
    reason: str = ""
    moves: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class AddTimes:
    """The arbiter adds these times to the clocks; a negative time is deducted."""

    white_ns: int
    black_ns: int
    by: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class EnterPaper:
    """The moves noted on paper, in the form that `paper_entry.read_paper` reads, and the result where the text has none."""

    text: str
    by: str
    result: str | None = None
    lang: str = "en"


@dataclass(frozen=True, slots=True)
class Undo:
    """The last ruling is undone: the one whose event has `ruled_ns` as its `t_ns`."""

    by: str
    ruled_ns: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CloseGame:
    """The recording of this game ends once all presses are read. The next game begins when its start position is on the board."""

    by: str


@dataclass(frozen=True, slots=True)
class SeeAlert:
    """The arbiter has seen the alert, named as in `record.events.of_record.AlertSeen`, and makes no ruling."""

    by: str
    alert: str


@dataclass(frozen=True, slots=True)
class SuspendWriting:
    """The player of `side`, short of time, need not write any more until after the game (regulation E, Art. 2)."""

    by: str
    side: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ResumeWriting:
    """The player of `side` must write after all: the suspension is taken back."""

    by: str
    side: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Describe:
    """Changes what is known of this game, or of the next one before it begins: players, event, round."""

    by: str
    about: About
    because: str = ""
    was: Mapping[str, str] = field(default_factory=dict)
    """The values of tags as whoever said it saw them; where one is another by now, nothing is done (`record.decisions.known_before`)."""


@dataclass(frozen=True, slots=True)
class PrepareGame:
    """Sets what is known of a game that has not begun, and its time control in the form of `clock.control.parse_control`.

    `game` is the folder of that game: the one that the board waits for, or the one that follows on a game that goes on.
    """

    by: str
    game: str
    about: About
    time_control: str | None = None
    """None leaves it as it is."""
    was: Mapping[str, str] = field(default_factory=dict)
    """As of `Describe`, and under TIME_CONTROL the time control."""


@dataclass(frozen=True, slots=True)
class EnterMove:
    """The players enter the move of press `seq`; `start` is the position on which they entered it."""

    seq: int
    origin: int
    target: int
    captured: tuple[int, ...]
    start: str
    by: str = PLAYERS


@dataclass(frozen=True, slots=True)
class PlayerSays:
    """The player of `side` says something; `said` is a value of `record.events.of_players.Said`."""

    side: str
    said: str


@dataclass(frozen=True, slots=True)
class FindBoard:
    """Asks for a new search for the board; the answer comes after the search. The game does not change.

    `corners_px` are the outer corners of the playing area (x, y in pixels), where a person clicked them in the camera's picture, each off
    by at most half a square: White's lower left first, counter-clockwise as seen by White.
    """

    by: str
    corners_px: tuple[tuple[float, float], ...] | None = None


OfWriting = SuspendWriting | ResumeWriting
ArbitersWord = (
    Decision | StartClock | StopClock | SetTimes | AddTimes | EnterPaper | CloseGame | Describe | PrepareGame | SeeAlert | Undo | OfWriting
)
PlayersWord = EnterMove | PlayerSays
AnyWord = ArbitersWord | PlayersWord
KINDS: dict[str, type[Any]] = {kind.__name__: kind for kind in (*get_args(AnyWord), FindBoard)}


class WordFault(Phrase):
    """Why a word cannot be read."""

    UNKNOWN_WORD = "this version knows no such word: {why}"


class WordError(DamcamError, ValueError):
    """A word that this version cannot read."""


def encoded(word: AnyWord | FindBoard) -> tuple[str, str]:
    """The word's kind and its fields as JSON; `decoded` is its inverse."""
    told = asdict(word)
    if isinstance(word, Describe | PrepareGame):
        told["about"] = word.about.flat
    return type(word).__name__, json.dumps(told, ensure_ascii=False)


def decoded(kind: str, text: str) -> AnyWord | FindBoard:
    """The word of that kind and JSON; WordError when this version knows no such word."""
    try:
        fields = {name: _in_tuples(value) for name, value in json.loads(text).items()}
        if "about" in fields:
            fields["about"] = About.of(fields["about"])
        word: AnyWord | FindBoard = KINDS[kind](**fields)
    except (KeyError, TypeError, AttributeError, ValueError, RecursionError) as error:
        raise WordError(WordFault.UNKNOWN_WORD.said(why=sentence_of(error))) from error
    return word


def _in_tuples(value: Any) -> Any:
    """The value with its lists, as JSON has them, turned into tuples."""
    return tuple(map(_in_tuples, value)) if isinstance(value, list) else value
