"""The number of leaves of the move tree, by which move generators are compared."""

from rules.board.position import Position
from rules.board.squares import Side
from rules.play.required import Mover, mover, quiet, required

Last = tuple[int, int]
"""The bit of the king that made the last quiet move, and the number of its quiet moves in a row (Art. 17)."""
NO_KING: Last = (0, 0)
Pieces = tuple[int, int, Last]
"""The pieces of one side: the masks of its men and kings, and its count of Art. 17."""


def perft(position: Position, depth: int) -> int:
    """The number of sequences of `depth` legal moves. Art. 17 holds; of the endings, only having no move stops a sequence.

    The last moves are counted without being made. No results are kept between positions.
    """
    if depth == 0:
        return 1
    side, other = position.side, position.side.other
    rules = position.rules
    return _leaves(mover(rules, side), mover(rules, other), _pieces(position, side), _pieces(position, other), depth)


def _pieces(position: Position, side: Side) -> Pieces:
    layout, moved = mover(position.rules, side).layout, position.king_moves(side)
    last = (layout.bits[moved.square - 1], moved.count) if moved.square else NO_KING
    return layout.spread(position.men(side)), layout.spread(position.kings(side)), last


def _leaves_of_men(of: Mover, other: Mover, men: int, their_men: int, depth: int) -> int:
    """The number of leaves below a position without kings."""
    empty = of.layout.full ^ men ^ their_men
    promotion, count, depth = of.men.promotion, 0, depth - 1
    if of.men.able(men, their_men, empty):
        taking = required(of, men, 0, their_men, 0)
        if not depth:
            return len(taking)
        for origin, target, taken in taking:
            if target & promotion:
                count += _leaves(other, of, (their_men ^ taken, 0, NO_KING), (men ^ origin, target, NO_KING), depth)
            else:
                count += _leaves_of_men(other, of, their_men ^ taken, men & ~origin | target, depth)
        return count
    left_a, right_a, left_b, right_b = of.men.forward
    if not depth:
        return (men << left_a >> right_a & empty).bit_count() + (men << left_b >> right_b & empty).bit_count()
    for left, right in ((left_a, right_a), (left_b, right_b)):
        targets = men << left >> right & empty
        while targets:
            target = targets & -targets
            targets ^= target
            origin = target << right >> left
            if target & promotion:
                count += _leaves(other, of, (their_men, 0, NO_KING), (men ^ origin, target, NO_KING), depth)
            else:
                count += _leaves_of_men(other, of, their_men, men ^ origin ^ target, depth)
    return count


def _leaves(of: Mover, other: Mover, own: Pieces, theirs: Pieces, depth: int) -> int:
    """The number of leaves below any position; `of` is the side to move."""
    men, kings, last = own
    their_men, their_kings, their_last = theirs
    if not kings | their_kings:
        return _leaves_of_men(of, other, men, their_men, depth)
    most = of.rules.quiet_king_moves
    banned = last[0] if most is not None and men and last[1] >= most else 0
    moves = required(of, men, kings, their_men, their_kings) or quiet(of, men, kings, their_men | their_kings, banned)
    depth -= 1
    if not depth:
        return len(moves)
    count = 0
    for origin, target, taken in moves:
        now = NO_KING
        if origin & kings:
            new_men, new_kings = men, kings & ~origin | target
            if most is not None and men and not taken:
                now = target, min(last[1] + 1 if last[0] == origin else 1, most)
        elif target & of.men.promotion:
            new_men, new_kings = men ^ origin, kings | target
        else:
            new_men, new_kings = men & ~origin | target, kings
        left = their_men & ~taken, their_kings & ~taken, NO_KING if their_last[0] & taken else their_last
        count += _leaves(other, of, left, (new_men, new_kings, now), depth)
    return count
