"""Keeps the second copy of all games of a board: the current game first, then what the folder missed of earlier ones."""

import logging
import time
from collections.abc import Callable
from pathlib import Path

from link.messages import CopyReport
from link.status import CopyState
from pi.machine.copy_folder import GB, CopyFolderError, free_in, opened_folder, try_open_folder
from pi.machine.copy_phrases import SecondCopySays
from record.log.errors import LogError
from record.log.follower import Follower
from record.log.tail import log_stamp
from record.store.folder import GAMES, JOURNAL_NAME, numbered
from record.store.second_copy import SecondCopy
from rules.errors import Value

_log = logging.getLogger(__name__)
LOOKS_EVERY_S = 0.3
"""The seconds between two looks for new rows: an event is off the card within a second."""
AGAIN_AFTER_S = 2.0
"""The seconds until a folder that failed is tried again."""
KEPT_FREE = 64_000_000
"""The bytes that copies of earlier games leave free for those of the current one."""
TRIED_EVERY_S = 30.0
"""The seconds between two trials whether the folder takes anything: a stick that was pulled shows only when it is written to."""
ALL_AGAIN_S = 60.0
"""The seconds between two looks at earlier games: names and dropped pictures are put on record after a game."""


class Copier:
    """Copies what changes below `state` into `folder`. `moves_on` is called at each step, which may take as long as the disk likes."""

    def __init__(self, state: Path, folder: Path, board: str, moves_on: Callable[[], None] = lambda: None) -> None:
        self._state, self._folder, self._board, self._moves_on = state, folder, board, moves_on
        self._copies: dict[str, SecondCopy] = {}
        self._follower: Follower | None = None
        """That of the game which was copied last."""
        self._done: dict[str, tuple[object, ...]] = {}
        self._all_done_s: float | None = None
        self._listed: tuple[int, list[Path]] = (0, [])
        self._has_room = True
        self._tried_s = -TRIED_EVERY_S
        self.report = CopyReport(CopyState.STARTS, SecondCopySays.STARTS.said(folder=str(folder)))

    def work(self) -> float:
        """Do what is to be done, and return after how many seconds to call this again. Failures are in the `report`."""
        self._moves_on()
        try:
            with opened_folder(self._folder, self._state) as descriptor:
                self._bring_up(descriptor)
                free = free_in(descriptor)
        except CopyFolderError as error:  # what comes back may be another stick
            self._copies.clear()
            self._done.clear()
            self._all_done_s, self._tried_s = None, -TRIED_EVERY_S
            self.report = CopyReport(CopyState.FAILS, error.sentence.without_remedy(), error.sentence.remedy)
            return AGAIN_AFTER_S
        except LogError as error:
            self._let_go()
            self.report = CopyReport(CopyState.FAILS, SecondCopySays.JOURNAL.said(why=error.sentence))
            return AGAIN_AFTER_S
        self.report = self._ahead() or self._well(free)
        return LOOKS_EVERY_S if self._all_done_s is not None else 0.0

    def _bring_up(self, descriptor: int) -> None:
        """Copy what is new of the current game, and then one earlier game."""
        if time.monotonic() - self._tried_s >= TRIED_EVERY_S:
            try_open_folder(descriptor)
            self._tried_s = time.monotonic()
        games = self._folders()
        current = next((game for game in games if (game / JOURNAL_NAME).exists()), None)
        if current is not None:
            self._copy(current, descriptor)
        if self._all_done_s is not None and time.monotonic() - self._all_done_s < ALL_AGAIN_S:
            return
        self._all_done_s = None
        earlier = [game for game in games if game != current and (game / JOURNAL_NAME).exists()]
        lacking = [game for game in earlier if self._done.get(game.name) != log_stamp(game / JOURNAL_NAME)]
        self._has_room = not lacking or free_in(descriptor) > KEPT_FREE
        if lacking and self._has_room:
            self._copy_earlier(lacking[0], descriptor)
        else:
            self._all_done_s = time.monotonic()

    def _folders(self) -> list[Path]:
        """The folders of the games, the latest first. They are listed anew when one was made: a card may hold hundreds."""
        games = self._state / GAMES
        if not games.is_dir():
            return []
        if (made_ns := games.stat().st_mtime_ns) != self._listed[0]:
            self._listed = made_ns, numbered(games)[::-1]
        return self._listed[1]

    def _copy_earlier(self, game: Path, descriptor: int) -> None:
        signature = log_stamp(game / JOURNAL_NAME)
        try:
            self._copy(game, descriptor)
        except LogError as error:  # a damaged journal of an earlier game keeps no later one from its copy
            self._let_go()
            _log.warning("%s", SecondCopySays.JOURNAL.said(why=error.sentence))
        self._done[game.name] = signature

    def _copy(self, game: Path, descriptor: int) -> None:
        journal = game / JOURNAL_NAME
        signature = log_stamp(journal)
        if not signature or self._done.get(game.name) == signature:
            return
        if journal.stat().st_size:
            copy = self._copies.setdefault(game.name, SecondCopy(self._board, game.name, self._moves_on))
            if self._follower is None or self._follower.source != journal:
                self._let_go()
                self._follower = Follower(journal)
            copy.bring_up(descriptor, self._follower)
        self._done[game.name] = signature

    def _let_go(self) -> None:
        """Close the log that was followed: another game's is followed, or its file was exchanged."""
        if self._follower is not None:
            self._follower.close()
            self._follower = None

    def _ahead(self) -> CopyReport | None:
        """The report of a copy that knows more than the card, of the latest such game."""
        for name, copy in sorted(self._copies.items(), key=lambda one: int(one[0]), reverse=True):
            if ahead := copy.ahead:
                file = str(self._folder / ahead.name)
                seen = SecondCopySays.AHEAD.said(file=file, game=name)  # without its rows, whose number would tell the public of alerts
                return CopyReport(CopyState.AHEAD, seen, SecondCopySays.KEEP_IT.said(file=file), name)
        return None

    def _well(self, free: int) -> CopyReport:
        """The report of a copy that has all of the current game."""
        what: dict[str, Value] = {"folder": str(self._folder), "free": round(free / GB, 1)}
        if not self._has_room:
            return CopyReport(CopyState.COMPLETE, SecondCopySays.NO_ROOM.said(**what), SecondCopySays.LARGER.said())
        phrase = SecondCopySays.EARLIER if self._all_done_s is None else SecondCopySays.COMPLETE
        return CopyReport(CopyState.COMPLETE, phrase.said(**what))
