"""The inbox of a game: any process puts in the words (decisions) of people, and the board's loop takes them in order and answers.

A word is taken at most once. A power cut at that very moment loses it, and the person who gave it sees no answer.
"""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from record.decisions.words import AnyWord, FindBoard, WordError, decoded, encoded
from record.log.errors import LogError
from record.store.inbox_file import connected_inbox
from record.store.journal import Journal
from record.telling.sentences import as_json, sentence_in
from rules.errors import Phrase, Sentence, sentence_of

TAKEN, WITHDRAWN = "taken", "withdrawn"
OBEYED = "obeyed"

Became = str | Sentence
"""The outcome of a word: `OBEYED`, or why it was refused."""


class InboxFault(Phrase):
    """Why an inbox cannot take a word or an answer."""

    NOT_USED = "the inbox of {journal} cannot be used: {why}"


class Inbox:
    """The inbox of the game with that journal, a context manager.

    LogError when it cannot be opened or written to, or the journal has lost its end.
    """

    def __init__(self, journal: Path) -> None:
        with Journal.reader(journal) as reader:  # an inbox belongs to a journal
            _ = reader.last
        self.path = journal
        try:
            self._connection = connected_inbox(journal)
        except (sqlite3.Error, OSError) as error:
            raise LogError(InboxFault.NOT_USED.said(journal=str(journal), why=sentence_of(error))) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def put(self, word: AnyWord | FindBoard, upon: int | None = None, until_ns: int | None = None) -> int:
        """Puts a word in, and returns its number, with which to ask for the answer. `upon` as in `record.decisions.ruled_upon`.

        From `until_ns` on, by this machine's monotonic clock, nobody takes it up, also where whoever put it in cannot withdraw it.
        """
        with self._whole():
            return self._put_in(*encoded(word), upon, until_ns)

    def upon(self, number: int) -> int | None:
        """The row that the word of that number was made upon; None where it was not told."""
        found = self._do("SELECT row FROM upon WHERE number = ?", number)
        return int(found[0][0]) if found else None

    def until_ns(self, number: int) -> int | None:
        """When the life of the word of that number ends; None where that was not told."""
        found = self._do("SELECT until_ns FROM ends WHERE number = ?", number)
        return int(found[0][0]) if found else None

    def listed(self, after: int) -> list[tuple[int, str, str, str | None]]:
        """The words after that number, as they stand: number, kind, JSON and answer."""
        return [tuple(row) for row in self._do("SELECT id, kind, json, answer FROM inbox WHERE id > ? ORDER BY id", after)]

    @property
    def last(self) -> int:
        """The number of the last word that was put in; 0 when there is none."""
        return int(self._do("SELECT coalesce(max(id), 0) FROM inbox")[0][0])

    def take(self, now_ns: Callable[[], int] | None = None) -> Iterator[tuple[int, AnyWord | FindBoard]]:
        """The words that were not taken before, in order; each is marked as taken before it is yielded.

        One that is withdrawn while those before it are obeyed is left out, and by the monotonic clock `now_ns` one whose life is over.
        """
        for number, kind, text in self._do("SELECT id, kind, json FROM inbox WHERE answer IS NULL ORDER BY id"):
            until_ns = self.until_ns(number)
            if now_ns and until_ns is not None and now_ns() >= until_ns:
                self.withdraw(number)
                continue
            if not self._do("UPDATE inbox SET answer = ? WHERE id = ? AND answer IS NULL RETURNING id", TAKEN, number):
                continue
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
        """The outcome of a word; None while it waits or is being carried out."""
        answer = self._do("SELECT answer FROM inbox WHERE id = ?", number)[0][0]
        if answer in (None, TAKEN, OBEYED):
            return OBEYED if answer == OBEYED else None
        return _sentence_in(str(answer))

    def withdraw(self, number: int) -> bool:
        """Withdraws a word; False where it was taken already."""
        return bool(self._do("UPDATE inbox SET answer = ? WHERE id = ? AND answer IS NULL RETURNING id", WITHDRAWN, number))

    def close(self) -> None:
        self._connection.close()

    def _put_in(self, kind: str, text: str, upon: int | None, until_ns: int | None) -> int:
        number = int(self._do("INSERT INTO inbox (kind, json) VALUES (?, ?) RETURNING id", kind, text)[0][0])
        if upon is not None:
            self._do("INSERT OR REPLACE INTO upon VALUES (?, ?)", number, upon)
        if until_ns is not None:
            self._do("INSERT OR REPLACE INTO ends VALUES (?, ?)", number, until_ns)
        return number

    def _note(self, number: int, text: str) -> None:
        self._do("UPDATE inbox SET answer = ? WHERE id = ?", text, number)

    def _do(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            return self._connection.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise LogError(InboxFault.NOT_USED.said(journal=str(self.path), why=str(error))) from error

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
                raise LogError(InboxFault.NOT_USED.said(journal=str(self.path), why=str(error))) from error
            raise


def _sentence_in(answer: str) -> Sentence:
    try:
        return sentence_in(json.loads(answer))
    except (ValueError, RecursionError):
        return Sentence.plain(answer)
