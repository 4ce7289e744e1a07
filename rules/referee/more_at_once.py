"""Two faults in one press (Art. 27). There are too many pairs to try them all, so only those that the squares show are generated."""

import math
from collections.abc import Collection, Container, Iterable, Iterator
from dataclasses import replace

from rules.board.evidence import Evidence
from rules.board.position import Position
from rules.board.squares import Content, Side, board
from rules.irregularity import Verdict
from rules.play.moves import Move, legal_moves
from rules.referee.explanations import MAX_ALL_SUBSETS, Changes, Explanation, changes_of, explanations
from rules.referee.leads import CLEAR_NATS
from rules.referee.priors import DISPLACED_TOO_P, FAMILY_P, MISPLACED_AND_CROWNED_P, ONLY_TAKEN_OFF_P, SEVERAL_FAULTS_P, WITH_A_CAPTURE_P
from rules.referee.strange import MAX_ORDERLY_CHANGES, seen_board


def more_at_once(position: Position, evidence: Evidence) -> Iterator[Explanation]:
    """Explanations with two faults.

    A legal move with several wrong pieces taken off or left; a legal move with another piece elsewhere or one too many; a misplaced piece
    that was also changed between man and king, or beside which other pieces are gone. A picture that shows nothing has none.
    """
    if evidence.is_blank:
        return
    seen = seen_board(position, evidence)
    gone = {square for square, content in seen if not content}
    came = [square for square, content in seen if content]
    if len(gone) == 1 and not came:
        yield from _only_taken_off(position, gone)
    if len(came) == 1:
        carried = list(_carried(position, gone, came[0], evidence.best()[came[0] - 1]))
        yield from carried
        if position.rules.second_disc:
            yield from _crowned_too(position, came[0], carried)
    if 1 <= len(came) <= 2:
        yield from _displaced_too(position, evidence, gone, came)
    yield from _left_of_many(position, evidence)
    if 2 <= len(gone) <= MAX_ORDERLY_CHANGES + 1:
        yield from _taken_off(position, evidence, gone)


def _only_taken_off(position: Position, gone: set[int]) -> Iterator[Explanation]:
    """A piece of the side to move was taken off, and nothing else was done. No article names it, so the verdict is `unsure`."""
    own = position.pieces(position.side).bit_count()
    for square in gone:
        if position.content(square).side is position.side:
            yield Explanation(Verdict.UNSURE, None, ((square, Content.EMPTY),), math.log(ONLY_TAKEN_OFF_P / own), (square,))


def _taken_off(position: Position, evidence: Evidence, gone: set[int]) -> Iterator[Explanation]:
    """Art. 27b: several pieces too many were taken off, or some captured pieces were left and others taken off."""
    moves = legal_moves(position)
    for move in moves:
        too_many = sorted(gone - {move.origin, *move.captured})
        left = _left(position, move, evidence)
        if too_many and len(too_many) + len(left) > 1:
            verdict = Verdict.FEW if left else Verdict.MANY
            log_prior = math.log(SEVERAL_FAULTS_P / len(moves))
            yield Explanation(verdict, move, _changes(position, move, left, too_many), log_prior, (*left, *too_many), True)


def _left_of_many(position: Position, evidence: Evidence) -> Iterator[Explanation]:
    """Art. 27b: some captured pieces were left, of a capture with too many for each subset to be among the `explanations`."""
    moves = legal_moves(position)
    for move in moves:
        left = _left(position, move, evidence) if len(move.captured) > MAX_ALL_SUBSETS else ()
        if 1 < len(left) < len(move.captured):
            log_prior = math.log(FAMILY_P[Verdict.FEW] / (len(moves) * 2 ** len(move.captured)))
            yield Explanation(Verdict.FEW, move, _changes(position, move, left), log_prior, left)


def _left(position: Position, move: Move, evidence: Evidence) -> tuple[int, ...]:
    """The captured squares of the move on which the piece is plainly seen."""
    return tuple(square for square in move.captured if evidence.colour_margin(square, position.content(square)) >= CLEAR_NATS)


def _changes(position: Position, move: Move, left: Container[int], too_many: Iterable[int] = ()) -> Changes:
    """The squares that differ after the move, with some captured pieces left and other pieces taken off."""
    after = changes_of(position, move) | dict.fromkeys(too_many, Content.EMPTY)
    return tuple(
        sorted((square, stands) for square, stands in after.items() if square not in left and position.content(square) is not stands)
    )


