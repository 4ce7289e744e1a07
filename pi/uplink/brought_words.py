"""Brings words of the hub into the inbox of the game, each at most once, and answers what became of them.

A word is put in only while it lives, and is withdrawn once it does not: the inbox itself decides whether the service took it up before.
Where this process is dead by then, the service sees by itself that the word's life is over.
What the hub is told is what stands on this disk, so a repeated word, or a repeated question, gets the same answer.
"""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from hub.boards.handing import NotTaken
from hub.wire.downward import WordGiven
from hub.wire.upward import AnswerTold
from pi.uplink.beat import Beat
from pi.uplink.uplink_says import UplinkSays
from record.decisions.carried_words import CarriedInbox, CarriedWord
from record.decisions.inbox import OBEYED, WITHDRAWN, Became
from record.decisions.ruled_upon import RULINGS, RuledUpon, last_ruling
from record.store.folder import GAMES, JOURNAL_NAME
from record.store.journal_rows import JournalRows

MS = 1_000_000
ANSWERED_WITHIN_NS = 30_000_000_000
"""How long the service may take to carry out a word that it took up; a search for the board takes longest."""


class BroughtWords:
    """The inboxes of the board with that state folder. `send` sends an answer to the hub."""

    def __init__(self, state: Path, beat: Beat, send: Callable[[AnswerTold], bool]) -> None:
        self._games, self._beat, self._send = state / GAMES, beat, send
        self._inboxes: dict[str, CarriedInbox] = {}
        self._until: dict[str, int] = {}
        """When each word ends that was put in and not taken up, by this machine's monotonic clock."""
        self._asked: dict[str, tuple[str, int]] = {}
        """The words whose answer the hub has not heard from this process: the game of each, and when it came first."""

    @property
    def are_asked(self) -> bool:
        """Whether the hub waits for what becomes of a word."""
        return bool(self._asked)

    def take(self, given: WordGiven, newest: str, machine: str, now_ns: int) -> None:
        """Take a word, or the question what became of it; `newest` is the game that is played. LogError where the disk fails."""
        if not (self._games / given.game / JOURNAL_NAME).exists():
            self._send(AnswerTold(machine, given.word, WITHDRAWN))  # no inbox could ever take it
            return
        inbox = self._inbox(given.game)
        if not inbox.is_known(given.word):
            until_ns = self._ends_ns(given)
            why = self._refused(given, newest) if until_ns is not None and now_ns < until_ns else WITHDRAWN
            if why is not None or until_ns is None:
                inbox.refuse(given.word, why or WITHDRAWN)
            else:
                self._until[given.word] = until_ns
                inbox.bring(CarriedWord(given.word, 0, given.kind, given.json), given.row, until_ns)
        self._asked.setdefault(given.word, (given.game, now_ns))

    def look(self, machine: str, now_ns: int) -> None:
        """Withdraw what was not taken up in time, and answer what is decided. LogError where the disk fails."""
        for game in {game for game, _ in self._asked.values()}:
            inbox = self._inbox(game)
            for word, number in inbox.brought().items():
                if now_ns >= self._until.get(word, 0):
                    inbox.withdraw(number)
        for word, (game, since_ns) in list(self._asked.items()):
            became = self._inboxes[game].became(word)
            if became is None and now_ns - since_ns > ANSWERED_WITHIN_NS:
                became = NotTaken.NO_ANSWER.said()
            row = self._last_row(game) if became == OBEYED else 0
            if became is not None and self._send(AnswerTold(machine, word, became, row)):
                del self._asked[word]  # where the answer is lost, the hub asks again
                self._until.pop(word, None)

    def begin(self) -> None:
        """Withdraw what an earlier uplink put in and the service did not take up: nobody knows any more when it ends."""
        with suppress(OSError):
            for folder in sorted(self._games.iterdir())[-2:]:
                if (folder / JOURNAL_NAME).exists() and (folder / "journal-inbox.sqlite").exists():
                    inbox = self._inbox(folder.name)
                    for number in inbox.brought().values():
                        inbox.withdraw(number)

    def close(self) -> None:
        for inbox in self._inboxes.values():
            inbox.close()
        self._inboxes.clear()

    def _ends_ns(self, given: WordGiven) -> int | None:
        """When the word ends by this machine's clock, at the latest: the hub heard the pulse no sooner than it was sent."""
        sent_ns = self._beat.sent_ns(given.boot, given.pulse)
        return None if sent_ns is None else sent_ns + (given.since_ms + given.left_ms) * MS

    def _refused(self, given: WordGiven, newest: str) -> Became | None:
        """Why the word is not put in; None where it may be."""
        if given.game != newest:
            return UplinkSays.OTHER_GAME.said()
        if given.kind in RULINGS and self._ruled_after(given.game, given.row):
            return RuledUpon.RULED_MEANWHILE.said()
        return None

    def _ruled_after(self, game: str, row_id: int) -> bool:
        """Whether somebody ruled in a row after that one, as far as it is on disk: the service looks again when it takes the word up."""
        with JournalRows(self._games / game / JOURNAL_NAME) as rows:
            return rows.checksum(row_id) is None or last_ruling(rows) > row_id

    def _last_row(self, game: str) -> int:
        with JournalRows(self._games / game / JOURNAL_NAME) as rows:
            return rows.last_id

    def _inbox(self, game: str) -> CarriedInbox:
        """The inbox of that game; LogError. One that is damaged is opened anew once the service has set it aside."""
        if game not in self._inboxes:
            self._inboxes[game] = CarriedInbox(self._games / game / JOURNAL_NAME)
        return self._inboxes[game]
