"""One thing for each board, for as long as the board is there."""

from collections.abc import Callable
from typing import Generic, TypeVar

from hub.boards.board import Boards, ServedBoard

T = TypeVar("T")
R = TypeVar("R")


class PerBoard(Generic[T]):
    """What `make` makes of each of these boards, once for each board."""

    def __init__(self, boards: Boards, make: Callable[[ServedBoard], T]) -> None:
        self._boards, self._make = boards, make
        self._made: dict[ServedBoard, T] = {}

    def of(self, board: ServedBoard) -> T:
        """That of one board."""
        made = self._made.get(board)
        if made is None:
            made = self._made[board] = self._make(board)
        return made

    def by_key(self) -> dict[str, T]:
        """Those of all boards by their keys, in their order."""
        boards = tuple(self._boards.values())
        self._made = {board: self.of(board) for board in boards}
        return {board.key: self._made[board] for board in boards}

    def each(self, work: str, make: Callable[[T], R]) -> list[R]:
        """What `make` makes of those of all boards for that work, in their order, without the boards whose data are faulty."""
        made: list[R] = []
        for board in tuple(self._boards.values()):
            with board.faults.share(work):
                made.append(make(self.of(board)))
        return made
