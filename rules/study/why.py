"""Why a move is not legal.

Only the arbiter may see the reasons: during a game each would be a hint to a player (Art. 24).
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from rules.board.lines import promotion_mask, rays
from rules.board.position import Position, squares_of
from rules.board.squares import Content, Side, board
from rules.errors import IllegalMove
from rules.play.captures import Jumps, captures_from, visits
from rules.play.endings import Ending, ending
from rules.play.moves import Move, banned_king, banned_moves, capture_value, every_quiet_move, legal_moves, play
from rules.play.notation import has_capture_sign, parse_move, squares_in, write_move
from rules.study.reasons import Code, Haul, Reason, is_named, reason

_OF_QUIET_MOVES = (Code.FORWARD_ONLY, Code.MANS_STEP, Code.KINGS_LINES, Code.KINGS_STEP, Code.BLOCKED)
"""The reasons why a quiet move is impossible. They do not answer a move that is written as a capture."""


def why_illegal(position: Position, asked: Move | tuple[int, int], over: Ending | None = None) -> Reason | None:
    """Why the side to move may not make this move, given as a Move or as origin and target; None if it may.

    Obstacles on the board come before demands of the rules: a move that no piece can make is not said to miss a capture. `over` is an
    ending that the position alone does not show, by a count or by the arbiter.
    """
    move = asked if isinstance(asked, Move) else None
    origin, target = (asked.origin, asked.target) if isinstance(asked, Move) else asked
    if any(legal == move if move else (legal.origin, legal.target) == (origin, target) for legal in legal_moves(position)):
        over = over or ending(position)
        return _game_over(over) if over else None
    return (
        _misplaced(position, origin, target)
        or _lesser_capture(position, origin, target, move)
        or _no_capture(position, origin, target, move)
        or _forbidden(position, origin, target)
        or _out_of_reach(position, origin, target)
    )


def why_refused(position: Position, text: str) -> Reason | None:
    """Why the written move is not legal; None if it is.

    A path means the capture along it, as far as the piece can go. MalformedMove: the text is not a move. AmbiguousMove: it fits several
    legal moves.
    """
    try:
        return why_illegal(position, parse_move(text, position))
    except IllegalMove:
        squares = squares_in(text)
    if not squares:
        return reason(Code.NO_CAPTURE, position.rules)
    ends = squares[0], squares[-1]
    if len(squares) > 2:
        return _misplaced(position, *squares) or _why_not_along(position, squares)
    found = why_illegal(position, ends)
    if has_capture_sign(text) and found and found.code in _OF_QUIET_MOVES:
        return _no_such_path(position, squares)
    return found


def _why_not_along(position: Position, squares: Sequence[int]) -> Reason | None:
    by_path = _along(position, squares)
    if by_path:
        return why_illegal(position, by_path)
    crowned = _crowned_on_the_way(position, squares[0], squares[-1], squares[1:-1])
    if crowned:
        return reason(Code.CROWNED, position.rules, [crowned])
    twice = _jumped_twice(position, squares)
    if twice and is_named(Code.TWICE, position.rules):
        return reason(Code.TWICE, position.rules, [twice], _as_capture(squares))
    return _no_such_path(position, squares)


def _no_such_path(position: Position, squares: Sequence[int]) -> Reason:
    return reason(Code.NO_SUCH_PATH, position.rules, squares, _as_capture(squares))


def _as_capture(squares: Iterable[int]) -> str:
    return "x".join(map(str, squares))


def _jumped_twice(position: Position, squares: Sequence[int]) -> int | None:
    """The square of a piece that the path jumps twice, if the piece can make every jump of it (Art. 13); otherwise None."""
    jumps, jumped, twice = Jumps(position, squares[0]), 0, 0
    for start, landing in pairwise(squares):
        victim = jumps.over(1 << start - 1, 1 << landing - 1, not jumped)
        if not victim:
            return None
        twice = twice or victim & jumped
        jumped |= victim
    return twice.bit_length() or None


def _along(position: Position, squares: Sequence[int]) -> Move | None:
    """The capture that lands on these squares only, whatever the rules demand; None if the piece cannot make it."""
    origin, *via, target = squares
    for state, _ in captures_from(position, origin):
        bit, taken = state
        if bit == 1 << target - 1 and taken.bit_count() == len(via) + 1 and visits(position, origin, state, via):
            return Move(origin, target, tuple(squares_of(taken)))
    return None


def _misplaced(position: Position, origin: int, *others: int) -> Reason | None:
    """The reason if a square is not on the board, or if the contents of the first or last square forbid any move between them."""
    last, target = board(position.rules.board_size).squares, others[-1]
    outside = [square for square in (origin, *others) if not 1 <= square <= last]
    if outside:
        return reason(Code.NOT_A_SQUARE, position.rules, dict.fromkeys(outside))
    stands = position.content(origin)
    if stands is Content.EMPTY:
        return reason(Code.NO_PIECE, position.rules, [origin])
    if stands.side is not position.side:
        return reason(Code.NOT_YOURS, position.rules, [origin])
    if target != origin and position.content(target):
        return reason(Code.OCCUPIED, position.rules, [target])
    return None


def _lesser_capture(position: Position, origin: int, target: int, move: Move | None) -> Reason | None:
    """The reason if the piece can make this capture but the rules demand more: going on, a greater value, or the king (Art. 10-12)."""
    wanted = _mask(move.captured) if move else None
    fitting = [
        (capture_value(position, taken), ends, taken)
        for (bit, taken), ends in captures_from(position, origin)
        if bit == 1 << target - 1 and wanted in (None, taken)
    ]
    if not fitting:
        return None
    value, ends, taken = max(fitting)
    legal = legal_moves(position)
    written = write_move(position, Move(origin, target, tuple(squares_of(taken))))
    onward = [one for one in legal if one.origin == origin and not taken & ~_mask(one.captured) and _calls_at(position, one, target)]
    if onward and not ends:
        return reason(Code.GOES_ON, position.rules, [target], written, _written(position, onward))
    if value < capture_value(position, _mask(legal[0].captured)) and not (not ends and _stands_back(position, origin, target, taken)):
        return _too_little(position, origin, written, taken)
    return reason(Code.KING_FIRST, position.rules, [origin], written, _written(position, legal))


def _stands_back(position: Position, origin: int, target: int, taken: int) -> bool:
    """Whether a man's capture, finished from there, is worth as much as the capture of the king that goes first (Art. 12)."""
    if not position.rules.king_goes_first or position.content(origin).is_king:
        return False
    due = capture_value(position, _mask(legal_moves(position)[0].captured))
    return any(
        ends
        and not taken & ~more
        and capture_value(position, more) == due
        and _calls_at(position, Move(origin, bit.bit_length(), tuple(squares_of(more))), target)
        for (bit, more), ends in captures_from(position, origin)
    )


