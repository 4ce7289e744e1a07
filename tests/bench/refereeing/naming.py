"""The name of a difference of two boards, found from the boards alone: the first that fits in the order of names.

An oracle beside the referee's own hypotheses: it takes only the legal moves of `rules.play`, looks at a board that is given instead of
generating boards, and has pieces jump in rows and columns.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from rules.board.position import Position
from rules.board.ruleset import RuleSet
from rules.board.squares import Content, Side, board
from rules.play.moves import Move, banned_king, legal_moves, play

Contents = tuple[Content, ...]
Name = tuple[str, Move | None]
"""The event, and the move if one was made."""

MAX_ORDERLY_CHANGES = 5
"""The pieces are jumbled only if more squares than this differ."""
MAX_CAPTURE_STATES = 4000
"""The most captures of one piece that are followed; kings among many pieces have more."""


def names(position: Position, contents: Contents) -> list[Name]:
    """The first name that fits, and the first that fits if kings and men count alike, because a second disc may be a second fault.

    Only `jumbled` or `unsure` if no name fits.
    """
    exact = next(_names(position, contents, heights=True), None)
    if exact and exact[0] in ("legal", "no-move"):
        return [exact]
    loose = next(_names(position, contents, heights=False), None)
    found = [name for name in (exact, loose) if name]
    nothing = "jumbled" if len(differing(position.contents(), contents)) > MAX_ORDERLY_CHANGES else "unsure"
    return list(dict.fromkeys(found)) or [(nothing, None)]


def differing(before: Sequence[Content], after: Sequence[Content]) -> list[int]:
    """The squares that differ."""
    return [square for square, (one, other) in enumerate(zip(before, after, strict=True), 1) if one is not other]


def _names(position: Position, contents: Contents, heights: bool) -> Iterator[Name]:
    before = position.contents()
    seen = contents if heights else sides(contents)
    after = [(move, play(position, move).contents()) for move in legal_moves(position)]
    if heights:
        yield from (("legal", move) for move, stands in after if stands == contents)
        if contents == before:
            yield "no-move", None
    yield from (("uncrowned", move) for move, stands in after if sides(stands) == sides(contents))
    if sides(contents) == sides(before):
        yield "uncrowned", None
    yield from _taken(before, seen, after, heights)
    moved = _moved(before, contents, position.side, heights)
    if moved:
        yield from _own_piece(position, contents, *moved, heights=heights)
    elif any(stands == contents for _, stands in _circles(position)):
        yield from (("27c-wrong", move) for move, stands in _circles(position) if stands == contents)
    if _moved(before, contents, position.side.other, heights):
        yield "27a", None
    if moved:
        yield "27d", None


def sides(contents: Sequence[Content]) -> tuple[Side | None, ...]:
    """The side on each square; None for an empty one."""
    return tuple(content.side for content in contents)


def _taken(before: Contents, seen: Sequence[object], after: list[tuple[Move, Contents]], heights: bool) -> Iterator[Name]:
    """Art. 27b: a legal move with captured pieces left, or too many pieces gone, or both."""
    told: dict[str, list[Name]] = {"27b-few": [], "27b-many": []}
    for move, stands in after:
        few = many = False
        for square, (was, right, now) in enumerate(zip(before, stands, seen, strict=True), 1):
            stood, due = (was, right) if heights else (was.side, right.side)
            if now == due:
                continue
            if square in move.captured and now == stood:
                few = True
            elif square != move.target and not now:
                many = True
            else:
                break
        else:
            if few or many:
                name = "27b-few" if few else "27b-many"
                told[name].append((name, move))
    yield from told["27b-few"]
    yield from told["27b-many"]


def _moved(before: Contents, contents: Contents, side: Side, heights: bool) -> tuple[int, int, frozenset[int]] | None:
    """Origin and target of the one piece of that side that moved, and the opposing pieces that are gone; None if more differs."""
    gone, come, taken = [], [], []
    for square in differing(before, contents):
        was, now = before[square - 1].side, contents[square - 1].side
        if was is side and now is None:
            gone.append(square)
        elif was is None and now is side:
            come.append(square)
        elif was is side.other and now is None:
            taken.append(square)
        elif heights or was is not now:
            return None
    return (gone[0], come[0], frozenset(taken)) if len(gone) == len(come) == 1 else None


def _own_piece(position: Position, contents: Contents, origin: int, target: int, taken: frozenset[int], heights: bool) -> Iterator[Name]:
    """Art. 10-12, 17, 27c: a capture that is not compulsory, a quiet move in place of a capture, or a move of a banned king."""
    move = Move(origin, target, tuple(sorted(taken)))
    if heights and play(position, move).content(target) is not contents[target - 1]:
        return
    legal = legal_moves(position)
    if taken:
        if any(target == end and taken == gone for end, gone in captures(position, origin)):
            yield "27c-wrong", move
    elif _walks(position, origin, target):
        if legal and legal[0].is_capture:
            yield "27c-missed", move
        elif banned_king(position) == origin:
            yield "17", move


def _circles(position: Position) -> list[tuple[Move, Contents]]:
    """The captures that end on their first square, with the boards after them."""
    found = []
    for origin in _pieces(position):
        for end, taken in captures(position, origin):
            if end == origin:
                move = Move(origin, end, tuple(sorted(taken)))
                found.append((move, play(position, move).contents()))
    return found


def quiet_moves(position: Position) -> list[Move]:
    """The quiet moves that the pieces can make, even if a capture is compulsory or a king is banned."""
    squares = range(1, board(position.rules.board_size).squares + 1)
    return [Move(origin, target) for origin in _pieces(position) for target in squares if _walks(position, origin, target)]


def _pieces(position: Position) -> list[int]:
    return [square for square, content in enumerate(position.contents(), 1) if content.side is position.side]


def _walks(position: Position, origin: int, target: int) -> bool:
    """Whether the piece on one square can go to the other without a capture (Art. 7, 9)."""
    layout, piece = board(position.rules.board_size), position.content(origin)
    (row, col), (to_row, to_col) = layout.row_col(origin), layout.row_col(target)
    down, across = to_row - row, to_col - col
    if abs(down) != abs(across) or not down:
        return False
    if not piece.is_king:
        return down == (-1 if position.side is Side.WHITE else 1) and not position.content(target)
    way = [layout.square_at(row + i * _sign(down), col + i * _sign(across)) for i in range(1, abs(down) + 1)]
    return (position.rules.flying_kings or len(way) == 1) and not any(position.content(square) for square in way if square)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


@lru_cache(256)
def captures(position: Position, origin: int) -> tuple[tuple[int, frozenset[int]], ...]:
    """Every square that the piece can reach by jumps, with the captured pieces, finished or not (Art. 7, 9, 13, 14)."""
    found: dict[tuple[int, frozenset[int]], None] = {}
    waiting: list[tuple[int, frozenset[int]]] = [(origin, frozenset())]
    while waiting and len(found) < MAX_CAPTURE_STATES:
        square, taken = waiting.pop()
        for victim, landing in _jumps(position, origin, square, not taken):
            state = landing, taken | {victim}
            if victim not in taken and state not in found:
                found[state] = None
                if not _is_crowned_there(position, origin, landing):
                    waiting.append(state)
    return tuple(found)


def _is_crowned_there(position: Position, origin: int, landing: int) -> bool:
    row = board(position.rules.board_size).promotion_row(position.side)
    return position.rules.crowning_ends_capture and not position.content(origin).is_king and landing in row


def _directions(rules: RuleSet, side: Side, king: bool, first: bool) -> list[tuple[int, int]]:
    backward = king or (rules.men_capture_backward if first else rules.men_capture_backward_later)
    ahead = -1 if side is Side.WHITE else 1
    diagonal = [(down, across) for down, across in product((-1, 1), (-1, 1)) if backward or down == ahead]
    return diagonal + ([(-2, 0), (2, 0), (0, -2), (0, 2)] if rules.straight_captures else [])


def _jumps(position: Position, origin: int, square: int, first: bool) -> Iterator[tuple[int, int]]:
    layout, side = board(position.rules.board_size), position.side
    king = position.content(origin).is_king
    flies = king and position.rules.flying_kings
    row, col = layout.row_col(square)
    for down, across in _directions(position.rules, side, king, first):
        victim = None
        for step in range(1, layout.size):
            here = layout.square_at(row + step * down, col + step * across)
            if here is None or (step > 2 and not flies):
                break
            stands = position.content(here) if here != origin else Content.EMPTY
            if victim is None and stands.side is side.other:
                victim = here
            elif stands:
                break
            elif victim:
                yield victim, here
            elif not flies:
                break
