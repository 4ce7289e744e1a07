"""Everything that may have been done between two presses, generated from the rules: legal moves and each family of irregularities.

An explanation is told as the squares that differ from the position before, so that weighing thousands of them stays cheap.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from rules.board.position import Position
from rules.board.squares import Content, Side, board
from rules.irregularity import Verdict
from rules.play.moves import Move, banned_moves, every_capture, every_quiet_move, legal_moves, play
from rules.referee.priors import CROWNED_WRONGLY, FAMILY

Changes = tuple[tuple[int, Content], ...]

# A capture of more pieces has so many subsets that only leaving one, or all, of them is considered.
FEW_LEFT_ALL_SUBSETS = 5

# Ordinary positions have a handful. Where a king finds its way through a crowd there are more than can be weighed while players wait;
# what is left out can then not be named, and is unsure.
CAPTURES_WEIGHED = 2000


# Positions whose explanations are kept: situations that differ in how they came about stand on the same board.
REMEMBERED = 32


@dataclass(frozen=True, slots=True)
class Explanation:
    """One way to have come to a press: its name, the move where one was made, what differs now, and where the irregularity shows."""

    verdict: Verdict
    move: Move | None
    changes: Changes
    log_prior: float
    squares: tuple[int, ...] = ()
    is_twofold: bool = False
    """Two things wrong at once."""


@dataclass(frozen=True, slots=True)
class _Draft:
    verdict: Verdict
    move: Move | None
    changes: dict[int, Content]
    squares: tuple[int, ...] = ()


@lru_cache(REMEMBERED)
def explanations(position: Position) -> tuple[Explanation, ...]:
    """All explanations of a press by the side to move, each family's mass shared among its members."""
    legal = [_Draft(Verdict.LEGAL, move, changes_of(position, move)) for move in legal_moves(position)]
    nothing = _Draft(Verdict.NO_MOVE, None, {})
    promotions = list(_uncrowned(position, legal))
    families = (
        (FAMILY[Verdict.LEGAL], legal),
        (FAMILY[Verdict.NO_MOVE], [nothing]),
        (FAMILY[Verdict.UNCROWNED] * len(promotions) / max(1, len(legal)), promotions),
        (CROWNED_WRONGLY, list(_crowned_wrongly(position, (*legal, nothing)))),
        (FAMILY[Verdict.FEW], list(_few(legal))),
        (FAMILY[Verdict.MANY], list(_many(position, legal))),
        (FAMILY[Verdict.WRONG_CAPTURE], list(_wrong_captures(position, legal))),
        (FAMILY[Verdict.MISSED_CAPTURE], list(_missed_captures(position, legal))),
        (FAMILY[Verdict.BANNED_KING], list(_banned(position))),
        (FAMILY[Verdict.OPPONENTS_PIECE], list(_opponents_piece(position))),
        (FAMILY[Verdict.UNREACHABLE], list(_unreachable(position, legal))),
    )
    return tuple(told for mass, family in families for told in _shared(position, mass, family))


def changes_of(position: Position, move: Move) -> dict[int, Content]:
    """What stands on the squares that the move touches, after it."""
    after = play(position, move)
    return {square: after.content(square) for square in (move.origin, *move.captured, move.target)}


def _shared(position: Position, mass: float, family: list[_Draft]) -> Iterator[Explanation]:
    log_prior = math.log(mass / len(family)) if family else 0.0
    stood = (Content.EMPTY, *position.contents())
    for draft in family:
        changes = tuple(sorted((square, content) for square, content in draft.changes.items() if stood[square] is not content))
        yield Explanation(draft.verdict, draft.move, changes, log_prior, draft.squares)


def _uncrowned(position: Position, legal: Iterable[_Draft]) -> Iterator[_Draft]:
    """Art. 8: a promotion without its second disc."""
    man, king = Content.piece(position.side, False), Content.piece(position.side, True)
    for draft in legal:
        if draft.move and draft.changes[draft.move.target] is king and position.content(draft.move.origin) is man:
            yield _Draft(Verdict.UNCROWNED, draft.move, draft.changes | {draft.move.target: man}, (draft.move.target,))


def _crowned_wrongly(position: Position, legal: Iterable[_Draft]) -> Iterator[_Draft]:
    """Art. 8: beside a move, or none, a man of either side has become a king without reason, or a king a man."""
    for draft in legal:
        for square, content in enumerate(position.contents(), 1):
            stands = draft.changes.get(square, content)
            if stands.side:
                other = Content.piece(stands.side, not stands.is_king)
                yield _Draft(Verdict.UNCROWNED, draft.move, draft.changes | {square: other}, (square,))


