"""The inbox of a game: any process puts in the words (decisions) of people, and the board's loop takes them in order and answers.

A word is taken at most once. A power cut at that very moment loses it, and the person who gave it sees no answer.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self, get_args

from record.decisions.arbitration import Decision
from record.events.about import About
from record.events.of_players import PLAYERS
from record.store.inbox_file import connected_inbox
from record.store.journal import Journal, JournalError
from record.telling.sentences import as_json, sentence_in
from rules.errors import DamcamError, Phrase, Sentence, sentence_of


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
TAKEN, WITHDRAWN = "taken", "withdrawn"
OBEYED = "obeyed"

Became = str | Sentence
"""The outcome of a word: `OBEYED`, or why it was refused."""


class InboxFault(Phrase):
    """Why an inbox cannot take a word or an answer."""

    UNKNOWN_WORD = "this version knows no such word: {why}"
    NOT_USED = "the inbox of {journal} cannot be used: {why}"


class WordError(DamcamError, ValueError):
    """A word that this version cannot read."""


def encoded(word: AnyWord | FindBoard) -> tuple[str, str]:
    """The word's kind and its fields as JSON; `decoded` is its inverse."""
    told = asdict(word) | ({"about": word.about.flat} if isinstance(word, Describe | PrepareGame) else {})
    return type(word).__name__, json.dumps(told, ensure_ascii=False)


def decoded(kind: str, text: str) -> AnyWord | FindBoard:
    """The word of that kind and JSON; WordError when this version knows no such word."""
    try:
        fields = {name: _in_tuples(value) for name, value in json.loads(text).items()}
        if "about" in fields:
            fields["about"] = About.of(fields["about"])
        word: AnyWord | FindBoard = KINDS[kind](**fields)
    except (KeyError, TypeError, AttributeError, ValueError, RecursionError) as error:
        raise WordError(InboxFault.UNKNOWN_WORD.said(why=sentence_of(error))) from error
    return word


class Inbox:
    """The inbox of the game with that journal, a context manager.

    JournalError when it cannot be opened or written to, or the journal has lost its end.
    """

    def __init__(self, journal: Path) -> None:
        with Journal.reader(journal) as reader:  # an inbox belongs to a journal
            reader.refuse_cut_off()
        self.path = journal
        try:
            self._connection = connected_inbox(journal)
        except (sqlite3.Error, OSError) as error:
            raise JournalError(InboxFault.NOT_USED.said(journal=str(journal), why=sentence_of(error))) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def put(self, word: AnyWord | FindBoard, upon: int | None = None) -> int:
        """Puts a word in, and returns its number, with which to ask for the answer. `upon` as in `record.decisions.ruled_upon`."""
        with self._whole():
            return self._put_in(*encoded(word), upon)

    def upon(self, number: int) -> int | None:
        """The row that the word of that number was made upon; None where it was not told."""
        found = self._do("SELECT row FROM upon WHERE number = ?", number)
        return int(found[0][0]) if found else None

    def listed(self, after: int) -> list[tuple[int, str, str, str | None]]:
        """The words after that number, as they stand: number, kind, JSON and answer."""
        return [tuple(row) for row in self._do("SELECT id, kind, json, answer FROM inbox WHERE id > ? ORDER BY id", after)]

    @property
    def last(self) -> int:
        """The number of the last word that was put in; 0 when there is none."""
        return int(self._do("SELECT coalesce(max(id), 0) FROM inbox")[0][0])

    def take(self) -> Iterator[tuple[int, AnyWord | FindBoard]]:
        """The words that were not taken before, in order; each is marked as taken before it is yielded."""
        for number, kind, text in self._do("SELECT id, kind, json FROM inbox WHERE answer IS NULL ORDER BY id"):
            self._note(number, TAKEN)
            try:
                word = decoded(kind, text)
            except WordError as error:
                self.answer(number, error.sentence)
                continue
            yield number, word

    def answer(self, number: int, became: Became) -> None:
        """Writes the outcome of a word."""
        self._note(number, json.dumps(as_json(became), ensure_ascii=False) if isinstance(became, Sentence) else became)

    def answered(self, number: int) -> Became | None:
        """The outcome of a word; None while it waits or is being carried out. Older versions wrote a refusal as an English text."""
        answer = self._do("SELECT answer FROM inbox WHERE id = ?", number)[0][0]
        if answer in (None, TAKEN, OBEYED):
            return OBEYED if answer == OBEYED else None
        return _sentence_in(str(answer))

    def withdraw(self, number: int) -> bool:
        """Withdraws a word; False where it was taken already."""
        return bool(self._do("UPDATE inbox SET answer = ? WHERE id = ? AND answer IS NULL RETURNING id", WITHDRAWN, number))

    def close(self) -> None:
        self._connection.close()

    def _put_in(self, kind: str, text: str, upon: int | None) -> int:
        number = int(self._do("INSERT INTO inbox (kind, json) VALUES (?, ?) RETURNING id", kind, text)[0][0])
        if upon is not None:
            self._do("INSERT OR REPLACE INTO upon VALUES (?, ?)", number, upon)
        return number

    def _note(self, number: int, text: str) -> None:
        self._do("UPDATE inbox SET answer = ? WHERE id = ?", text, number)

    def _do(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            return self._connection.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise JournalError(InboxFault.NOT_USED.said(journal=str(self.path), why=str(error))) from error

    @contextmanager
    def _whole(self) -> Iterator[None]:
        """A context whose statements are done all or none."""
        self._do("BEGIN IMMEDIATE")
        try:
            yield
            self._do("COMMIT")
        except BaseException:
            try:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
            except sqlite3.Error as error:
                raise JournalError(InboxFault.NOT_USED.said(journal=str(self.path), why=str(error))) from error
            raise


def _sentence_in(answer: str) -> Sentence:
    try:
        return sentence_in(json.loads(answer))
    except (ValueError, RecursionError):
        return Sentence.plain(answer)


def _in_tuples(value: Any) -> Any:
    """The value with its lists, as JSON has them, turned into tuples."""
    return tuple(map(_in_tuples, value)) if isinstance(value, list) else value
