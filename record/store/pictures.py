"""The pictures that are kept of the games on a board, and which go when there are too many."""

import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from record.events.of_record import Why
from record.store.dropping import drop_pictures, has_dropped, pictures_in, size_of
from record.store.files import write_atomically
from record.store.folder import JOURNAL_NAME
from record.store.shown import again_stem
from rules.errors import DamcamError

MB = 1_000_000
LEAST_FREE_BYTES = 64 * MB
"""With less room on the disk no picture is kept, so that there is room for the journals of many games: one of 200 presses takes 1 MB."""


def picture_name(seq: int, number: int, count: int, *, before: bool = False) -> str:
    """The name of one of the `count` pictures of a press, in the order of time; the last of those after it bears the plain number."""
    if before:
        return f"frames/{seq:04}-before-{number + 1}.jpg"
    return f"frames/{seq:04}.jpg" if number == count - 1 else f"frames/{seq:04}{chr(ord('a') + number)}.jpg"


def again_name(folder: Path, seq: int) -> str:
    """The name of the picture in which the board was found again after press `seq`: the next that is free."""
    number = sum(1 for _ in folder.glob(f"{again_stem(seq)}*.jpg")) + 1
    return f"{again_stem(seq)}{number}.jpg"


def pictures_of(folder: Path, seq: int) -> tuple[str, ...]:
    """The pictures that were kept of a press, in the order of time; none where the last is missing, for then it was cut off."""
    last = f"frames/{seq:04}.jpg"
    if not (folder / last).exists():
        return ()
    return (*sorted(f"frames/{path.name}" for path in (folder / "frames").glob(f"{seq:04}[a-z].jpg")), last)


class EvidenceStore:
    """Keeps the pictures of the game in `folder`, which lies in `games` beside the earlier ones; all may take `budget_bytes`.

    Beyond that, the pictures of the oldest games that are over go first, but never those that an alert or a moved board is shown by, nor a
    game's first. The running game's stay whatever they take. `whole` pictures are kept, or else what they show of the board. `now` gives
    the time of day, for the journals of games whose pictures go.
    """

    def __init__(
        self,
        games: Path,
        folder: Path,
        budget_bytes: int,
        least_free_bytes: int = LEAST_FREE_BYTES,
        *,
        whole: bool = False,
        now: Callable[[], str] = str,
    ) -> None:
        self._games, self._folder, self.whole, self._now = games, folder, whole, now
        self._budget, self._least_free = budget_bytes, least_free_bytes
        self._taken, self._trims_at = self._bytes_taken(), budget_bytes

    def keep(self, name: str, data: bytes) -> bool:
        """Whether the picture is on disk now; it is not when the disk is nearly full, or cannot be written to."""
        if self._taken + len(data) > self._trims_at:
            self.trim()
        try:
            if shutil.disk_usage(self._folder).free < self._least_free + len(data):
                return False
            write_atomically(self._folder / name, data)
        except OSError:
            return False
        self._taken += len(data)
        return True

    def trim(self) -> None:
        """Drop pictures of the oldest games that are over until the rest is within nine tenths of the budget, or none may go.

        All files are looked at for that: it is not done again before another tenth was kept.
        """
        self._taken = self._bytes_taken()
        for game in sorted(path.parent for path in self._games.glob(f"*/{JOURNAL_NAME}")):
            if self._taken <= self._budget * 9 // 10:
                break
            if game != self._folder and not has_dropped(game):
                with suppress(DamcamError, OSError):  # a running game, or a journal that somebody is to look into with all its pictures
                    self._taken -= drop_pictures(game, Why.BUDGET, self._now())
        self._trims_at = max(self._budget, self._taken + self._budget // 10)

    def _bytes_taken(self) -> int:
        return sum(size_of(path) for game in self._games.glob("*/") for path in pictures_in(game).values())
