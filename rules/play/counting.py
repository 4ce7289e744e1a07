"""Endings that need counting: what is followed from position to position because no single position shows it.

    counter = Counter.at(start)
    counter = counter.then(position)    # for the position after each move
    counter.ending, counter.claims(), counter.counts()

What a FEN cannot carry (Art. 18, the five and the sixteen moves, repetition, the twenty turns) starts at nought at any position.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from rules.board.position import Position
from rules.board.ruleset import RuleSet
from rules.board.squares import Side
from rules.play.endings import Cause, Ending, How, article_of, drawn, ending
from rules.play.strongest import DEFAULT_WEIGHTS, Weights, strength


@dataclass(frozen=True, slots=True)
class Limit:
    """So many moves to win in. `each` tells that both sides' moves are counted, not the stronger side's alone."""

    moves: int
    each: bool


# Within how many moves a side must win, counted from the first position with the material of the cause.
LIMITS = {
    "frisian": {Cause.TWO_KINGS: Limit(7, each=False)},  # Art. 18
    "international": {
        Cause.TWO_KINGS: Limit(5, each=True),  # Einde van het spel
        Cause.THREE_PIECES: Limit(16, each=True),  # Einde van het spel
    },
}
REPETITIONS = {"international": 3}  # Einde van het spel: how often the same position stands before a draw may be claimed
KING_TURNS = {"english": 20}  # section 7: turns, of both sides together, in which kings alone moved and nothing was taken


@dataclass(frozen=True, slots=True)
class Count:
    """A count for people to see: `made` of `limit`.

    `cause` is what ends the game when none is left; None for Art. 17, under which the king on `square` is then banned. `side` is whose
    moves are counted; None where both sides' are, in pairs.
    """

    cause: Cause | None
    article: str
    side: Side | None
    made: int
    limit: int
    square: int | None = None

    @property
    def left(self) -> int:
        """How many are left, down to nought."""
        return max(0, self.limit - self.made)


Stand = tuple[Side, int, int, int, int]
"""What makes two positions the same for repetition: the side to move and the four masks."""


@dataclass(frozen=True, slots=True)
class Counter:
    """The counts of a game at a position. Immutable: `then` gives the next one, so that a tree of games may share its trunk."""

    position: Position
    white_moves: int = 0
    """White's moves since this material first stood."""
    black_moves: int = 0
    """Black's moves since this material first stood."""
    turns: int = 0
    """Moves of both sides since a man moved or a piece was taken."""
    stood: tuple[Stand, ...] = ()
    """The positions since then, this one last; kept where repetition matters."""

    @staticmethod
    def at(position: Position) -> "Counter":
        """Everything at nought."""
        return Counter(position, stood=_remembered(position))

    @staticmethod
    def of(positions: Iterable[Position]) -> "Counter":
        """The counter at the last of a game's positions, the start first; ValueError for none."""
        following = iter(positions)
        first = next(following, None)
        if first is None:
            raise ValueError("a game has at least the position that it starts from")
        counter = Counter.at(first)
        for position in following:
            counter = counter.then(position)
        return counter

    def then(self, position: Position) -> "Counter":
        """The counter after a move of the side to move. A position with the same side to move again is no move's: it starts at nought."""
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
        """The ending that is there, by the position itself or by a count that ran out (Art. 18 and its counterparts)."""
        shown = ending(self.position)
        if shown is not None:
            return shown
        count = self._to_win()
        return drawn(self.position.rules, count.cause) if count and count.cause and not count.left else None

    def claims(self, weights: Weights = DEFAULT_WEIGHTS) -> tuple[Ending, ...]:
        """The endings that do not come by themselves: a draw by repetition that may be claimed, and what the arbiter is proposed.

        None once the game is over. The weights are those of the strongest position (English, section 7).
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
        """How often the present position has stood, as far as the rule set asks; nought where it does not."""
        return self.stood.count(self.stood[-1]) if self.stood else 0

    def counts(self) -> tuple[Count, ...]:
        """The counts that are running, for spectators: Art. 17 of each side, the moves to win in, repetition, turns of kings alone."""
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
        """The moves made of those that the material allows; None where nothing is limited."""
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
    """Art. 17: how many quiet moves in a row that side's king has made, while its side owns a man."""
    moved, limit = position.king_moves(side), position.rules.quiet_king_moves
    if limit is None or not moved.count or not position.men(side):
        return None
    return Count(None, "17", side, moved.count, limit, moved.square)


def limited(position: Position) -> tuple[Cause, Side] | None:
    """The cause in LIMITS whose material stands there, and the side that must win; None for all other material."""
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
    """What only a king's quiet move leaves as it is: where the men stand, and how many pieces there are."""
    return position.white_men, position.black_men, position.occupied.bit_count()
