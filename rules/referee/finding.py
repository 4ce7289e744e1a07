"""Finding the game again: after some presses without a ruling, a board that is clearly seen is taken as the position.

The pieces stand where they are seen. The few squares that are seen least stay open, and so does which pieces are kings where the heights
and the record differ. The moves of those presses are told where one line of legal moves alone leads from the last known position to the
board, no picture speaks against it, and no likely situation has other moves.
"""

import math
from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations, islice

from rules.board.evidence import Evidence
from rules.board.position import Position
from rules.board.squares import Content, Side
from rules.irregularity import Verdict
from rules.play.moves import Move, legal_moves, play
from rules.play.notation import write_move
from rules.referee.belief import Belief, Ruling, Silence, Situation, changed, guessed_kings, sides
from rules.referee.leads import CLEAR_NATS, PLAIN_HEIGHT_NATS
from rules.referee.outcomes import found_again
from rules.referee.priors import (
    KINGS_AS_SEEN_P,
    MAX_SILENT_PRESSES,
    MAX_UNKNOWN_SQUARES,
    MIN_CARRIED_SHARE,
    MIN_CORRECTED_P,
    MIN_EXPLAINED_P,
    MIN_RULING_P,
    OVERLOOKED_P,
)
from rules.referee.strange import MAX_WEAK_SQUARES, likeliest_other, log_sum
from rules.referee.weights import difference

MAX_RECONSTRUCTED_PLIES = 4
"""Longer lines are not looked for: there are too many, and hardly ever one alone."""
MAX_LINES = 20_000
"""The most lines that are looked at, so that a press is ruled in well under a second."""
MAX_WEAK_NATS = -math.log(MIN_CARRIED_SHARE)
"""The lead of a square that is seen so well that no other content would be kept."""


def listened(belief: Belief, start: Position, own: Ruling, evidence: Evidence) -> Belief:
    """The belief with its silence continued or ended by this ruling of a press; `start` was the likeliest position before the press."""
    if not own.is_silent:
        return replace(belief, silence=None)
    silence = belief.silence or Silence(start)
    presses = (*silence.presses, (own.seq, own.side))
    seen = (*silence.seen, evidence) if len(presses) <= MAX_RECONSTRUCTED_PLIES else ()
    return replace(belief, silence=Silence(silence.start, presses, seen))


def found(belief: Belief, own: Ruling, evidence: Evidence, shown: Position) -> tuple[Belief, tuple[Ruling, ...]]:
    """Return the belief in the position that is seen, and the rulings: reconstructed moves, if any, then that of the press itself.

    `shown` is the board in the picture by the likeliest explanation.

    Nothing changes before `MAX_SILENT_PRESSES`, while the board is not clearly seen, or at the first such press with an explanation that is
    likely enough: the next press may decide for it, and amend the earlier rulings.
    """
    silence = belief.silence
    if silence is None or len(silence.presses) < MAX_SILENT_PRESSES or len(_not_clear(evidence)) > MAX_UNKNOWN_SQUARES:
        return belief, (own,)
    if len(silence.presses) == MAX_SILENT_PRESSES and _is_explained(belief, evidence, shown):
        return belief, (own,)
    situations = _situations(belief, silence.start, own.side, evidence)
    situation = situations[0][0]
    rulings: tuple[Ruling, ...] = (replace(own, position=situation.now),)
    line = _only_line(silence, situation.now)
    if line and _agrees(*belief.situations[0], line):
        situations = ((Situation(line[-1].start or line[-1].position, line[-1].position), 0.0),)
        rulings = (*(replace(one, amends=True) for one in line[:-1]), line[-1])
    rulings = (*rulings[:-1], replace(rulings[-1], found_from=silence.presses[0][0]))
    announced = {ruling.seq: ruling for ruling in (*belief.announced, *rulings)}
    after = replace(belief, situations=situations, lost_p=0.0, cut_p=0.0, announced=tuple(announced.values()), last=None, silence=None)
    return after, rulings


def _is_explained(belief: Belief, evidence: Evidence, shown: Position) -> bool:
    """Whether the likeliest situation explains all presses and the board that is seen."""
    likeliest, log_p = belief.situations[0]
    fits = all(evidence.colour_margin(square, content) > -CLEAR_NATS for square, content in enumerate(shown.contents(), 1))
    return fits and not likeliest.now_doubt.is_guess and math.exp(log_p) >= MIN_EXPLAINED_P


