"""Words that travel from one inbox to another: taken from the hub's as they stand, and put into the board's at most once.

Each has an id that no other word has. It stands in the same file as the inbox, so that a word is taken or put in with its id, or neither,
whenever the power fails.
"""

import json
from pathlib import Path
from typing import NamedTuple

from record.decisions.inbox import OBEYED, TAKEN, WITHDRAWN, Became, Inbox
from record.log.errors import LogError
from record.telling.sentences import as_json, sentence_in
from rules.errors import Sentence

_TABLE = "CREATE TABLE IF NOT EXISTS carried (word TEXT PRIMARY KEY, number INTEGER, became TEXT) STRICT"
_NEVER = None
"""The number of a word that was not put in, and never will be."""


class CarriedWord(NamedTuple):
    """A word as it stands in an inbox."""

    word: str
    """The id."""
    number: int
    kind: str
    json: str


class CarriedInbox(Inbox):
    """An inbox whose words are carried elsewhere, or come from elsewhere; LogError as `Inbox`."""

    def __init__(self, journal: Path) -> None:
        super().__init__(journal)
        try:
            self._do(_TABLE)
        except LogError:
            self.close()
            raise

    # at the hub

    def waiting(self) -> list[int]:
        """The numbers of the words that nobody took, in order."""
        return [number for (number,) in self._do("SELECT id FROM inbox WHERE answer IS NULL ORDER BY id")]

    def take_away(self, number: int, word: str) -> CarriedWord | None:
        """Take a word that waits, under the id `word`; None where somebody has withdrawn it."""
        with self._whole():
            taken = self._do("UPDATE inbox SET answer = ? WHERE id = ? AND answer IS NULL RETURNING kind, json", TAKEN, number)
            if taken:
                self._do("INSERT INTO carried VALUES (?, ?, NULL)", word, number)
        return CarriedWord(word, number, *taken[0]) if taken else None

    def unanswered(self) -> list[CarriedWord]:
        """The words that were taken away, and whose answer has not come back."""
        query = "SELECT word, id, kind, json FROM carried JOIN inbox ON id = number WHERE answer = ? ORDER BY id"
        return [CarriedWord(*row) for row in self._do(query, TAKEN)]

    # at the board

    def bring(self, word: CarriedWord, upon: int | None = None, until_ns: int | None = None) -> None:
        """Put the word in, as `put`; nothing is done where one of that id was put in or refused before. Its `number` does not count."""
        with self._whole():
            if self._do("INSERT INTO carried VALUES (?, NULL, NULL) ON CONFLICT DO NOTHING RETURNING word", word.word):
                number = self._put_in(word.kind, word.json, upon, until_ns)
                self._do("UPDATE carried SET number = ? WHERE word = ?", number, word.word)

    def refuse(self, word: str, became: Became) -> None:
        """Note that the word is not put in, now or later; nothing is done where a word of that id was put in or refused before."""
        text = json.dumps(as_json(became), ensure_ascii=False) if isinstance(became, Sentence) else became
        self._do("INSERT INTO carried VALUES (?, NULL, ?) ON CONFLICT DO NOTHING", word, text)

    def is_known(self, word: str) -> bool:
        """Whether a word of that id was put in or refused."""
        return bool(self._do("SELECT 1 FROM carried WHERE word = ?", word))

    def brought(self) -> dict[str, int]:
        """The words that were put in and that the service has not taken up, with their numbers."""
        return dict(self._do("SELECT word, id FROM carried JOIN inbox ON id = number WHERE answer IS NULL"))

    def became(self, word: str) -> Became | None:
        """What became of a known word: `OBEYED`, `WITHDRAWN` or why it was refused; None while it waits or is being carried out."""
        found = self._do("SELECT number, became FROM carried WHERE word = ?", word)
        if not found:
            return None
        number, refused = found[0]
        answer = refused if number is _NEVER else self._do("SELECT answer FROM inbox WHERE id = ?", number)[0][0]
        if answer in (None, TAKEN):
            return None
        if answer in (OBEYED, WITHDRAWN):
            return str(answer)
        try:
            return sentence_in(json.loads(answer))
        except (ValueError, RecursionError):
            return Sentence.plain(answer)
