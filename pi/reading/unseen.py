"""What may stand on the board when moves were made that nobody saw."""

from collections.abc import Iterable, Iterator, Sequence

from rules.board.squares import Content
from rules.play.moves import legal_moves, play
from rules.referee.belief import Belief, sides

MOST = 2
"""So many moves beyond what is held; what more would lead to is too much to look through, and the arbiter says what stands there."""


def after_unseen_moves(belief: Belief, squares: Iterable[int]) -> Iterator[Sequence[Content]]:
    """The boards that legal moves may have led to, the fewest first, which differ from the one held on these squares alone."""
    held, wanted = sides(belief.position.contents()), set(squares)
    reached = {situation.now for situation, _ in belief.situations}
    told: set[Sequence[Content]] = set()
    for unseen in range(MOST + 1):
        if unseen:
            reached = {play(position, move) for position in reached for move in legal_moves(position)}
        for position in reached:
            contents = position.contents()
            differ = {square for square, (one, two) in enumerate(zip(held, sides(contents), strict=True), 1) if one is not two}
            if differ == wanted and contents not in told:
                told.add(contents)
                yield contents