def _crowned_too(position: Position, target: int, carried: Iterable[Explanation]) -> Iterator[Explanation]:
    """Art. 27a and 27d, where the misplaced piece was also changed between man and king off its promotion row."""
    for told in (*explanations(position), *carried):
        if told.verdict in (Verdict.OPPONENTS_PIECE, Verdict.UNREACHABLE) and told.squares[1] == target:
            after = dict(told.changes)
            piece = after.get(target, Content.EMPTY)
            if piece.side and target not in board(position.rules.board_size).promotion_row(piece.side):
                after[target] = Content.piece(piece.side, not piece.is_king)
                yield replace(told, changes=tuple(sorted(after.items())), log_prior=told.log_prior + math.log(MISPLACED_AND_CROWNED_P))


def _displaced_too(position: Position, evidence: Evidence, gone: set[int], came: Collection[int]) -> Iterator[Explanation]:
    """A legal move, and another piece elsewhere or a piece too many. No article names it, so the verdict is `unsure`.

    The square where a displaced piece stands now may show it less than clearly.
    """
    moves, best = legal_moves(position), evidence.best()
    empty = {square for square, content in enumerate(position.contents(), 1) if not content}
    arrived = [square for square in sorted(empty) if best[square - 1].side and evidence.colour_margin(square, Content.EMPTY) < 0]
    for move in moves:
        left, more = gone - {move.origin, *move.captured}, [square for square in came if square != move.target]
        if len(left) > 1 or len(more) > 1:
            continue
        ways = len(moves) * len(empty) * (len(best) - len(empty) if left else 1)
        for target in empty.intersection(more or (arrived if left else ())) - {move.target}:
            origin = min(left, default=target)
            piece = position.content(origin) or best[target - 1]
            if piece.side is best[target - 1].side:
                after = changes_of(position, move) | {origin: Content.EMPTY, target: piece}
                changes = tuple(sorted((square, stands) for square, stands in after.items() if position.content(square) is not stands))
                yield Explanation(
                    Verdict.UNSURE, None, changes, math.log(DISPLACED_TOO_P / ways), tuple(dict.fromkeys((origin, target))), True
                )


def _carried(position: Position, gone: set[int], target: int, arrived: Content) -> Iterator[Explanation]:
    """One of the pieces that are gone now stands on the target, unchanged or crowned on its promotion row, and others are missing.

    Those are the others of `gone`, and the piece that stood on the target, as when a piece is set on the square of the one that it takes.
    A legal move of the carried piece to the target is not looked at here: what else is gone then was taken off with the move (Art. 27b).
    This is Art. 27a or 27d if the missing pieces are opponents of that piece; 27a on an empty square alone, for an opponent's piece on the
    square of one's own may as well be the opponent's answer. Otherwise no article names it, the verdict is `unsure`, and any other pieces
    could be missing as well. A capture that ends on a wrong empty square is far more common than a piece that is
    carried elsewhere while others vanish.
    """
    missing = gone | {target} if position.content(target) else gone
    if not 2 <= len(missing) <= MAX_ORDERLY_CHANGES + 1:
        return
    pieces = sum(position.pieces(side).bit_count() for side in Side)
    moves = legal_moves(position)
    for origin in sorted(gone - {move.origin for move in moves if move.target == target}):
        piece, others = position.content(origin), missing - {origin}
        if piece.side is arrived.side and piece.side:
            verdict = Verdict.UNREACHABLE if piece.side is position.side else Verdict.OPPONENTS_PIECE
            captured = all(position.content(square).side is piece.side.other for square in others)
            captured = captured and (verdict is Verdict.UNREACHABLE or not position.content(target))
            named = verdict if captured else Verdict.UNSURE
            targets = len(position.contents()) - pieces + len(others)
            could_miss = position.pieces(piece.side.other).bit_count() if captured else pieces
            ways = position.pieces(piece.side).bit_count() * targets * math.comb(could_miss, len(others))
            p = WITH_A_CAPTURE_P if named is Verdict.UNREACHABLE and len(others) == 1 else SEVERAL_FAULTS_P
            if target not in missing and any(move.origin == origin and missing == {origin, *move.captured} for move in moves):
                p, ways = SEVERAL_FAULTS_P, len(missing)
            last = board(position.rules.board_size).promotion_row(piece.side)
            for stands in {piece, Content.piece(piece.side, True)} if target in last else {piece}:
                after = dict.fromkeys(gone, Content.EMPTY) | {target: stands}
                yield Explanation(named, None, tuple(sorted(after.items())), math.log(p / ways), (origin, target), True)