def _few(legal: Iterable[_Draft]) -> Iterator[_Draft]:
    """Art. 27b: captured pieces left standing."""
    for draft in legal:
        captured = draft.move.captured if draft.move else ()
        counts = range(1, len(captured) + 1) if len(captured) <= FEW_LEFT_ALL_SUBSETS else (1, len(captured))
        for count in counts:
            for left in combinations(captured, count):
                yield _Draft(Verdict.FEW, draft.move, {s: c for s, c in draft.changes.items() if s not in left}, left)


def _many(position: Position, legal: Iterable[_Draft]) -> Iterator[_Draft]:
    """Art. 27b: one piece more than was captured taken off, also beside a quiet move."""
    for draft in legal:
        for square in _occupied(position):
            if square not in draft.changes:
                yield _Draft(Verdict.MANY, draft.move, draft.changes | {square: Content.EMPTY}, (square,))


def _wrong_captures(position: Position, legal: Iterable[_Draft]) -> Iterator[_Draft]:
    """Art. 11, 12, 27c: a capture of less value, the man's where the king had to, or one broken off."""
    allowed = {(draft.move.origin, draft.move.target, draft.move.captured) for draft in legal if draft.move}
    for move in every_capture(position, CAPTURES_WEIGHED):
        if (move.origin, move.target, move.captured) not in allowed:
            yield _Draft(Verdict.WRONG_CAPTURE, move, changes_of(position, move), (move.origin, move.target))


def _missed_captures(position: Position, legal: list[_Draft]) -> Iterator[_Draft]:
    """Art. 10, 27c: a quiet move although a capture was compulsory."""
    if legal and legal[0].move and legal[0].move.is_capture:
        for move in every_quiet_move(position):
            yield _Draft(Verdict.MISSED_CAPTURE, move, changes_of(position, move), (move.origin, move.target))


def _banned(position: Position) -> Iterator[_Draft]:
    """Art. 17: a fourth quiet move with the same king."""
    for move in banned_moves(position):
        yield _Draft(Verdict.BANNED_KING, move, changes_of(position, move), (move.origin, move.target))


def _opponents_piece(position: Position) -> Iterator[_Draft]:
    """Art. 27a: a piece of the opponent moved, as its own rules would have it or set anywhere."""
    other = position.with_side(position.side.other)
    for move in (*every_quiet_move(other), *every_capture(other, CAPTURES_WEIGHED)):
        yield _Draft(Verdict.OPPONENTS_PIECE, move, changes_of(other, move), (move.origin, move.target))
    for origin, target, changes in _carried(position, _pieces(position, position.side.other)):
        yield _Draft(Verdict.OPPONENTS_PIECE, None, changes, (origin, target))


def _unreachable(position: Position, legal: Iterable[_Draft]) -> Iterator[_Draft]:
    """Art. 27d: an own piece set on any other square, alone or with the pieces of one of its captures taken."""
    for origin, target, changes in _carried(position, _pieces(position, position.side)):
        yield _Draft(Verdict.UNREACHABLE, None, changes, (origin, target))
    for draft in legal:
        if draft.move and draft.move.captured:
            gone = dict.fromkeys(draft.move.captured, Content.EMPTY)
            for origin, target, changes in _carried(position, [draft.move.origin]):
                yield _Draft(Verdict.UNREACHABLE, None, gone | changes, (origin, target))


def _carried(position: Position, origins: Iterable[int]) -> Iterator[tuple[int, int, dict[int, Content]]]:
    """Each of these pieces set on each empty square, a man that comes to its promotion row with a second disc and without: from where, to
    where, and what changes."""
    empty = _empty(position)
    for origin in origins:
        piece = position.content(origin)
        if piece.side:
            last, king = board(position.rules.board_size).promotion_row(piece.side), Content.piece(piece.side, True)
            for target in empty:
                for stands in (piece, king) if target in last and not piece.is_king else (piece,):
                    yield origin, target, {origin: Content.EMPTY, target: stands}


def _pieces(position: Position, side: Side) -> list[int]:
    return [square for square, content in enumerate(position.contents(), 1) if content.side is side]


def _occupied(position: Position) -> list[int]:
    return [square for square, content in enumerate(position.contents(), 1) if content]


def _empty(position: Position) -> list[int]:
    return [square for square, content in enumerate(position.contents(), 1) if not content]
