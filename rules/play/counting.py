"""Endings by counts over several positions.

    counter = Counter.at(start)
    counter = counter.then(position)    # for the position after each move
    counter.ending, counter.claims(), counter.counts()

A FEN does not hold the counts of Art. 18, of the five and the sixteen moves, of repetition and of the twenty turns. They start at zero.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from rules.board.position import Position
from rules.board.ruleset import RuleSet
from rules.board.squares import Side
from rules.play.endings import Cause, Ending, How, article_of, drawn, ending
from rules.play.strongest import DEFAULT_WEIGHTS, PieceWeights, strength


@dataclass(frozen=True, slots=True)
class MoveLimit:
    """The number of moves in which a side must win."""

    moves: int
    each: bool
    """Whether the moves of both sides are counted, in pairs; otherwise only those of the stronger side."""


# The limits by rule set and cause, counted from the first position with the material of the cause.
LIMITS = {
    "frisian": {Cause.TWO_KINGS: MoveLimit(7, each=False)},  # Art. 18
    "international": {
        Cause.TWO_KINGS: MoveLimit(5, each=True),  # Einde van het spel
        Cause.THREE_PIECES: MoveLimit(16, each=True),  # Einde van het spel
    },
}
REPETITIONS = {"international": 3}  # Einde van het spel: how often the same position stands before a draw may be claimed
KING_TURNS = {"english": 20}  # section 7: turns, of both sides together, in which kings alone moved and nothing was taken


@dataclass(frozen=True, slots=True)
class Count:
    """A running count, shown to people as `made` of `limit`."""

    cause: Cause | None
    """The cause that ends the game when none is left; None for Art. 17, which then bans the king on `square`."""
    article: str
    side: Side | None
    """The side whose moves are counted; None for both, in pairs."""
    made: int
    limit: int
    square: int | None = None
    """The square of the king that Art. 17 counts."""

    @property
    def left(self) -> int:
        """The number that is left, at least 0."""
        return max(0, self.limit - self.made)


Stand = tuple[Side, int, int, int, int]
"""The key of a position for repetition: the side to move and the four masks."""


@dataclass(frozen=True, slots=True)
class Counter:
    """The counts of a game at a position. It is immutable, so that variations can share their start; `then` gives the next one."""

    position: Position
    white_moves: int = 0
    """White's moves since the present material arose."""
    black_moves: int = 0
    """Black's moves since the present material arose."""
    turns: int = 0
    """Moves of both sides since a man moved or a piece was taken."""
    stood: tuple[Stand, ...] = ()
    """The positions since then, this one last; kept only under rules in which repetition matters."""

    @staticmethod
    def at(position: Position) -> "Counter":
        """The counter at this position with all counts at zero."""
        return Counter(position, stood=_remembered(position))

    @staticmethod
    def of(positions: Iterable[Position]) -> "Counter":
        """The counter at the last of the positions of a game, given from the start on. ValueError: there are none."""
        following = iter(positions)
        first = next(following, None)
        if first is None:
            raise ValueError("a game has at least the position that it starts from")
        counter = Counter.at(first)
        for position in following:
            counter = counter.then(position)
        return counter

    def then(self, position: Position) -> "Counter":
        """The counter after a move to `position`. If the same side is to move again, it was set up and the counts start at zero."""
        mover = self.position.side
        if position.side is mover:
            return Counter.at(position)
        white = black = 0
        if limited(position) == limited(self.position):
            white, black = self.white_moves + (mover is Side.WHITE), self.black_moves + (mover is Side.BLACK)
        if _men_and_number(position) != _men_and_number(self.position):
            return Counter(position, white, black, 0, _remembered(position))
        return Counter(position, white, black, self.turns + 1, self.stood + _remembered(position))

    @property
    def ending(self) -> Ending | None:
        """The ending, by the position itself or by a count that ran out (Art. 18 and its counterparts); None while play goes on."""
        shown = ending(self.position)
        if shown is not None:
            return shown
        count = self._to_win()
        return drawn(self.position.rules, count.cause) if count and count.cause and not count.left else None

    def claims(self, weights: PieceWeights = DEFAULT_WEIGHTS) -> tuple[Ending, ...]:
        """The endings that need a person: a draw by repetition that may be claimed, and the proposal to the arbiter.

        Empty once the game is over. `weights` are those of the strongest position (English draughts, section 7).
        """
        rules = self.position.rules
        if self.ending is not None:
            return ()
        claims = []
        if (enough := REPETITIONS.get(rules.name)) and self.times_stood >= enough:
            claims.append(drawn(rules, Cause.REPETITION, How.ON_CLAIM))
        if (turns := KING_TURNS.get(rules.name)) and self.turns >= turns and len(set(self.stood)) < len(self.stood):
            proposed = replace(drawn(rules, Cause.STRONGEST, How.BY_ARBITER), result=strength(self.position, weights).result)
            claims.append(proposed)
        return tuple(claims)

    @property
    def times_stood(self) -> int:
        """The number of times that the present position has occurred; 0 under rules in which repetition does not matter."""
        return self.stood.count(self.stood[-1]) if self.stood else 0

    def counts(self) -> tuple[Count, ...]:
        """The running counts: Art. 17 of each side, the moves to win in, repetition, and turns of kings alone."""
        rules = self.position.rules
        running = [count for side in Side if (count := _of_one_king(self.position, side))]
        if count := self._to_win():
            running.append(count)
        if (enough := REPETITIONS.get(rules.name)) and self.times_stood > 1:
            running.append(_count(rules, Cause.REPETITION, self.times_stood, enough))
        if (turns := KING_TURNS.get(rules.name)) and self.turns > 1:
            running.append(_count(rules, Cause.STRONGEST, self.turns // 2, turns // 2))
        return tuple(running)

    def _to_win(self) -> Count | None:
        """The count of moves to win in; None if the material has no limit."""
        rules, material = self.position.rules, limited(self.position)
        if material is None:
            return None
        cause, stronger = material
        limit = LIMITS[rules.name][cause]
        if limit.each:
            return _count(rules, cause, min(self.white_moves, self.black_moves), limit.moves)
        made = self.white_moves if stronger is Side.WHITE else self.black_moves
        return _count(rules, cause, made, limit.moves, stronger)


def _count(rules: RuleSet, cause: Cause, made: int, limit: int, side: Side | None = None) -> Count:
    return Count(cause, article_of(cause, rules), side, min(made, limit), limit)


def _of_one_king(position: Position, side: Side) -> Count | None:
    """The count of Art. 17 of that side; None if it is zero, or if the side has no man."""
    moved, limit = position.king_moves(side), position.rules.quiet_king_moves
    if limit is None or not moved.count or not position.men(side):
        return None
    return Count(None, "17", side, moved.count, limit, moved.square)


def limited(position: Position) -> tuple[Cause, Side] | None:
    """The cause in LIMITS that fits the material, and the side that must win; None for other material."""
    limits = LIMITS.get(position.rules.name)
    if limits is None:
        return None
    for side in Side:
        weaker = side.other
        if position.men(weaker) or position.kings(weaker).bit_count() != 1:
            continue
        men, kings = position.men(side).bit_count(), position.kings(side).bit_count()
        if (men, kings) == (0, 2):
            return Cause.TWO_KINGS, side
        if Cause.THREE_PIECES in limits and kings and men + kings == 3:
            return Cause.THREE_PIECES, side
    return None


def _remembered(position: Position) -> tuple[Stand, ...]:
    name = position.rules.name
    if name not in REPETITIONS and name not in KING_TURNS:
        return ()
    return ((position.side, position.white_men, position.white_kings, position.black_men, position.black_kings),)


def _men_and_number(position: Position) -> tuple[int, int, int]:
    """The squares of the men and the number of pieces. Only a quiet move of a king leaves these unchanged."""
    return position.white_men, position.black_men, position.occupied.bit_count()
