"""Finding the game again: after some presses without a ruling, a board that is clearly seen is taken as the position.

The pieces stand where they are seen; which of them are kings follows from the record. The moves of those presses are told where one line of
legal moves alone leads from the last known position to the board.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from rules.board.evidence import Evidence
from rules.board.position import Position
from rules.board.squares import Side
from rules.irregularity import Verdict
from rules.play.moves import Move, legal_moves, play
from rules.play.notation import write_move
from rules.referee.belief import Belief, Ruling, Silence, Situation, sides
from rules.referee.outcomes import found_again
from rules.referee.priors import MAX_SILENT_PRESSES, MAX_UNKNOWN_SQUARES, MIN_RULING_P
from rules.referee.strange import CLEAR_NATS

MAX_RECONSTRUCTED_PLIES = 4
"""Longer lines are not looked for: there are too many, and hardly ever one alone."""
MAX_LINES = 20_000
"""The most lines that are looked at, so that a press is ruled in well under a second."""


def listened(belief: Belief, start: Position, own: Ruling) -> Belief:
    """The belief with its silence continued or ended by this ruling of a press; `start` was the likeliest position before the press."""
    if own.verdict is not Verdict.UNSURE or own.move:
        return replace(belief, silence=None)
    silence = belief.silence or Silence(start)
    return replace(belief, silence=replace(silence, presses=(*silence.presses, (own.seq, own.side))))


def found(belief: Belief, own: Ruling, evidence: Evidence) -> tuple[Belief, tuple[Ruling, ...]]:
    """Return the belief in the position that is seen, and the rulings: reconstructed moves, if any, then that of the press itself.

    Nothing changes before `MAX_SILENT_PRESSES`, or while the board is not clearly seen.
    """
    silence = belief.silence
    if silence is None or len(silence.presses) < MAX_SILENT_PRESSES or len(_not_clear(evidence)) > MAX_UNKNOWN_SQUARES:
        return belief, (own,)
    guess = found_again(belief.position, own.side, 0.0, evidence).then
    doubt = replace(guess.now_doubt, unknown=_not_clear(evidence))
    situation = replace(guess, before_doubt=doubt, now_doubt=doubt)
    rulings: tuple[Ruling, ...] = (replace(own, position=situation.now),)
    if line := _only_line(silence, situation.now):
        situation = Situation(line[-1].start or line[-1].position, line[-1].position)
        rulings = (*(replace(one, amends=True) for one in line[:-1]), line[-1])
    rulings = (*rulings[:-1], replace(rulings[-1], found_from=silence.presses[0][0]))
    announced = {ruling.seq: ruling for ruling in (*belief.announced, *rulings)}
    after = replace(belief, situations=((situation, 0.0),), lost_p=0.0, announced=tuple(announced.values()), last=None, silence=None)
    return after, rulings


def _not_clear(evidence: Evidence) -> tuple[int, ...]:
    """The squares that are not clearly seen."""
    return tuple(square for square, margin in enumerate(evidence.margins(), 1) if margin is None or margin < CLEAR_NATS)


def _only_line(silence: Silence, stands: Position) -> tuple[Ruling, ...]:
    """The rulings of the presses, if one line of legal moves alone leads to what stands on the board; else none."""
    if len(silence.presses) > MAX_RECONSTRUCTED_PLIES:
        return ()
    board = sides(stands.contents())
    lines = islice(_lines(silence.start, [side for _, side in silence.presses]), MAX_LINES)
    leading = list(islice((line for line in lines if sides(line[-1][2].contents()) == board), 2))
    if len(leading) != 1:
        return ()
    return tuple(
        Ruling(seq, side, Verdict.LEGAL, write_move(before, move), position=after, confidence=MIN_RULING_P, start=before)
        for (seq, side), (before, move, after) in zip(silence.presses, leading[0], strict=True)
    )


def _lines(start: Position, turns: Sequence[Side]) -> Iterator[tuple[tuple[Position, Move, Position], ...]]:
    """Every line of legal moves by those sides in turn, as the position before each move, the move, and the position after it."""
    if turns and start.side is turns[0]:
        for move in legal_moves(start):
            after = play(start, move)
            if len(turns) == 1:
                yield ((start, move, after),)
            for line in _lines(after, turns[1:]):
                yield ((start, move, after), *line)
