"""Boards after an irregular press, of every kind that a player can make."""

import random
from collections.abc import Callable

from rules.board.position import Position
from rules.board.squares import Content, Side, board
from rules.play.moves import Move, banned_moves, legal_moves, play
from tests.bench.refereeing.naming import Contents, captures, quiet_moves

Chance = random.Random
Fault = Callable[[Chance, Position], Contents | None]
"""A function from the position to the board after the fault; None where the fault cannot happen."""

DISTURBED = (6, 14)
"""The number of pieces that are moved when the board is jumbled."""


def no_move(chance: Chance, position: Position) -> Contents:
    return position.contents()


def left_standing(chance: Chance, position: Position) -> Contents | None:
    """Art. 27b: captured pieces are left on the board, mostly one."""
    move = _legal(chance, position)
    if not move or not move.captured:
        return None
    count = 1 if chance.random() < 0.7 else chance.randint(1, len(move.captured))
    return _with(_after(position, move), {square: position.content(square) for square in chance.sample(move.captured, count)})


def too_many(chance: Chance, position: Position) -> Contents | None:
    """Art. 27b: pieces that were not captured are taken off, also with a quiet move."""
    move = _legal(chance, position)
    if not move:
        return None
    after = _after(position, move)
    others = [square for square in _squares(after) if square != move.target]
    if not others:
        return None
    near = sorted(others, key=lambda square: abs(square - move.target))[:4] if chance.random() < 0.5 else others
    count = min(1 if chance.random() < 0.85 else 2, len(near))
    return _with(after, dict.fromkeys(chance.sample(near, count), Content.EMPTY))


def few_and_many(chance: Chance, position: Position) -> Contents | None:
    """Art. 27b: a captured piece is left and another taken off instead."""
    few = left_standing(chance, position)
    if not few:
        return None
    others = [square for square in _squares(few, position.side.other) if few[square - 1] is position.content(square)]
    return _with(few, {chance.choice(others): Content.EMPTY}) if others else None


def missed_capture(chance: Chance, position: Position) -> Contents | None:
    """Art. 10, 27c: a quiet move although a capture was compulsory."""
    move = _legal(chance, position)
    quiet = quiet_moves(position) if move and move.captured else []
    return _after(position, chance.choice(quiet)) if quiet else None


def wrong_capture(chance: Chance, position: Position) -> Contents | None:
    """Art. 11, 12, 27c: a capture of less value, by the wrong piece, or unfinished."""
    legal = {(move.origin, move.target, frozenset(move.captured)) for move in legal_moves(position)}
    if not any(taken for _, _, taken in legal):
        return None
    found = [(origin, *state) for origin in _squares(position.contents(), position.side) for state in captures(position, origin)]
    wrong = [one for one in found if one not in legal]
    if not wrong:
        return None
    origin, target, taken = chance.choice(wrong)
    return _after(position, Move(origin, target, tuple(sorted(taken))))


def carried_off(chance: Chance, position: Position) -> Contents | None:
    """Art. 27d: an own piece is set on any square, mostly near its own."""
    return _carried(chance, position.contents(), position.side)


def landed_wrong(chance: Chance, position: Position) -> Contents | None:
    """Art. 27d: the captured pieces are off, but the capturing piece is on a square that it cannot reach."""
    move = _legal(chance, position)
    if not move or not move.captured:
        return None
    after = _after(position, move)
    empty = [square for square in _squares(after, None) if square != move.origin]
    near = sorted(empty, key=lambda square: abs(square - move.target))[:8]
    return _with(after, {move.target: Content.EMPTY, chance.choice(near): position.content(move.origin)})


def opponents_piece(chance: Chance, position: Position) -> Contents | None:
    """Art. 27a: an opposing piece is moved, by a move that it can make or to any square."""
    other = position.with_side(position.side.other)
    move = _legal(chance, other)
    if move and chance.random() < 0.6:
        return _after(other, move)
    return _carried(chance, position.contents(), position.side.other)


def banned(chance: Chance, position: Position) -> Contents | None:
    """Art. 17: a fourth quiet move with the same king."""
    moves = banned_moves(position)
    return _after(position, chance.choice(moves)) if moves else None


