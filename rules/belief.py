"""What the referee holds of a game: the ways it may stand, each with its log-probability."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.board import Content, Side
from rules.explanations import Changes, Explanation
from rules.irregularity import Verdict
from rules.moves import play
from rules.position import Position


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a press is ruled to be. `position` stands on the board after it, the side to move first; `squares` show the irregularity."""

    seq: int
    side: Side
    verdict: Verdict
    move: str | None
    position: Position
    confidence: float
    squares: tuple[int, ...] = ()
    amends: bool = False


@dataclass(frozen=True, slots=True)
class Situation:
    """One way the game may stand.

    `now` stands on the board, the side whose turn it is to move; `before` is the position that is returned to when the turn is handed
    back, the side that pressed last to move. `pending` names an irregularity that the opponent has not yet answered (Art. 27, last
    sentence); `handed_back` tells that the opponent has pressed for it to be put right. `unsettled` holds how this situation explains
    the presses that were ruled unsure.
    """

    before: Position
    now: Position
    pending: Verdict | None = None
    handed_back: bool = False
    unsettled: tuple[Ruling, ...] = ()

    def position_for(self, side: Side) -> Position | None:
        """The position from which a press of that side is explained; None where it cannot press."""
        if side is self.now.side and not self.handed_back:
            return self.now
        return self.before if side is self.before.side else None

    def after(self, position: Position, explanation: Explanation) -> "Situation":
        """How the game stands once the explanation, which starts from `position`, is held true."""
        if explanation.verdict is Verdict.LEGAL and explanation.move:
            return Situation(position, play(position, explanation.move), unsettled=self.unsettled)
        if explanation.verdict is Verdict.NO_MOVE and self.pending and position is self.now:
            return replace(self, now=self.now.with_side(self.before.side), handed_back=True)
        return Situation(position, _played(position, explanation), explanation.verdict, unsettled=self.unsettled)


@dataclass(frozen=True, slots=True)
class Belief:
    """The situations with their log-probabilities, likeliest first; they sum to about one."""

    situations: tuple[tuple[Situation, float], ...]

    @staticmethod
    def at(position: Position) -> "Belief":
        """A game that surely stands so, nothing pending."""
        return Belief(((Situation(position, position), 0.0),))

    @property
    def position(self) -> Position:
        """What most likely stands on the board."""
        return self.situations[0][0].now


def changed(position: Position, changes: Changes | Sequence[tuple[int, Content]]) -> Position:
    """The same position with other contents on some squares."""
    contents = list(position.contents())
    for square, content in changes:
        contents[square - 1] = content
    return Position.of(position.rules, position.side, contents)


def _played(position: Position, explanation: Explanation) -> Position:
    """The board after an irregular press, the opponent to move; the counts of Art. 17 go on where a move was made."""
    stands = changed(position, explanation.changes).with_side(position.side.other)
    if explanation.move and explanation.verdict is not Verdict.OPPONENTS_PIECE:
        counted = play(position, explanation.move)
        if counted.contents() == stands.contents():
            return counted
    return stands
