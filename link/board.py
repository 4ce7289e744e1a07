"""What a board sends to its hub of the logs of its games: each from the last row that the hub has on disk, the newest game first.

    rows = SentRows(state / GAMES, machine, send, say)
    rows.acknowledge("0001", LastRow(17, checksum), now_ns)  # as the hub says
    rows.work(rows.games(), now_ns)                          # sends row 18 and those after it

What the hub has is known from its acknowledgements alone. Whatever was lost on the way, by whomever, is therefore one case: where the last
row of the hub does not advance for a while, the rows after it are sent again. A log is read as far as its tail names it, so that the hub is
never ahead of the disk here.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path

from link.log_ends import LogEnds
from link.messages import MessageError
from link.wire import MAX_ROWS, Rows
from record.log.errors import LogDamaged, LogError, RowsDiffer
from record.log.lines import Row
from record.log.reading import LogReader
from record.store.folder import JOURNAL_NAME, numbered
from record.store.journal_rows import LastRow, raw_row
from rules.errors import Sentence, _

MESSAGE_BYTES = 200_000
"""Bytes of rows in one message: what surrounds them fits in too."""
WINDOW = 4
"""Messages of one game that may be on their way."""
AGAIN_AFTER_NS, MAX_AGAIN_NS = 3_000_000_000, 60_000_000_000
"""How long the last row of the hub may stay until rows are sent again; each time that it has stayed, twice as long."""
DAMAGED_AGAIN_NS = 1_000_000_000
"""How often a damaged log is read again."""
LOOKS_BACK_EVERY_NS, LOOKS_BACK_AT = 1_000_000_000, 20
"""How often it is looked whether earlier games have grown, as when their pictures are deleted, and at how many of them each time."""
_AROUND = 120
"""Bytes of a row in a message beside its event."""


class _SentGame:
    """How far the log of a game is sent, from the last row that the hub has."""

    def __init__(self, journal: Path, acknowledged: LastRow, now_ns: int) -> None:
        self._journal, self.acknowledged = journal, acknowledged
        self.last_sent = acknowledged
        self.ends: list[int] = []
        """The last row of each message on its way."""
        self.moved_ns, self.again_ns = now_ns, AGAIN_AFTER_NS
        """When the hub's last row advanced, or rows were sent again; and after how long from then they are sent again."""
        self.other: LastRow | None = None
        """The hub's last row, where this log has it not. The rows are sent as those of another log until the hub has some of them."""
        self.is_halted = False
        """Whether the rest cannot be sent."""
        self.waits_until_ns = now_ns
        self._reader: LogReader | None = None
        self._ahead: list[Row] = []
        """Rows that were read, and are still to be sent."""

    @property
    def is_open(self) -> bool:
        """Whether the log was read as far as the hub has it, and is sound so far."""
        return self._reader is not None

    def rewind(self) -> None:
        """Read on after the last row that the hub has, from the log that is there now."""
        if self._reader:
            self._reader.close()
        self._reader, self._ahead = None, []
        self.last_sent, self.ends = self.acknowledged, []

    def batch(self) -> list[Row]:
        """The rows of the next message. LogDamaged, RowsDiffer where the log has not the hub's last row; other LogErrors."""
        is_new = self._reader is None
        try:
            self._reader = self._reader or LogReader(self._journal, *self.acknowledged)
            return self._cut(chain(self._ahead, self._reader.rows()))
        except LogDamaged:
            self.rewind()
            if is_new:
                raise
        return self.batch()  # another file may lie there now, as after a salvage

    def put_back(self, rows: list[Row]) -> None:
        """Have these rows sent the next time."""
        self._ahead = rows + self._ahead

    def _cut(self, rows: Iterator[Row]) -> list[Row]:
        """The first rows that fit in one message; the first one in any case."""
        cut, size = list[Row](), 0
        for row in rows:
            size += len(row.event) + row.event.count(b'"') + row.event.count(b"\\") + _AROUND
            if cut and (size > MESSAGE_BYTES or len(cut) == MAX_ROWS):
                self._ahead = [row]
                return cut
            cut.append(row)
        self._ahead = []
        return cut


