"""The pictures of the games on a board, within a budget of disk space."""

import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from record.events.of_record import Why
from record.files import write_atomically
from record.store.dropping import drop_pictures, has_dropped, pictures_in, size_of
from record.store.folder import JOURNAL_NAME
from record.store.shown import again_stem
from rules.errors import DamcamError

MB = 1_000_000
MIN_FREE_BYTES = 64 * MB
"""With less free disk space no picture is kept, so that journals still fit: one of 200 presses takes 1 MB."""


def picture_name(seq: int, number: int, count: int, *, before: bool = False) -> str:
    """The name of picture `number`, from 0, of the `count` pictures of a press in the order of time; the last has the plain number.

    `before` names a picture taken before the press.
    """
    if before:
        return f"frames/{seq:04}-before-{number + 1}.jpg"
    return f"frames/{seq:04}.jpg" if number == count - 1 else f"frames/{seq:04}{chr(ord('a') + number)}.jpg"


def again_name(folder: Path, seq: int) -> str:
    """The next free name for a picture in which the board was found again after press `seq`."""
    number = sum(1 for _ in folder.glob(f"{again_stem(seq)}*.jpg")) + 1
    return f"{again_stem(seq)}{number}.jpg"


def pictures_of(folder: Path, seq: int) -> tuple[str, ...]:
    """The kept pictures of a press, in the order of time; none where the last is missing, because the press was interrupted."""
    last = f"frames/{seq:04}.jpg"
    if not (folder / last).exists():
        return ()
    return (*sorted(f"frames/{path.name}" for path in (folder / "frames").glob(f"{seq:04}[a-z].jpg")), last)


class EvidenceStore:
    """Keeps the pictures of the game in `folder`, which lies in `games` beside the earlier games.

    All games together may take `budget_bytes`. Beyond that, pictures of the oldest closed games are dropped first, except each game's first
    picture and those that show an alert or a moved board. The pictures of the running game are never dropped. `now` gives the
    time of day for the journals of games whose pictures are dropped.
    """

    def __init__(
        self,
        games: Path,
        folder: Path,
        budget_bytes: int,
        min_free_bytes: int = MIN_FREE_BYTES,
        *,
        now: Callable[[], str] = str,
    ) -> None:
        self._games, self._folder, self._now = games, folder, now
        self._budget, self._min_free = budget_bytes, min_free_bytes
        self._taken, self._trims_at = self._bytes_taken(), budget_bytes

    def keep(self, name: str, data: bytes) -> bool:
        """Writes the picture; returns False when the disk is nearly full or cannot be written to."""
        if self._taken + len(data) > self._trims_at:
            self.trim()
        try:
            if shutil.disk_usage(self._folder).free < self._min_free + len(data):
                return False
            write_atomically(self._folder / name, data)
        except OSError:
            return False
        self._taken += len(data)
        return True

    def trim(self) -> None:
        """Drops pictures of the oldest closed games until the rest takes at most 90% of the budget, or nothing more may be dropped.

        This looks at all files, so the next trim waits until more pictures, 10% of the budget, were kept.
        """
        self._taken = self._bytes_taken()
        for game in sorted(path.parent for path in self._games.glob(f"*/{JOURNAL_NAME}")):
            if self._taken <= self._budget * 9 // 10:
                break
            if game != self._folder and not has_dropped(game):
                with suppress(DamcamError, OSError):  # a running game, or a damaged journal to be inspected with all its pictures
                    self._taken -= drop_pictures(game, Why.BUDGET, self._now())
        self._trims_at = max(self._budget, self._taken + self._budget // 10)

    def _bytes_taken(self) -> int:
        return sum(size_of(path) for game in self._games.glob("*/") for path in pictures_in(game).values())
