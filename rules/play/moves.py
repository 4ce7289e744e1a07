"""The legal moves of a position, the other moves that its pieces can make, and the position after a move."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice

from rules.board.lines import promotion_mask, rays, steps
from rules.board.position import NO_KING_MOVES, KingMoves, Position, squares_of
from rules.board.ruleset import Majority
from rules.board.squares import Side
from rules.play.captures import captures_from, has_capture
from rules.play.required import MAN_VALUE, mover, required

# The legal moves of this many positions are cached: the referee, the notation and the endings need the same ones.
CACHED_POSITIONS = 512


@dataclass(frozen=True, slots=True)
class Move:
    """A move: its origin, its target and the squares that it captures. Moves that differ only in their path are one move."""

    origin: int
    target: int
    captured: tuple[int, ...] = ()

    @property
    def is_capture(self) -> bool:
        return bool(self.captured)


@lru_cache(CACHED_POSITIONS)
def legal_moves(position: Position) -> tuple[Move, ...]:
    """The legal moves, sorted by origin, target and captured squares (Art. 7-14, 17)."""
    captures = _required(position)
    if captures:
        return captures
    banned = banned_king(position)
    moves = every_quiet_move(position)
    return moves if banned is None else tuple(move for move in moves if move.origin != banned)


def every_capture(position: Position, most: int | None = None) -> tuple[Move, ...]:
    """All captures that the pieces can make, whatever the majority rule demands, including unfinished ones.

    A king among many pieces can have more than a hundred thousand; the search stops after `most`.
    """
    found = {Move(square, bit.bit_length(), tuple(squares_of(taken))) for square, bit, taken in islice(_captures(position), most)}
    return tuple(sorted(found, key=_order))


def every_quiet_move(position: Position) -> tuple[Move, ...]:
    """All quiet moves that the pieces can make, even if a capture is compulsory or a king is banned (Art. 7, 9)."""
    rules, kings, occupied = position.rules, position.kings(position.side), position.occupied
    by_man, by_king = _man_moves(rules.board_size, position.side), _king_lines(rules.board_size, rules.flying_kings)
    found = []
    for square in squares_of(position.pieces(position.side)):
        if not kings >> square - 1 & 1:
            found += [move for bit, move in by_man[square - 1] if not bit & occupied]
            continue
        for line in by_king[square - 1]:
            for bit, move in line:
                if bit & occupied:
                    break
                found.append(move)
    return tuple(found)


def banned_king(position: Position) -> int | None:
    """The square of the king that may not make a quiet move now (Art. 17); None without one."""
    moved = position.king_moves(position.side)
    most = position.rules.quiet_king_moves
    return moved.square if most is not None and moved.count >= most and position.men(position.side) else None


def banned_moves(position: Position) -> tuple[Move, ...]:
    """The quiet moves that only Art. 17 forbids."""
    banned = banned_king(position)
    if banned is None or has_capture(position):
        return ()
    return tuple(move for move in every_quiet_move(position) if move.origin == banned)


def play(position: Position, move: Move) -> Position:
    """The position after a move of the side to move, legal or not. Captured pieces are off; a man on its promotion row is crowned."""
    side, origin, target = position.side, 1 << move.origin - 1, 1 << move.target - 1
    men, kings = position.men(side), position.kings(side)
    was_king = bool(kings & origin)
    if was_king or target & promotion_mask(position.rules.board_size, side):
        men, kings = men & ~origin, kings & ~origin | target
    else:
        men = men & ~origin | target
    gone = ~sum(1 << square - 1 for square in move.captured)
    other_men, other_kings = position.men(side.other) & gone, position.kings(side.other) & gone
    white_moves, black_moves = _king_moves(position, move, was_king, bool(other_men))
    if side is Side.WHITE:
        return Position(
            position.rules, Side.BLACK, men, kings, other_men, other_kings, white_king_moves=white_moves, black_king_moves=black_moves
        )
    return Position(
        position.rules, Side.WHITE, other_men, other_kings, men, kings, white_king_moves=white_moves, black_king_moves=black_moves
    )


def _king_moves(position: Position, move: Move, was_king: bool, others_have_men: bool) -> tuple[KingMoves, KingMoves]:
    """White's and Black's counts of Art. 17 after a move. A fourth quiet move that stands leaves the count at three."""
    if position.rules.quiet_king_moves is None:
        return NO_KING_MOVES, NO_KING_MOVES
    own, others = position.king_moves(position.side), position.king_moves(position.side.other)
    if was_king and not move.captured and position.men(position.side):
        again = own.count if own.square == move.origin else 0
        own = KingMoves(move.target, min(again + 1, position.rules.quiet_king_moves))
    else:
        own = NO_KING_MOVES
    if not others_have_men or others.square in move.captured:
        others = NO_KING_MOVES
    return (own, others) if position.side is Side.WHITE else (others, own)


def _required(position: Position) -> tuple[Move, ...]:
    """The compulsory captures, sorted (Art. 10-12)."""
    of, side, other = mover(position.rules, position.side), position.side, position.side.other
    spread, squares, numbers = of.layout.spread, of.layout.squares, of.layout.numbers
    masks = (position.men(side), position.kings(side), position.men(other), position.kings(other))
    found = required(of, *(spread(mask) if mask else 0 for mask in masks))
    return tuple(sorted((Move(squares[origin], squares[target], numbers(taken)) for origin, target, taken in found), key=_order))


def capture_value(position: Position, taken: int) -> int:
    """The value under the majority rule of a capture of the pieces in a mask (Art. 11). Only the order of values has a meaning."""
    match position.rules.majority:
        case Majority.NONE:
            return 0
        case Majority.NUMBER:
            return taken.bit_count()
    kings = (taken & position.kings(position.side.other)).bit_count()
    return taken.bit_count() * MAN_VALUE + kings * (MAN_VALUE - 1)


def _captures(position: Position) -> Iterator[tuple[int, int, int]]:
    for square in squares_of(position.pieces(position.side)):
        for (bit, taken), _ in captures_from(position, square):
            yield square, bit, taken


@cache
def _man_moves(size: int, side: Side) -> tuple[tuple[tuple[int, Move], ...], ...]:
    """For each square the quiet moves of a man, each with the bit of its target (Art. 7)."""
    return tuple(tuple((bit, Move(origin, bit.bit_length())) for bit in targets) for origin, targets in enumerate(steps(size, side), 1))


@cache
def _king_lines(size: int, flying: bool) -> tuple[tuple[tuple[tuple[int, Move], ...], ...], ...]:
    """For each square and each diagonal the quiet moves of a king, nearest first, each with the bit of its target (Art. 9)."""
    reach = None if flying else 1
    return tuple(
        tuple(tuple((1 << target - 1, Move(origin, target)) for target in ray.squares[:reach]) for ray in of)
        for origin, of in enumerate(rays(size, False), 1)
    )


def _order(move: Move) -> tuple[int, int, tuple[int, ...]]:
    return move.origin, move.target, move.captured