class SentRows:
    """The games in the folder `games` of a board.

    `send` sends a message, and says whether it was sent; MessageError for one that is too long. `say` gets what hinders it. Times are of
    the monotonic clock (ns).
    """

    def __init__(self, games: Path, machine: str, send: Callable[[Rows], bool], say: Callable[[Sentence], object]) -> None:
        self._games, self._machine, self._send, self._say = games, machine, send, say
        self._ends = LogEnds(games)
        self._sent: dict[str, _SentGame] = {}
        self._listed: tuple[int, list[str]] = (0, [])
        self._lacking: set[str] = set()
        """Games of which the hub has not all, as far as is known."""
        self._looked_ns, self._next = 0, 0

    def close(self) -> None:
        """Close all files, and forget what the hub has."""
        for sent in self._sent.values():
            sent.rewind()
        self._sent.clear()
        self._lacking.clear()

    def games(self) -> list[str]:
        """The games that have a log, the newest first."""
        try:
            made_ns = self._games.stat().st_mtime_ns
            if made_ns != self._listed[0]:
                folders = numbered(self._games)[::-1]
                there = [folder.name for folder in folders if (folder / JOURNAL_NAME).exists()]
                is_begun = there[:1] == [folder.name for folder in folders[:1]]
                self._listed = (made_ns if is_begun else 0), there
        except OSError:
            return []
        return self._listed[1]

    def end(self, game: str) -> LastRow:
        """The last row of that game on disk, as `LogEnds.end`; LogError."""
        return self._ends.end(game)

    def lacks(self, game: str) -> bool:
        """Whether it is unknown how far the hub has that game."""
        return game not in self._sent

    def hub_row(self, game: str) -> int:
        """The last row that the hub has of that game; 0 where that is not known."""
        sent = self._sent.get(game)
        return (sent.other or sent.acknowledged).row_id if sent else 0

    def acknowledge(self, game: str, last: LastRow, now_ns: int) -> None:
        """Take over how far the hub has that game; LogError."""
        sent = self._sent.get(game)
        if sent is None:
            sent = self._sent[game] = _SentGame(self._games / game / JOURNAL_NAME, last, now_ns)
        elif last != sent.other:
            sent.other, sent.is_halted = None, False
            known, sent.acknowledged = sent.acknowledged, last
            if last.row_id > known.row_id:
                sent.moved_ns, sent.again_ns = now_ns, AGAIN_AFTER_NS
                sent.ends = [end for end in sent.ends if end > last.row_id]
            if not sent.ends and last != sent.last_sent:  # the hub has lost rows, or has others
                sent.rewind()
        if last != self.end(game):
            self._lacking.add(game)
        else:
            self._lacking.discard(game)

    def work(self, games: list[str], now_ns: int) -> None:
        """Send what may be sent now of these games: of the newest, which is the first, and of one earlier once the hub has all of that.

        LogDamaged for a damaged log; other LogErrors.
        """
        if games and self._forward(games[0], now_ns):
            self._look_back(games[1:], now_ns)
            lacking = next((game for game in games[1:] if game in self._lacking), None)
            if lacking and self._forward(lacking, now_ns):
                self._lacking.discard(lacking)
                self._sent[lacking].rewind()

    def _forward(self, game: str, now_ns: int) -> bool:
        """Send of that game what the window has room for; whether the hub has all of it, or the rest cannot be sent."""
        sent = self._sent.get(game)
        if sent is None or now_ns < sent.waits_until_ns:
            return False
        if sent.is_halted:
            return True
        if sent.ends and now_ns - sent.moved_ns >= sent.again_ns:
            sent.rewind()
            sent.moved_ns, sent.again_ns = now_ns, min(2 * sent.again_ns, MAX_AGAIN_NS)
        if sent.is_open and sent.acknowledged == self.end(game):
            return True
        try:
            while len(sent.ends) < WINDOW and (rows := sent.batch()) and self._post(game, sent, rows):
                if not sent.ends:
                    sent.moved_ns = now_ns
                sent.last_sent = LastRow(rows[-1].row, rows[-1].checksum)
                sent.ends.append(sent.last_sent.row_id)
        except RowsDiffer:
            self._differs(game, sent)
        except LogDamaged:
            sent.waits_until_ns = now_ns + DAMAGED_AGAIN_NS
            self._lacking.discard(game)
            self._ends.verified(game)
            raise
        return sent.is_halted

    def _post(self, game: str, sent: _SentGame, rows: list[Row]) -> bool:
        """Send a message with these rows; whether it was sent."""
        journal = self._games / game / JOURNAL_NAME
        try:
            if self._send(Rows(self._machine, game, tuple(raw_row(row, journal) for row in rows), sent.other)):
                return True
        except MessageError:
            sent.is_halted = True
            text = _("row {row} of game {game} is too long for the wire: the hub gets nothing of this game after it")
            self._say(Sentence("", text, {"row": rows[0].row, "game": game}))
        sent.put_back(rows)
        return False

    def _differs(self, game: str, sent: _SentGame) -> None:
        """The hub has another log: send this one from its beginning, which the hub keeps apart from the other one, and say so."""
        sent.other, sent.acknowledged = sent.acknowledged, LastRow(0, b"")
        sent.rewind()
        text = _("the hub has game {game} otherwise than this board: its row {row} is another, and it begins this game anew")
        self._say(Sentence("", text, {"game": game, "row": sent.other.row_id}))

    def _look_back(self, earlier: list[str], now_ns: int) -> None:
        """See whether some earlier games have grown; in turn, so that a thousand games cost no time."""
        if not earlier or now_ns - self._looked_ns < LOOKS_BACK_EVERY_NS:
            return
        self._looked_ns = now_ns
        for game in (earlier[self._next :] + earlier[: self._next])[:LOOKS_BACK_AT]:
            with suppress(LogError):
                if (sent := self._sent.get(game)) and not sent.is_halted and sent.acknowledged != self.end(game):
                    self._lacking.add(game)
        self._next = (self._next + LOOKS_BACK_AT) % len(earlier)