def second_disc_missing(chance: Chance, position: Position) -> Contents | None:
    """Art. 8: a promotion without the second disc."""
    moves = [move for move in legal_moves(position) if _crowns(position, move)]
    if not moves:
        return None
    move = chance.choice(moves)
    return _with(_after(position, move), {move.target: Content.piece(position.side, False)})


def wrongly_crowned(chance: Chance, position: Position) -> Contents | None:
    """Art. 8: with a legal move, a man becomes a king or a king loses its second disc."""
    move = _legal(chance, position)
    if not move:
        return None
    after = _after(position, move)
    square = move.target if chance.random() < 0.5 else chance.choice(_squares(after, position.side))
    return _with(after, {square: Content.piece(position.side, not after[square - 1].is_king)})


def jumbled(chance: Chance, position: Position) -> Contents | None:
    """Art. 20.3: the pieces are in disorder."""
    contents = position.contents()
    for _ in range(chance.randint(*DISTURBED)):
        moved = _carried(chance, contents, chance.choice(list(Side)))
        contents = moved or contents
    if chance.random() < 0.3:
        contents = _with(contents, {chance.choice(_squares(contents)): Content.EMPTY})
    return contents


def two_at_once(chance: Chance, position: Position) -> Contents | None:
    """A move or an irregularity together with a second fault: a piece moved, added, removed, of the other colour, or crowned."""
    first = chance.choice((no_move, left_standing, missed_capture, carried_off, opponents_piece, second_disc_missing, _a_legal_move))
    contents = first(chance, position)
    if not contents:
        return None
    match chance.randrange(5):
        case 0:
            return _carried(chance, contents, chance.choice(list(Side)))
        case 1:
            return _with(contents, {chance.choice(_squares(contents, None)): Content.piece(chance.choice(list(Side)), False)})
        case 2:
            return _with(contents, {chance.choice(_squares(contents)): Content.EMPTY})
    square = chance.choice(_squares(contents))
    stands = contents[square - 1]
    side = stands.side or position.side
    return _with(contents, {square: Content.piece(chance.choice((side, side.other)), not stands.is_king)})


FAULTS: tuple[Fault, ...] = (
    no_move,
    left_standing,
    too_many,
    few_and_many,
    missed_capture,
    wrong_capture,
    carried_off,
    landed_wrong,
    opponents_piece,
    banned,
    second_disc_missing,
    wrongly_crowned,
    jumbled,
    two_at_once,
)


RARE = (banned, second_disc_missing, wrong_capture, missed_capture, left_standing, few_and_many, landed_wrong)
"""The faults that few positions allow."""


def _legal(chance: Chance, position: Position) -> Move | None:
    moves = legal_moves(position)
    return chance.choice(moves) if moves else None


def _a_legal_move(chance: Chance, position: Position) -> Contents | None:
    move = _legal(chance, position)
    return _after(position, move) if move else None


def _after(position: Position, move: Move) -> Contents:
    return play(position, move).contents()


def _crowns(position: Position, move: Move) -> bool:
    return not position.content(move.origin).is_king and move.target in board(position.rules.board_size).promotion_row(position.side)


def _carried(chance: Chance, contents: Contents, side: Side) -> Contents | None:
    pieces, empty = _squares(contents, side), _squares(contents, None)
    if not pieces or not empty:
        return None
    origin = chance.choice(pieces)
    near = sorted(empty, key=lambda square: abs(square - origin))[:10] if chance.random() < 0.7 else empty
    return _with(contents, {origin: Content.EMPTY, chance.choice(near): contents[origin - 1]})


ANY = object()


def _squares(contents: Contents, side: object = ANY) -> list[int]:
    """The squares with a piece of that side, with any piece, or (for None) with no piece."""
    return [square for square, content in enumerate(contents, 1) if (bool(content) if side is ANY else content.side is side)]


def _with(contents: Contents, changes: dict[int, Content]) -> Contents:
    return tuple(changes.get(square, content) for square, content in enumerate(contents, 1))
