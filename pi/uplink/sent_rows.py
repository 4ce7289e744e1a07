"""Sends the rows of the games: each game from the last row that the hub has on disk, the newest game first, a window at a time.

What the hub has is known from its acknowledgements alone, which come at each pulse too. Whatever was lost on the way, by whomever, is
therefore one case: where the hub goes on saying that it has no more, the rows after that are sent again.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from link.messages import MessageError
from link.wire import Rows, wire_packet
from pi.uplink.uplink_says import UplinkSays
from record.events.of_record import RowsLost
from record.log.errors import LogDamaged
from record.log.reading import verify
from record.log.tail import tail_of
from record.store.folder import GAMES, JOURNAL_NAME, numbered
from record.store.journal_rows import JournalRows, LastRow, RawRow
from rules.errors import Sentence

MESSAGE_BYTES = 200_000
"""Bytes of rows in one message: what surrounds them fits in too."""
WINDOW = 4
"""Messages of one game that may be on their way."""
AGAIN_AFTER_NS = 3_000_000_000
"""When the hub says again, so long after the last progress, that it has no more, rows are sent again; each time it fails, twice as long."""
MAX_AGAIN_NS = 60_000_000_000
ROWS_LOST = RowsLost.__name__
LOOKS_BACK_EVERY_NS, LOOKS_BACK_AT = 1_000_000_000, 20
"""How often it is looked whether earlier games have grown, as when their pictures are deleted, and at how many of them each time."""
EVERY_NS = 100_000_000
"""How often a journal is read where nothing shows that it has changed."""
_AROUND = 120
"""Bytes of a row in a message, beside its kind and text."""

Stamp = tuple[tuple[int, int, int], ...]


class _Sent:
    """How far a game is sent."""

    def __init__(self, moved_ns: int) -> None:
        self.row, self.checksum = 0, b""
        """The last row that was sent, and its checksum."""
        self.acknowledged: int | None = None
        """The last row that the hub has; None until it has said so."""
        self.ends: list[int] = []
        """The last row of each message on its way."""
        self.moved_ns, self.again_ns = moved_ns, AGAIN_AFTER_NS
        """When something was last acknowledged anew, or sent again; and after how long from then rows are sent again."""
        self.stamp: Stamp = ()
        self.read_ns = 0
        self.halted = False
        """Whether the rest cannot be sent."""
        self.is_whole = False
        """Whether the hub had all of it when this was last looked at."""

    def back_to(self, row: int, checksum: bytes, now_ns: int) -> None:
        """Send again from after that row on; the next time after twice as long."""
        self.row, self.checksum, self.ends, self.stamp = row, checksum, [], ()
        self.moved_ns, self.again_ns = now_ns, min(2 * self.again_ns, MAX_AGAIN_NS)


class SentRows:
    """The games in the state folder `state`. `send` sends a message, and says whether it was sent; `say` gets what hinders it, once."""

    def __init__(self, state: Path, machine: str, send: Callable[[Rows], bool], say: Callable[[Sentence], None]) -> None:
        self._games, self._machine, self._send, self._say = state / GAMES, machine, send, say
        self._sent: dict[str, _Sent] = {}
        self._files: dict[str, tuple[str, ...]] = {}
        """The files of each game that change when a row is written."""
        self._listed: tuple[int, list[str]] = (0, [])
        self._there: set[str] = set()
        self._ends: dict[str, tuple[Stamp, LastRow]] = {}
        self._looked_ns, self._next = 0, 0
        self._newest: tuple[str, JournalRows, tuple[int, int]] | None = None

    def begin(self) -> None:
        """Begin anew: nothing is known of what the hub has."""
        self._sent.clear()

    def games(self) -> list[str]:
        """The games that have a journal, the newest first."""
        try:
            made_ns = os.stat(self._games).st_mtime_ns
            if made_ns != self._listed[0]:
                self._listed = made_ns, [folder.name for folder in numbered(self._games)][::-1]
                self._there.clear()
        except OSError:
            return []
        for game in self._listed[1]:
            if game not in self._there and (self._games / game / JOURNAL_NAME).exists():
                self._there.add(game)
        return [game for game in self._listed[1] if game in self._there]

    def end(self, game: str) -> LastRow:
        """The last row of that game, of a damaged journal the last sound one; LogError."""
        stamp = self._stamp(game)
        if (known := self._ends.get(game)) and known[0] == stamp and game != self._listed[1][0]:
            return known[1]
        try:
            with self._reading(game) as rows:
                end = rows.last
        except LogDamaged:
            sound = verify(self._games / game / JOURNAL_NAME).last
            end = LastRow(sound.row, sound.checksum)
        self._ends[game] = stamp, end
        return end

    def acknowledged(self, game: str, last: LastRow, now_ns: int) -> bool:
        """Take over how far the hub has that game; False where it has another one. LogError."""
        own: bytes | None
        row, own = last
        if self.end(game) != last:
            with self._reading(game) as rows:
                own = rows.checksum(row)
        sent = self._sent.setdefault(game, _Sent(now_ns - AGAIN_AFTER_NS))
        if own is None or own != last.checksum:
            self._differs(game, sent, row, now_ns)
            return False
        known = sent.acknowledged
        if known is None or row > known:
            sent.moved_ns, sent.again_ns = now_ns, AGAIN_AFTER_NS
        elif row < known:  # an old acknowledgement, or the hub has lost something
            sent.is_whole = False
        sent.acknowledged, sent.halted = row, False
        if known is None or row > sent.row or row < (known or 0):
            sent.row, sent.checksum, sent.ends = row, own, []
        sent.ends = [end for end in sent.ends if end > row]
        if row == known and sent.ends and now_ns - sent.moved_ns >= sent.again_ns:
            sent.back_to(row, own, now_ns)
        return True

    def _differs(self, game: str, sent: _Sent, row: int, now_ns: int) -> None:
        """The hub has another journal: send from where this one went on after it had lost its end, or nothing, and tell it."""
        with self._reading(game) as rows:
            losses = [one for one in rows.of_kind(ROWS_LOST) if one <= row]
            before = losses[-1] - 1 if losses else 0
            checksum = rows.checksum(before) if losses else None
        if checksum is None:
            if not sent.halted:
                self._say(UplinkSays.NOT_THE_HUBS.said(game=game, row=row))
            sent.halted = True
        elif now_ns - sent.moved_ns >= sent.again_ns:
            sent.acknowledged = before
            sent.back_to(before, checksum, now_ns)

    def lacks(self, game: str) -> bool:
        """Whether it is unknown how far the hub has that game."""
        return game not in self._sent

    def work(self, games: list[str], now_ns: int) -> None:
        """Send what may be sent now of these games: of the newest, which is the first, and of one earlier once the hub has all of that."""
        if not games:
            return
        newest = games[0]
        if self._forward(newest, now_ns):
            self._again(games[1:], now_ns)
            self._look_back(games[1:], now_ns)
            earlier = (game for game in games[1:] if game in self._sent and not self._sent[game].is_whole)
            if (lacking := next(earlier, None)) is not None:
                self._sent[lacking].is_whole = self._forward(lacking, now_ns)

    def _look_back(self, earlier: list[str], now_ns: int) -> None:
        """See whether some earlier games, which the hub had wholly, have grown; in turn, so that a thousand games cost no time."""
        if not earlier or now_ns - self._looked_ns < LOOKS_BACK_EVERY_NS:
            return
        self._looked_ns = now_ns
        for number in range(min(LOOKS_BACK_AT, len(earlier))):
            game = earlier[(self._next + number) % len(earlier)]
            sent = self._sent.get(game)
            if sent and sent.is_whole and self._stamp(game) != sent.stamp:
                sent.is_whole = False
        self._next = (self._next + LOOKS_BACK_AT) % len(earlier)

    def _again(self, earlier: list[str], now_ns: int) -> None:
        """Send again of earlier games what the hub does not acknowledge: its answers to pulses tell of the newest game alone."""
        for game in earlier:
            sent = self._sent.get(game)
            if sent and sent.ends and not sent.halted and now_ns - sent.moved_ns >= sent.again_ns:
                with self._reading(game) as rows:
                    checksum = rows.checksum(sent.acknowledged or 0)
                if checksum is not None:
                    sent.back_to(sent.acknowledged or 0, checksum, now_ns)

    def close(self) -> None:
        if self._newest:
            self._newest[1].__exit__(None, None, None)
            self._newest = None

    def _forward(self, game: str, now_ns: int) -> bool:
        """Send of that game what the window has room for; whether the hub has all of it, or the rest cannot be sent."""
        sent = self._sent.get(game)
        if sent is None or sent.acknowledged is None:
            return False
        if sent.halted:
            return True
        stamp = self._stamp(game)
        if stamp == sent.stamp and now_ns - sent.read_ns < EVERY_NS:
            return not sent.ends
        sent.stamp, sent.read_ns = stamp, now_ns
        while len(sent.ends) < WINDOW:
            if not self._send_more(game, sent, now_ns):
                break
        else:
            sent.stamp = ()  # there is more to send
        return not sent.ends and sent.row == sent.acknowledged

    def _send_more(self, game: str, sent: _Sent, now_ns: int) -> bool:
        with self._reading(game) as rows:
            lacking = list(_of_size(rows, sent.row, sent.checksum))
        if not lacking:
            return False
        message = Rows(self._machine, game, tuple(lacking))
        try:
            wire_packet(message)
        except MessageError:
            sent.halted = True
            self._say(UplinkSays.TOO_LONG.said(game=game, row=lacking[0].row_id))
            return False
        if not self._send(message):
            sent.stamp = ()
            return False
        if not sent.ends:
            sent.moved_ns = now_ns
        sent.row, sent.checksum = lacking[-1].row_id, lacking[-1].checksum
        sent.ends.append(sent.row)
        return True

    def _stamp(self, game: str) -> Stamp:
        """What changes when a row of that game is written."""
        if game not in self._files:
            journal = self._games / game / JOURNAL_NAME
            self._files[game] = str(journal), str(tail_of(journal))
        found = []
        for path in self._files[game]:
            try:
                about = os.stat(path)
            except OSError:
                continue
            found.append((about.st_ino, about.st_size, about.st_mtime_ns))
        return tuple(found)

    def _reading(self, game: str) -> "_Kept | JournalRows":
        """A context with the rows of that game; the newest game's journal stays open. LogError."""
        path = self._games / game / JOURNAL_NAME
        if game != next(iter(self.games()), None):
            return JournalRows(path)
        try:
            about = path.stat()
        except OSError:
            return JournalRows(path)
        file = about.st_dev, about.st_ino
        if self._newest is None or (self._newest[0], self._newest[2]) != (game, file):
            self.close()
            self._newest = game, JournalRows(path), file
        return _Kept(self._newest[1])


class _Kept:
    """A context that leaves the journal open."""

    def __init__(self, rows: JournalRows) -> None:
        self._rows = rows

    def __enter__(self) -> JournalRows:
        return self._rows

    def __exit__(self, *_error: object) -> None:
        """Nothing is closed."""


def _of_size(rows: JournalRows, row_id: int, checksum: bytes) -> Iterator[RawRow]:
    """The rows after that one that fit in one message; the first one in any case. LogError."""
    size = 0
    while found := rows.after(row_id, checksum):
        for row in found:
            size += len(row.text.encode()) + row.text.count('"') + row.text.count("\\") + len(row.kind) + _AROUND
            if size > MESSAGE_BYTES and row_id != found[0].row_id - 1:
                return
            yield row
            row_id, checksum = row.row_id, row.checksum
            if size > MESSAGE_BYTES:
                return