def _situations(belief: Belief, start: Position, side: Side, evidence: Evidence) -> tuple[tuple[Situation, float], ...]:
    """The situations on the board that is seen after a press of `side`, with their log-probabilities, likeliest first.

    `start` is the position before the silence. What is open: the squares that are seen least, and whether the pieces are kings as the
    record has it or as their heights are plainly seen, where those were not misread before.
    """
    guess = found_again(belief.position, side, 0.0, evidence).then
    found: list[tuple[Situation, float]] = []
    for board, log_p in _boards(guess.now, start, evidence):
        seen = _crowned_as_seen(board, belief.shown.misread, evidence)
        kings = tuple(sorted({*guessed_kings(belief.position, board), *(square for square, _ in difference(board, seen))}))
        doubt = replace(guess.now_doubt, kings=kings, counts=tuple(Side) if kings else (), unknown=_not_clear(evidence))
        shares = ((board, 1.0),) if seen == board else ((board, 1 - KINGS_AS_SEEN_P), (seen, KINGS_AS_SEEN_P))
        found += [
            (Situation(now.with_side(side), now, before_doubt=doubt, now_doubt=doubt), log_p + math.log(share)) for now, share in shares
        ]
    found.sort(key=lambda one: -one[1])
    least, total = found[0][1] + math.log(MIN_CARRIED_SHARE), log_sum(log_p for _, log_p in found)
    return tuple((situation, log_p - total) for situation, log_p in found if log_p >= least)


def _boards(guess: Position, start: Position, evidence: Evidence) -> list[tuple[Position, float]]:
    """The board as it is seen, and others that differ in its least seen squares, with log-weights.

    A side has hardly ever more pieces than at `start`: a piece can only have been overlooked there.
    """
    margins = {square: margin for square, margin in enumerate(evidence.margins(), 1) if margin is not None}
    weak = [square for square in sorted(margins, key=margins.__getitem__)[:MAX_WEAK_SQUARES] if margins[square] < MAX_WEAK_NATS]
    subsets = chain.from_iterable(combinations(weak, count) for count in range(len(weak) + 1))
    boards = [changed(guess, [(square, likeliest_other(guess, square, evidence)) for square in otherwise]) for otherwise in subsets]
    return [(board, evidence.log_likelihood(board.contents()) + _more(board, start) * math.log(OVERLOOKED_P)) for board in boards]


def _more(board: Position, start: Position) -> int:
    """How many pieces more than at `start` the sides have."""
    return sum(max(0, board.pieces(side).bit_count() - start.pieces(side).bit_count()) for side in Side)


def _crowned_as_seen(board: Position, misread: Container[int], evidence: Evidence) -> Position:
    """The board with the pieces as kings or men as they are plainly seen, but for those on the squares that were misread."""
    other = [
        (square, Content.piece(content.side, not content.is_king))
        for square, content in enumerate(board.contents(), 1)
        if content.side and square not in misread and evidence.height_margin(square, content) <= -PLAIN_HEIGHT_NATS
    ]
    return changed(board, other)


def _not_clear(evidence: Evidence) -> tuple[int, ...]:
    """The squares that are not clearly seen."""
    return tuple(square for square, margin in enumerate(evidence.margins(), 1) if margin is None or margin < CLEAR_NATS)


def _only_line(silence: Silence, stands: Position) -> tuple[Ruling, ...]:
    """The rulings of the presses, if one line of legal moves alone leads to what stands on the board, and no picture speaks against it."""
    if len(silence.presses) > MAX_RECONSTRUCTED_PLIES:
        return ()
    board = sides(stands.contents())
    lines = islice(_lines(silence.start, [side for _, side in silence.presses]), MAX_LINES)
    leading = list(islice((line for line in lines if sides(line[-1][2].contents()) == board), 2))
    if len(leading) != 1 or _is_contradicted([after for *_, after in leading[0]], silence.seen):
        return ()
    return tuple(
        Ruling(seq, side, Verdict.LEGAL, write_move(before, move), position=after, confidence=MIN_RULING_P, start=before)
        for (seq, side), (before, move, after) in zip(silence.presses, leading[0], strict=True)
    )


def _agrees(likeliest: Situation, log_p: float, line: Sequence[Ruling]) -> bool:
    """Whether the likeliest situation, where it explains the presses, has the moves of the line and is likely enough."""
    if likeliest.now_doubt.is_guess:
        return True
    moves = {old.seq: old.move for old in likeliest.history}
    return math.exp(log_p) >= MIN_CORRECTED_P and all(moves.get(one.seq) == one.move for one in line)


def _is_contradicted(line: Sequence[Position], seen: Sequence[Evidence]) -> bool:
    """Whether a picture clearly shows a colour that stands on the square neither after its press nor later, or the last one other kings."""
    boards = [position.contents() for position in line]
    for place, evidence in enumerate(seen):
        for square in range(1, len(boards[0]) + 1):
            if all(evidence.colour_margin(square, board[square - 1]) <= -CLEAR_NATS for board in boards[place:]):
                return True
    return any(seen[-1].height_margin(square, content) <= -PLAIN_HEIGHT_NATS for square, content in enumerate(boards[-1], 1))


def _lines(start: Position, turns: Sequence[Side]) -> Iterator[tuple[tuple[Position, Move, Position], ...]]:
    """Every line of legal moves by those sides in turn, as the position before each move, the move, and the position after it."""
    if turns and start.side is turns[0]:
        for move in legal_moves(start):
            after = play(start, move)
            if len(turns) == 1:
                yield ((start, move, after),)
            for line in _lines(after, turns[1:]):
                yield ((start, move, after), *line)
