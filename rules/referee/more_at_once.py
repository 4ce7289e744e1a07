"""Two things wrong at once, of which there are too many to try them all: those that the squares show (Art. 27)."""

import math
from collections.abc import Iterator
from dataclasses import replace

from rules.board.evidence import Evidence
from rules.board.position import Position
from rules.board.squares import Content, board
from rules.irregularity import Verdict
from rules.play.moves import legal_moves
from rules.referee.explanations import Explanation, changes_of, explanations
from rules.referee.priors import CROWNED_TOO, MORE_AT_ONCE
from rules.referee.strange import CLEAR_NATS, JUMBLED_OVER, seen_board


def more_at_once(position: Position, evidence: Evidence) -> Iterator[Explanation]:
    """A legal move and more wrong with what it took off than one piece, and a piece set elsewhere and crowned, or beside others that are
    gone."""
    seen = seen_board(position, evidence)
    gone = {square for square, content in seen if not content}
    came = [square for square, content in seen if content]
    if len(came) == 1:
        yield from _crowned_too(position, came[0])
    if 2 <= len(gone) <= JUMBLED_OVER + 1:
        yield from _taken_off(position, evidence, gone)
        if len(came) == 1:
            yield from _carried(position, gone, came[0], evidence.best()[came[0] - 1])


def _taken_off(position: Position, evidence: Evidence, gone: set[int]) -> Iterator[Explanation]:
    """Art. 27b: several pieces too many, or some left and others gone."""
    moves = legal_moves(position)
    for move in moves:
        too_many = sorted(gone - {move.origin, *move.captured})
        left = tuple(
            square
            for square in move.captured
            if square not in gone and evidence.colour_margin(square, position.content(square)) >= CLEAR_NATS
        )
        if too_many and len(too_many) + len(left) > 1:
            after = changes_of(position, move) | dict.fromkeys(too_many, Content.EMPTY)
            changes = tuple(sorted((s, c) for s, c in after.items() if s not in left and position.content(s) is not c))
            verdict = Verdict.FEW if left else Verdict.MANY
            yield Explanation(verdict, move, changes, math.log(MORE_AT_ONCE / len(moves)), (*left, *too_many), True)


def _crowned_too(position: Position, target: int) -> Iterator[Explanation]:
    """Art. 27a and 27d with a second disc put on, or taken off, anywhere on the board."""
    for told in explanations(position):
        if told.verdict in (Verdict.OPPONENTS_PIECE, Verdict.UNREACHABLE) and told.squares[1] == target:
            after = dict(told.changes)
            piece = after.get(target, Content.EMPTY)
            if piece.side and target not in board(position.rules.board_size).promotion_row(piece.side):
                after[target] = Content.piece(piece.side, not piece.is_king)
                yield replace(told, changes=tuple(sorted(after.items())), log_prior=told.log_prior + math.log(CROWNED_TOO))


def _carried(position: Position, gone: set[int], target: int, arrived: Content) -> Iterator[Explanation]:
    """One of those that are gone stands on the target, as the man or the king it was, or a man crowned.

    That is Art. 27a or 27d where the target was empty and the others are pieces that it may have captured; else no article names it.
    """
    for origin in sorted(gone):
        piece = position.content(origin)
        if piece.side is arrived.side and piece.side:
            captured = all(position.content(square).side is piece.side.other for square in gone - {origin})
            verdict = Verdict.UNREACHABLE if piece.side is position.side else Verdict.OPPONENTS_PIECE
            named = verdict if captured and not position.content(target) else Verdict.UNSURE
            last = board(position.rules.board_size).promotion_row(piece.side)
            for stands in {piece, Content.piece(piece.side, True)} if target in last else {piece}:
                after = dict.fromkeys(gone, Content.EMPTY) | {target: stands}
                yield Explanation(named, None, tuple(sorted(after.items())), math.log(MORE_AT_ONCE / len(gone)), (origin, target), True)
