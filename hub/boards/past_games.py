"""The last games of a board before the one that is followed, for the pages that show them beside it."""

from dataclasses import dataclass
from pathlib import Path

from hub.board_faults import MISSHAPEN, BoardFaults
from record.events.about import PublicTags
from record.log.tail import log_stamp
from record.papers.game_pdn import broadcast_pdn
from record.store.folder import JOURNAL_NAME, numbered
from record.store.journal import Journal, fold
from rules.errors import DamcamError

KEPT = 6
"""So many are known of each board. No page shows more."""


@dataclass(frozen=True, slots=True)
class PastGame:
    """What is shown of such a game."""

    folder: Path
    tags: PublicTags
    time_control: str
    result: str
    closed: bool
    broadcast: str
    """The game as PDN, as readers of broadcasts want it; empty while it is not over."""


class PastGames:
    """Those of one board, each read again only when its files have changed. Any thread may use it. Games of faulty data are noted."""

    def __init__(self, faults: BoardFaults) -> None:
        self._faults = faults
        self._known: dict[Path, tuple[object, PastGame | Exception | None]] = {}

    def before(self, folder: Path, count: int = KEPT) -> list[PastGame]:
        """The last `count` games before the one in that folder, the latest first, without those that cannot be read."""
        if not (folder.name.isascii() and folder.name.isdigit()):
            return []
        try:
            earlier = [path for path in numbered(folder.parent) if int(path.name) < int(folder.name)][-KEPT:]
        except OSError:
            return []
        self._known = {path: known for path, known in self._known.items() if path in earlier}
        found = (self._of(path) for path in earlier[: -count - 1 : -1])
        return [game for game in found if game]

    def _of(self, folder: Path) -> PastGame | None:
        stamp, known = log_stamp(folder / JOURNAL_NAME), self._known.get(folder)
        if known is None or known[0] != stamp:
            known = self._known[folder] = stamp, _read(folder)
        game = known[1]
        if isinstance(game, Exception):
            self._faults.note(f"game {int(folder.name)}", game)
            return None
        return game


def _read(folder: Path) -> PastGame | Exception | None:
    """The game in that folder; None where there is none or it cannot be read, and what a row raised that is no sound event."""
    try:
        with Journal.reader(folder / JOURNAL_NAME) as journal:
            state = fold(journal)
        if state.opening is None:
            return None
        tags, control = state.opened.about.tags, state.opened.time_control
        return PastGame(folder, tags, control, state.result, state.closed, broadcast_pdn(state) if state.over else "")
    except (DamcamError, OSError):
        return None
    except MISSHAPEN as error:
        return error
