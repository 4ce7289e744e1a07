"""Counting the leaves of the move tree: the measure that move generators are compared by."""

from rules.board.position import Position
from rules.board.squares import Side
from rules.play.required import Mover, mover, required

Last = tuple[int, int]
"""The bit of the king that moved quietly last, and how many times in a row (Art. 17)."""
NO_KING: Last = (0, 0)


def perft(position: Position, depth: int) -> int:
    """How many sequences of `depth` legal moves there are; Art. 17 holds, other endings than having no move do not count.

    The last moves are counted, not made; nothing is remembered between two positions.
    """
    if depth == 0:
        return 1
    side, other = position.side, position.side.other
    of = mover(position.rules, side)
    spread = of.layout.spread
    men, kings = spread(position.men(side)), spread(position.kings(side))
    their_men, their_kings = spread(position.men(other)), spread(position.kings(other))
    lasts = _last(position, side), _last(position, other)
    return _leaves(of, mover(position.rules, other), men, kings, their_men, their_kings, *lasts, depth)


def _last(position: Position, side: Side) -> Last:
    moved = position.king_moves(side)
    return (mover(position.rules, side).layout.bits[moved.square - 1], moved.count) if moved.square else NO_KING


def _leaves_of_men(of: Mover, other: Mover, men: int, their_men: int, depth: int) -> int:
    """The leaves below a position without kings."""
    empty = of.layout.full ^ men ^ their_men
    promotion, count, depth = of.promotion, 0, depth - 1
    if of.able(men, their_men, empty):
        taking = required(of, men, 0, their_men, 0)
        if not depth:
            return len(taking)
        for origin, target, taken in taking:
            if target & promotion:
                count += _leaves(other, of, their_men ^ taken, 0, men ^ origin, target, NO_KING, NO_KING, depth)
            else:
                count += _leaves_of_men(other, of, their_men ^ taken, men & ~origin | target, depth)
        return count
    left_a, right_a, left_b, right_b = of.forward
    if not depth:
        return (men << left_a >> right_a & empty).bit_count() + (men << left_b >> right_b & empty).bit_count()
    for left, right in ((left_a, right_a), (left_b, right_b)):
        targets = men << left >> right & empty
        while targets:
            target = targets & -targets
            targets ^= target
            origin = target << right >> left
            if target & promotion:
                count += _leaves(other, of, their_men, 0, men ^ origin, target, NO_KING, NO_KING, depth)
            else:
                count += _leaves_of_men(other, of, their_men, men ^ origin ^ target, depth)
    return count


def _leaves(
    of: Mover, other: Mover, men: int, kings: int, their_men: int, their_kings: int, last: Last, their_last: Last, depth: int
) -> int:
    """The leaves below any position; `of` moves."""
    if not kings | their_kings:
        return _leaves_of_men(of, other, men, their_men, depth)
    moves = required(of, men, kings, their_men, their_kings) or _quiet(of, men, kings, their_men | their_kings, last)
    depth -= 1
    if not depth:
        return len(moves)
    count, most = 0, of.rules.quiet_king_moves
    for origin, target, taken in moves:
        now = NO_KING
        if origin & kings:
            new_men, new_kings = men, kings & ~origin | target
            if most is not None and men and not taken:
                now = target, min(last[1] + 1 if last[0] == origin else 1, most)
        elif target & of.promotion:
            new_men, new_kings = men ^ origin, kings | target
        else:
            new_men, new_kings = men & ~origin | target, kings
        theirs = NO_KING if their_last[0] & taken else their_last
        count += _leaves(other, of, their_men & ~taken, their_kings & ~taken, new_men, new_kings, theirs, now, depth)
    return count


def _quiet(of: Mover, men: int, kings: int, others: int, last: Last) -> list[tuple[int, int, int]]:
    """The legal quiet moves; nothing is captured by them (Art. 7, 9, 17)."""
    most = of.rules.quiet_king_moves
    banned = last[0] if most is not None and men and last[1] >= most else 0
    empty = of.layout.full ^ men ^ kings ^ others
    left_a, right_a, left_b, right_b = of.forward
    moves = []
    for left, right in ((left_a, right_a), (left_b, right_b)):
        targets = men << left >> right & empty
        while targets:
            target = targets & -targets
            targets ^= target
            moves.append((target << right >> left, target, 0))
    kings &= ~banned
    while kings:
        king = kings & -kings
        kings ^= king
        targets = of.quiet_targets(king, empty)
        while targets:
            target = targets & -targets
            targets ^= target
            moves.append((king, target, 0))
    return moves