def _calls_at(position: Position, move: Move, square: int) -> bool:
    return visits(position, move.origin, (1 << move.target - 1, _mask(move.captured)), (square,))


def _no_capture(position: Position, origin: int, target: int, move: Move | None) -> Reason | None:
    """The reason if the piece cannot make this capture: it is crowned on the way, or no such capture exists."""
    crowned = _crowned_on_the_way(position, origin, target)
    if crowned and (move is None or move.captured):
        return reason(Code.CROWNED, position.rules, [crowned])
    if move and move.captured:
        return reason(Code.NO_SUCH_CAPTURE, position.rules, move.captured)
    return None


def _crowned_on_the_way(position: Position, origin: int, target: int, via: Sequence[int] = ()) -> int | None:
    """The square on which the man's capture ends by its crowning, although a king could capture on to the target; None without one.

    If `via` is given, the square is one of these.
    """
    rules, side = position.rules, position.side
    if not rules.crowning_ends_capture or position.content(origin).is_king:
        return None
    for (bit, taken), _ in captures_from(position, origin):
        if bit & promotion_mask(rules.board_size, side):
            crowned = bit.bit_length()
            if via and crowned not in via:
                continue
            after = play(position, Move(origin, crowned, tuple(squares_of(taken)))).with_side(side)
            if any(further == 1 << target - 1 for (further, _), _ in captures_from(after, crowned)):
                return crowned
    return None


def _forbidden(position: Position, origin: int, target: int) -> Reason | None:
    """The reason if the piece can make this quiet move but may not: a capture is compulsory, or the king is banned (Art. 10, 17)."""
    if Move(origin, target) not in every_quiet_move(position):
        return None
    return _banned(position) if Move(origin, target) in banned_moves(position) else _compulsory(position)


def _out_of_reach(position: Position, origin: int, target: int) -> Reason:
    """The reason why no quiet move leads there (Art. 7, 9); its code is one of _OF_QUIET_MOVES."""
    rules, squares = position.rules, dict.fromkeys((origin, target))
    if not position.content(origin).is_king:
        rows = board(rules.board_size).row_col(target)[0] - board(rules.board_size).row_col(origin)[0]
        goes_forward = rows < 0 if position.side is Side.WHITE else rows > 0
        return reason(Code.MANS_STEP if goes_forward else Code.FORWARD_ONLY, rules, squares)
    if not rules.flying_kings:
        return reason(Code.KINGS_STEP, rules, squares)
    ray = next((ray for ray in rays(rules.board_size, False)[origin - 1] if target in ray.squares), None)
    if ray is None:
        return reason(Code.KINGS_LINES, rules, squares)
    return reason(Code.BLOCKED, rules, [ray.nearest(position.occupied).bit_length()])


def _compulsory(position: Position) -> Reason:
    legal = legal_moves(position)
    return reason(Code.COMPULSORY, position.rules, sorted({move.origin for move in legal}), required=_written(position, legal))


def _too_little(position: Position, origin: int, written: str, taken: int) -> Reason:
    legal = legal_moves(position)
    due = _haul(position, _mask(legal[0].captured))
    found = reason(Code.TOO_LITTLE, position.rules, [origin], written, _written(position, legal))
    return replace(found, taken=_haul(position, taken), due=due)


def _banned(position: Position) -> Reason:
    found = reason(Code.BANNED, position.rules, [banned_king(position) or 0])
    return replace(found, count=position.king_moves(position.side).count)


def _game_over(over: Ending) -> Reason:
    return Reason(Code.GAME_OVER, over.article, ending=over)


def _haul(position: Position, taken: int) -> Haul:
    other = position.side.other
    return Haul((taken & position.men(other)).bit_count(), (taken & position.kings(other)).bit_count())


def _written(position: Position, moves: Iterable[Move]) -> tuple[str, ...]:
    return tuple(write_move(position, move) for move in moves)


def _mask(squares: Iterable[int]) -> int:
    return sum(1 << square - 1 for square in squares)
