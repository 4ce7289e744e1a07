"""All explanations of one press, generated from the rules: the legal moves and each family of irregularities.

An explanation lists the squares that differ from the position before, so that weighing thousands of them stays cheap.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations

from rules.board.position import Position
from rules.board.squares import Content, Side, board
from rules.irregularity import Verdict
from rules.play.moves import Move, banned_moves, every_capture, every_quiet_move, legal_moves, play
from rules.referee.priors import FAMILY_P, ONLY_CROWNED_P, WRONG_CROWNING_P

Changes = tuple[tuple[int, Content], ...]
"""Squares with their new contents."""

# A capture of up to this many pieces is weighed with every subset of them left on the board; a larger one with one piece left, or all.
MAX_ALL_SUBSETS = 5

# At most this many captures of a position are weighed. Ordinary positions have a handful. A king among many pieces can have more than can
# be weighed while the players wait; a capture beyond this number cannot be named, so that the press is ruled `unsure`.
MAX_CAPTURES = 2000

# The explanations of this many positions are cached: several situations often share one position. Those of one take a third of a megabyte.
CACHED_POSITIONS = 12


@dataclass(frozen=True, slots=True)
class Explanation:
    """One explanation of a press."""

    verdict: Verdict
    move: Move | None
    """The move; None where no piece moved as its rules allow."""
    changes: Changes
    """The squares that differ from the position before, in ascending order."""
    log_prior: float
    squares: tuple[int, ...] = ()
    """The squares that show the irregularity."""
    is_twofold: bool = False
    """Two faults were made at once."""


@dataclass(frozen=True, slots=True)
class _ExplanationDraft:
    """An explanation before its prior is known; `changes` may hold squares that do not differ."""

    verdict: Verdict
    move: Move | None
    changes: dict[int, Content]
    squares: tuple[int, ...] = ()


def explanations(position: Position) -> tuple[Explanation, ...]:
    """All explanations of a press by the side to move. The prior of a family is shared equally among its members."""
    return frequent_explanations(position) + rare_explanations(position)


@lru_cache(CACHED_POSITIONS)
def frequent_explanations(position: Position) -> tuple[Explanation, ...]:
    """The explanations by a move of the side to move, with or without its captured pieces or its second disc, and by no move."""
    legal = _legal(position)
    promotions = list(_uncrowned(position, legal))
    uncrowned_p = FAMILY_P[Verdict.UNCROWNED] * len(promotions) / max(1, len(legal))
    families = (
        (FAMILY_P[Verdict.LEGAL], legal),
        (FAMILY_P[Verdict.NO_MOVE], [_NOTHING]),
        *(((uncrowned_p, promotions),) if position.rules.second_disc else ()),
        (FAMILY_P[Verdict.FEW], list(_few(legal))),
        (FAMILY_P[Verdict.WRONG_CAPTURE], list(_wrong_captures(position, legal))),
        (FAMILY_P[Verdict.MISSED_CAPTURE], list(_missed_captures(position, legal))),
        (FAMILY_P[Verdict.BANNED_KING], list(_banned(position))),
    )
    return tuple(told for mass, family in families for told in _shared(position, mass, family))


@lru_cache(CACHED_POSITIONS)
def rare_explanations(position: Position) -> tuple[Explanation, ...]:
    """The explanations of the families that have a member for each of many pieces or squares, so that each has a low prior."""
    legal = _legal(position)
    crownings = (
        (WRONG_CROWNING_P, list(_crowned_wrongly(position, legal))),
        (ONLY_CROWNED_P, list(_crowned_wrongly(position, [_NOTHING]))),
    )
    families = (
        *(crownings if position.rules.second_disc else ()),
        (FAMILY_P[Verdict.MANY], list(_many(position, legal))),
        (FAMILY_P[Verdict.OPPONENTS_PIECE], list(_opponents_piece(position))),
        (FAMILY_P[Verdict.UNREACHABLE], list(_unreachable(position, legal))),
    )
    return tuple(told for mass, family in families for told in _shared(position, mass, family))


RARE_P = WRONG_CROWNING_P + ONLY_CROWNED_P + sum(FAMILY_P[each] for each in (Verdict.MANY, Verdict.OPPONENTS_PIECE, Verdict.UNREACHABLE))
"""The prior of the explanations that are rare, together."""


def max_rare_p(position: Position) -> float:
    """An upper bound of the prior of one board by the rare explanations."""
    moves, pieces = legal_moves(position), position.occupied.bit_count()
    empty = board(position.rules.board_size).squares - pieces
    beside = max(1, pieces - max((len(move.captured) + 1 for move in moves), default=0))
    fewest = min(position.pieces(side).bit_count() for side in Side)
    carried_p = 2 * (FAMILY_P[Verdict.OPPONENTS_PIECE] + FAMILY_P[Verdict.UNREACHABLE]) / max(1, fewest * empty)
    with_move_p = (FAMILY_P[Verdict.MANY] + WRONG_CROWNING_P) / (max(1, len(moves)) * beside)
    return carried_p + with_move_p + ONLY_CROWNED_P / max(1, pieces)


def _legal(position: Position) -> list[_ExplanationDraft]:
    return [_ExplanationDraft(Verdict.LEGAL, move, changes_of(position, move)) for move in legal_moves(position)]


_NOTHING = _ExplanationDraft(Verdict.NO_MOVE, None, {})


def changes_of(position: Position, move: Move) -> dict[int, Content]:
    """The contents after the move of the squares that it touches, by square."""
    after = play(position, move)
    return {square: after.content(square) for square in (move.origin, *move.captured, move.target)}


def _shared(position: Position, mass: float, family: list[_ExplanationDraft]) -> Iterator[Explanation]:
    log_prior = math.log(mass / len(family)) if family else 0.0
    stood = (Content.EMPTY, *position.contents())
    for draft in family:
        changes = [_change(square, content) for square, content in draft.changes.items() if stood[square] is not content]
        changes.sort()
        yield Explanation(draft.verdict, draft.move, tuple(changes), log_prior, draft.squares)


@cache
def _change(square: int, content: Content) -> tuple[int, Content]:
    """The same pair each time: the cached explanations hold a hundred thousand of some two hundred different ones."""
    return square, content


def _uncrowned(position: Position, legal: Iterable[_ExplanationDraft]) -> Iterator[_ExplanationDraft]:
    """Art. 8: a promotion without the second disc."""
    man, king = Content.piece(position.side, False), Content.piece(position.side, True)
    for draft in legal:
        if draft.move and draft.changes[draft.move.target] is king and position.content(draft.move.origin) is man:
            yield _ExplanationDraft(Verdict.UNCROWNED, draft.move, draft.changes | {draft.move.target: man}, (draft.move.target,))


def _crowned_wrongly(position: Position, drafts: Iterable[_ExplanationDraft]) -> Iterator[_ExplanationDraft]:
    """Art. 8: with a legal move or with none, one man of either side became a king without reason, or one king a man."""
    for draft in drafts:
        for square, content in enumerate(position.contents(), 1):
            stands = draft.changes.get(square, content)
            if stands.side:
                other = Content.piece(stands.side, not stands.is_king)
                yield _ExplanationDraft(Verdict.UNCROWNED, draft.move, draft.changes | {square: other}, (square,))


def _few(legal: Iterable[_ExplanationDraft]) -> Iterator[_ExplanationDraft]:
    """Art. 27b: captured pieces were left on the board."""
    for draft in legal:
        captured = draft.move.captured if draft.move else ()
        counts = range(1, len(captured) + 1) if len(captured) <= MAX_ALL_SUBSETS else (1, len(captured))
        for count in counts:
            for left in combinations(captured, count):
                yield _ExplanationDraft(Verdict.FEW, draft.move, {s: c for s, c in draft.changes.items() if s not in left}, left)


def _many(position: Position, legal: Iterable[_ExplanationDraft]) -> Iterator[_ExplanationDraft]:
    """Art. 27b: one piece too many was taken off, with a capture or a quiet move."""
    for draft in legal:
        for square in _occupied(position):
            if square not in draft.changes:
                yield _ExplanationDraft(Verdict.MANY, draft.move, draft.changes | {square: Content.EMPTY}, (square,))


def _wrong_captures(position: Position, legal: Iterable[_ExplanationDraft]) -> Iterator[_ExplanationDraft]:
    """Art. 11, 12, 27c: a capture of less value, a man's capture in place of the king's, or an unfinished capture."""
    allowed = {(draft.move.origin, draft.move.target, draft.move.captured) for draft in legal if draft.move}
    for move in every_capture(position, MAX_CAPTURES):
        if (move.origin, move.target, move.captured) not in allowed:
            yield _ExplanationDraft(Verdict.WRONG_CAPTURE, move, changes_of(position, move), (move.origin, move.target))


def _missed_captures(position: Position, legal: list[_ExplanationDraft]) -> Iterator[_ExplanationDraft]:
    """Art. 10, 27c: a quiet move was made although a capture was compulsory."""
    if legal and legal[0].move and legal[0].move.is_capture:
        for move in every_quiet_move(position):
            yield _ExplanationDraft(Verdict.MISSED_CAPTURE, move, changes_of(position, move), (move.origin, move.target))


def _banned(position: Position) -> Iterator[_ExplanationDraft]:
    """Art. 17: the same king made a fourth quiet move."""
    for move in banned_moves(position):
        yield _ExplanationDraft(Verdict.BANNED_KING, move, changes_of(position, move), (move.origin, move.target))


def _opponents_piece(position: Position) -> Iterator[_ExplanationDraft]:
    """Art. 27a: a piece of the opponent was moved, by a move that it can make or to any empty square."""
    other = position.with_side(position.side.other)
    for move in (*every_quiet_move(other), *every_capture(other, MAX_CAPTURES)):
        yield _ExplanationDraft(Verdict.OPPONENTS_PIECE, move, changes_of(other, move), (move.origin, move.target))
    for origin, target, changes in _carried(position, _pieces(position, position.side.other), _empty(position)):
        yield _ExplanationDraft(Verdict.OPPONENTS_PIECE, None, changes, (origin, target))


def _unreachable(position: Position, legal: Iterable[_ExplanationDraft]) -> Iterator[_ExplanationDraft]:
    """Art. 27d: an own piece was set on any empty square, with or without taking off the pieces of one of its captures.

    With such a capture, it may also stand on the square of one of the captured pieces.
    """
    empty = _empty(position)
    for origin, target, changes in _carried(position, _pieces(position, position.side), empty):
        yield _ExplanationDraft(Verdict.UNREACHABLE, None, changes, (origin, target))
    for draft in legal:
        if draft.move and draft.move.captured:
            gone = dict.fromkeys(draft.move.captured, Content.EMPTY)
            for origin, target, changes in _carried(position, [draft.move.origin], [*empty, *draft.move.captured]):
                yield _ExplanationDraft(Verdict.UNREACHABLE, None, gone | changes, (origin, target))


def _carried(position: Position, origins: Iterable[int], targets: Sequence[int]) -> Iterator[tuple[int, int, dict[int, Content]]]:
    """The piece of each origin set on each of the targets, as origin, target and changes.

    A man set on its promotion row is given both as a man and as a king.
    """
    for origin in origins:
        piece = position.content(origin)
        if piece.side:
            last, king = board(position.rules.board_size).promotion_row(piece.side), Content.piece(piece.side, True)
            for target in targets:
                for stands in (piece, king) if target in last and not piece.is_king else (piece,):
                    yield origin, target, {origin: Content.EMPTY, target: stands}


def _pieces(position: Position, side: Side) -> list[int]:
    return [square for square, content in enumerate(position.contents(), 1) if content.side is side]


def _occupied(position: Position) -> list[int]:
    return [square for square, content in enumerate(position.contents(), 1) if content]


def _empty(position: Position) -> list[int]:
    return [square for square, content in enumerate(position.contents(), 1) if not content]
