"""Which pictures the hub asks a board for: by itself those for the public and of alerts, others when an arbiter wants to see them.

That of each press is asked for as soon as its row is here, whatever the ruling, and before those of alerts: which of them are here tells
nobody of an alert (Art. 24).

A spare that goes on with the game of another board has its log alone. The pictures that came of that game are here, in the folder of the
other board, and become those of the spare's game too.
"""

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from link.hub_logs import HubLogs
from link.log_ends import LogEnds
from link.messages import PICTURE, PictureWanted
from link.wire import Picture
from record.events.as_json import readable
from record.events.of_game import BoardFound, Event, Ruled
from record.files import write_atomically
from record.log.errors import LogError
from record.store.dropping import pictures_in, size_of
from record.store.folder import GAMES, numbered
from record.store.in_short import TAKING_OVER
from record.store.journal_rows import JournalRows, RawRow
from record.telling.remarks import has_taken_over

MAX_OF_ALERTS = 16_000_000
"""Bytes of the pictures of a game that are asked for by themselves."""
MAX_OF_PRESSES = 32_000_000
"""Bytes of the pictures of a game for the public, each of which has some 60,000."""
SHOWN = 4
"""So many of the latest are asked for: of a board that was away only these are of use."""
ASKED_AT_ONCE = 4
AGAIN_AFTER_NS = 10_000_000_000
"""After so long a picture that did not come is asked for again."""
NEWEST = 3
"""So many games of each other board are looked at: one that dies does so in its newest."""
MAX_GONE, MAX_ABSENT = 1_000, 20
"""So many of the pictures that do not come are remembered, and told."""


class AskedPictures:
    """The pictures of one board, whose games lie in `games` below `state`."""

    def __init__(self, state: Path, logs: HubLogs) -> None:
        self._state, self._logs = state, logs
        self._of_alerts: dict[tuple[str, str], None] = {}
        self._shown: dict[tuple[str, str], None] = {}
        """The latest pictures for the public."""
        self._of_presses: Counter[str] = Counter()
        """Bytes of those that came, by their games."""
        self._asked: dict[tuple[str, str], int] = {}
        self._wanted: dict[tuple[str, str], None] = {}
        """Those that somebody wants to see."""
        self._gone: dict[tuple[str, str], None] = {}
        """Those that do not come."""
        self._taken: dict[str, int] = {}
        self._linked: set[str] = set()
        """The games for which it was looked whether another board began them."""

    def see(self, game: str, row: RawRow) -> None:
        """Take note of the pictures that a row names for the public, or for its alerts."""
        event = readable(row.kind, row.text)
        if isinstance(event, BoardFound | Ruled) and event.drawn and PICTURE.fullmatch(event.drawn):
            self._shown[game, event.drawn] = None
            if len(self._shown) > SHOWN:
                del self._shown[next(iter(self._shown))]
        for name in pictures_of_alerts(event):
            self._of_alerts[game, name] = None

    def want(self, wanted: PictureWanted) -> None:
        """Take note of a picture that somebody wants to see."""
        self._wanted[wanted.game, wanted.name] = None

    @property
    def absent(self) -> tuple[str, ...]:
        """The last pictures that do not come, as `Link.absent`."""
        return tuple(f"{game}/{name}" for game, name in [*self._gone][-MAX_ABSENT:])

    def to_ask(self, now_ns: int, forgotten: frozenset[str] = frozenset()) -> dict[str, tuple[str, ...]]:
        """The pictures to ask for now, by their games, without those of the games that are to be forgotten. LogError."""
        self._asked = {picture: at_ns for picture, at_ns in self._asked.items() if now_ns - at_ns < AGAIN_AFTER_NS}
        asked: dict[str, tuple[str, ...]] = {}
        for game, name in self._lacking():
            if len(self._asked) >= ASKED_AT_ONCE:
                break
            if game in forgotten:
                continue
            self._asked[game, name] = now_ns
            asked[game] = (*asked.get(game, ()), name)
        return asked

    def take(self, sent: Picture) -> bool:
        """Write a picture that was asked for; whether it was. OSError."""
        picture = sent.game, sent.name
        if self._asked.pop(picture, None) is None:
            return False
        self._of_alerts.pop(picture, None)
        if picture in self._shown:
            self._of_presses[sent.game] += len(sent.data)
        kept, path = self._logs.kept_pictures(sent.game), self._logs.folder(sent.game) / sent.name
        if not sent.data and sent.game not in self._linked:
            self._linked.add(sent.game)
            self._link_of_other_board(sent.game, kept)
            if path.exists():
                return True
        if not sent.data or (kept is not None and sent.name not in kept):
            self._gone[picture] = None
            if len(self._gone) > MAX_GONE:
                del self._gone[next(iter(self._gone))]
            return True
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, sent.data)
        self._taken[sent.game] = self._size(sent.game) + len(sent.data)
        return True

    def _link_of_other_board(self, game: str, kept: frozenset[str] | None) -> None:
        """Link the pictures of the board that began this game into its folder here, without those that were deleted."""
        for begun in self._begun_elsewhere(game):
            for name, path in pictures_in(begun).items():
                if PICTURE.fullmatch(name) and (kept is None or name in kept):
                    ours = self._logs.folder(game) / name
                    ours.parent.mkdir(parents=True, exist_ok=True)
                    with suppress(FileExistsError, FileNotFoundError):  # it is here already, or was deleted there
                        os.link(path, ours)
        self._taken.pop(game, None)

    def _begun_elsewhere(self, game: str) -> Iterator[Path]:
        """The folders of the newest games of other boards whose whole log is the beginning of this game's; none where it began here."""
        with suppress(LogError), JournalRows(self._logs.journal(game)) as ours:
            if not any(has_taken_over(readable(row.kind, row.text)) for row in ours.latest_of(TAKING_OVER)):
                return
            for games in self._state.parent.glob(f"*/{GAMES}"):
                for folder in numbered(games)[-NEWEST:] if games.parent != self._state else ():
                    with suppress(LogError):
                        last = LogEnds(games).end(folder.name)
                        if last.row_id and ours.checksum(last.row_id) == last.checksum:
                            yield folder

    def _lacking(self) -> list[tuple[str, str]]:
        shown = [(game, name) for game, name in self._shown if self._of_presses[game] < MAX_OF_PRESSES]
        of_alerts = [(game, name) for game, name in self._of_alerts if self._size(game) < MAX_OF_ALERTS]
        lacking = []
        for picture in (*shown, *self._wanted, *of_alerts):
            if picture in self._asked or picture in lacking:
                continue
            if picture in self._gone or self._logs.folder(picture[0]).joinpath(picture[1]).exists():
                for pictures in (self._of_alerts, self._shown, self._wanted):
                    pictures.pop(picture, None)
                continue
            lacking.append(picture)
        return lacking

    def _size(self, game: str) -> int:
        if game not in self._taken:
            self._taken[game] = sum(map(size_of, pictures_in(self._state / GAMES / game).values()))
        return self._taken[game]


def pictures_of_alerts(event: Event | None) -> list[str]:
    """The names of the pictures that show the alerts of an event: the board alone, before and after the press."""
    alerts = getattr(event, "alerts", ())
    of_press = (event.straight or (event.drawn,)) if isinstance(event, Ruled) and alerts else ()
    names = (*of_press, *(name for alert in alerts for name in alert.pictures))
    return [name for name in names if name and PICTURE.fullmatch(name)]
