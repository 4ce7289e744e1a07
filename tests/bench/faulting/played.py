"""A game whose service was killed in the middle of it: the beginning of the faults of a card."""

import shutil
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.bench.faulting.board import LiveBoard
from tests.support.live.spoiling import Record

TURNS, EARLIER = 4, 2
"""The moves played before the kill, and those in the older copy of the files."""


class KilledGame(NamedTuple):
    """The state folder of a service that was killed in the middle of a game, that service, and the game's files as they were before."""

    state: Path
    board: LiveBoard
    earlier: Path
    record: Record
    """What `damcam record` says of the game."""


@cache
def killed(scratch: Path) -> KilledGame:
    """The game, which is played at the first call."""
    state, earlier = scratch / "played", scratch / "earlier"
    with LiveBoard(state) as board:
        board.begin()
        for turn in range(TURNS):
            if turn == EARLIER:
                shutil.copytree(board.game, earlier, ignore=shutil.ignore_patterns("*.new"))
            board.turn()
        board.life.kill()
    return KilledGame(state, board, earlier, Record.of(board.game))
