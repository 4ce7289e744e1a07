"""What people decide while a game is recorded: any process puts it in, and the board's loop takes it up, in order, and answers.

A word is taken up once at most: where the power goes in that very moment it is lost, and whoever said it sees that it was not answered.
"""

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self, get_args

from record.decisions.arbitration import Decision
from record.events.about import About
from record.events.of_players import PLAYERS
from record.store.journal import BUSY_S, Journal, JournalError
from record.store.schema import WITH_INBOX
from record.telling.sentences import as_json, sentence_in
from rules.errors import Phrase, Sentence


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
    """The arbiter sets what both clocks show, and the moves counted of White and of Black where he says so."""

    white_ns: int
    black_ns: int
    by: str
    reason: str = ""
    moves: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class AddTimes:
    """The arbiter adds so much to what the clocks show, or takes it off where it is less than nought."""

    white_ns: int
    black_ns: int
    by: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class EnterPaper:
    """The moves that were noted on paper, as `paper_entry.read_paper` reads them, and the result where it does not stand there."""

    text: str
    by: str
    result: str | None = None
    lang: str = "en"


@dataclass(frozen=True, slots=True)
class CloseGame:
    """The recording of this game ends once all presses are read; the next game begins when its start position stands on the board."""

    by: str


@dataclass(frozen=True, slots=True)
class SeeAlert:
    """The arbiter has seen the alert, named as in `record.events.of_record.AlertSeen`, and rules nothing."""

    by: str
    alert: str


@dataclass(frozen=True, slots=True)
class Describe:
    """What is known of this game, or of the one that is to begin, is told anew: players, event, round."""

    by: str
    about: About


@dataclass(frozen=True, slots=True)
class EnterMove:
    """The players enter what was played at press `seq`, as they say it; `start` is the position that they entered it on."""

    seq: int
    origin: int
    target: int
    captured: tuple[int, ...]
    start: str
    by: str = PLAYERS


@dataclass(frozen=True, slots=True)
class PlayerSays:
    """The player of that side says one of `record.events.of_players.Said`."""

    side: str
    said: str


@dataclass(frozen=True, slots=True)
class FindBoard:
    """The board is to be looked for, though it may be seen; it is answered once that is done. Nothing of the game is changed by it.

    `corners_px` are the outer corners of the playing area where somebody clicked them in the camera's picture, each off by half a square
    at most: White's lower left first, counter-clockwise seen by White.
    """

    by: str
    corners_px: tuple[tuple[float, float], ...] | None = None


ArbitersWord = Decision | StartClock | StopClock | SetTimes | AddTimes | EnterPaper | CloseGame | Describe | SeeAlert
PlayersWord = EnterMove | PlayerSays
AnyWord = ArbitersWord | PlayersWord
KINDS: dict[str, type[Any]] = {kind.__name__: kind for kind in (*get_args(AnyWord), FindBoard)}
TAKEN, WITHDRAWN = "taken", "withdrawn"
OBEYED = "obeyed"

Became = str | Sentence
"""What became of a word: `OBEYED`, or why it was not done."""


class InboxFault(Phrase):
    """Why an inbox does not take a word or an answer."""

    UNKNOWN_WORD = "this version knows no such word: {why}"
    NOT_OPENED = "{journal} cannot be opened: {why}"
    NOT_USED = "the inbox of {journal} cannot be used: {why}"


class Inbox:
    """The inbox of the game in that journal; JournalError when it cannot be had, or written to. A context manager."""

    def __init__(self, journal: Path) -> None:
        with Journal.reader(journal) as reader:
            is_older = reader.version < WITH_INBOX
        if is_older:
            Journal.open(journal).close()  # which gives it its tables
        self.path = journal
        try:
            uri = f"{journal.absolute().as_uri()}?mode=rw"
            self._connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=BUSY_S)
        except sqlite3.Error as error:
            raise JournalError(InboxFault.NOT_OPENED.said(journal=str(journal), why=str(error))) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def put(self, word: AnyWord | FindBoard) -> int:
        """Put a word in; its number, to ask for the answer with."""
        told = asdict(word) | ({"about": word.about.flat} if isinstance(word, Describe) else {})
        row = type(word).__name__, json.dumps(told, ensure_ascii=False)
        return int(self._do("INSERT INTO inbox (kind, json) VALUES (?, ?) RETURNING id", *row)[0][0])

    @property
    def last(self) -> int:
        """The number of the last word that was put in; 0 when there is none."""
        return int(self._do("SELECT coalesce(max(id), 0) FROM inbox")[0][0])

    def take(self) -> Iterator[tuple[int, AnyWord | FindBoard]]:
        """The words that nobody has taken up, in their order; from then on they are."""
        for number, kind, text in self._do("SELECT id, kind, json FROM inbox WHERE answer IS NULL ORDER BY id"):
            self._note(number, TAKEN)
            fields = {name: _in_tuples(value) for name, value in json.loads(text).items()}
            try:
                if "about" in fields:
                    fields["about"] = About.of(fields["about"])
                yield number, KINDS[kind](**fields)
            except (KeyError, TypeError) as error:
                self.answer(number, InboxFault.UNKNOWN_WORD.said(why=str(error)))

    def answer(self, number: int, became: Became) -> None:
        """Say what became of a word."""
        self._note(number, json.dumps(as_json(became), ensure_ascii=False) if isinstance(became, Sentence) else became)

    def answered(self, number: int) -> Became | None:
        """What became of a word; None while it waits or is being taken up. The versions before wrote why not as an English text."""
        answer = self._do("SELECT answer FROM inbox WHERE id = ?", number)[0][0]
        if answer in (None, TAKEN, OBEYED):
            return OBEYED if answer == OBEYED else None
        return _sentence_in(str(answer))

    def withdraw(self, number: int) -> bool:
        """Take a word back; whether nobody had taken it up."""
        return bool(self._do("UPDATE inbox SET answer = ? WHERE id = ? AND answer IS NULL RETURNING id", WITHDRAWN, number))

    def close(self) -> None:
        self._connection.close()

    def _note(self, number: int, text: str) -> None:
        self._do("UPDATE inbox SET answer = ? WHERE id = ?", text, number)

    def _do(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            return self._connection.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise JournalError(InboxFault.NOT_USED.said(journal=str(self.path), why=str(error))) from error


def _sentence_in(answer: str) -> Sentence:
    try:
        return sentence_in(json.loads(answer))
    except ValueError:
        return Sentence.plain(answer)


def _in_tuples(value: Any) -> Any:
    """What JSON has as lists, which are tuples in the words."""
    return tuple(map(_in_tuples, value)) if isinstance(value, list) else value
