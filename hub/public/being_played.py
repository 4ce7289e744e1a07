"""Which events are being played at the boards of this server (Art. 24)."""

from hub.boards.board import Boards, ServedBoard
from hub.boards.round_games import in_address


class BeingPlayed:
    """Tells whether games of an event are being played."""

    def __init__(self, boards: Boards) -> None:
        self._boards = boards

    def is_played(self, event: str) -> bool:
        """Whether a game of that event is being played; where an event has no name, it may be any."""
        return any(_plays(board, event) for board in self._boards.values())


def _plays(board: ServedBoard, event: str) -> bool:
    """A board whose journal has lost something plays: nobody knows how far, nor of which event."""
    live = board.feed.live
    if live.opening is None or live.over:
        return board.feed.lost is not None and not board.feed.lost.is_over
    return _may_be(event, live.opened.about.tags.event or "")


def _may_be(event: str, played: str) -> bool:
    return not event.strip() or not played.strip() or in_address(played) == in_address(event)
