"""The positions that may stand on the board after moves that were not seen."""

from collections.abc import Iterable, Iterator, Sequence

from rules.board.squares import Content
from rules.play.moves import legal_moves, play
from rules.referee.belief import Belief, sides

MAX_UNSEEN = 2
"""The most moves that are tried beyond the position held. More would take too long; the arbiter then sets the position."""


def after_unseen_moves(belief: Belief, squares: Iterable[int]) -> Iterator[Sequence[Content]]:
    """Yield the contents (square 1 first) after legal moves, fewest moves first, that differ from those held on exactly these squares."""
    held, wanted = sides(belief.position.contents()), set(squares)
    reached = {situation.now for situation, _ in belief.situations}
    told: set[Sequence[Content]] = set()
    for unseen in range(MAX_UNSEEN + 1):
        if unseen:
            reached = {play(position, move) for position in reached for move in legal_moves(position)}
        for position in reached:
            contents = position.visible_contents()
            differ = {square for square, (one, two) in enumerate(zip(held, sides(contents), strict=True), 1) if one is not two}
            if differ == wanted and contents not in told:
                told.add(contents)
                yield contents
