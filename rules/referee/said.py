"""A move that the players state where the pictures did not decide. It may be illegal, and is ruled as if it had been seen.

A stated move has more probability than a ruling needs, and less than clearly seen squares can outweigh. A later press shows if the players
were wrong. No player is accused on the strength of a statement.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.board.evidence import Evidence
from rules.board.position import Position
from rules.board.squares import Content, Side, board
from rules.errors import MalformedMove, Phrase
from rules.irregularity import Verdict
from rules.play.notation import write_move
from rules.referee.belief import Belief, Doubt, Ruling, Situation, changed, sides
from rules.referee.explanations import explanations
from rules.referee.more_at_once import more_at_once
from rules.referee.rule import rule
from rules.referee.shown import Shown

SAID_P = 0.9999
"""The probability of a stated move before later pictures are looked at; a later press that fits can then be ruled."""
UNCONSIDERED_P = 0.1
"""The share of the alternatives to the stated move that no situation covers. No player is accused because of them."""
SAID_SQUARE_NATS = 40.0
"""The lead, in nats, of the stated content of a square over every other content."""


class SaidFault(Phrase):
    """The reasons why a statement is not a move of a piece."""

    NO_SQUARE = "{square} is no square of this board; 1 to {last} are"
    NOTHING_THERE = "nothing stands on {square} that could be moved"
    NOT_CAPTURED = "{squares}: captured is one other piece each, and none twice"
    TAKEN = "a piece stands on {square} already"


@dataclass(frozen=True, slots=True)
class SaidMove:
    """A stated move: a piece goes from `origin` to `target`, possibly the same square, and the pieces on `captured` are taken off."""

    origin: int
    target: int
    captured: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PressEvidence:
    """A press with the evidence of its pictures."""

    seq: int
    side: Side
    evidence: Evidence


def stands_after(start: Position, move: SaidMove) -> tuple[Content, ...]:
    """The contents of the squares after the move, square 1 first. A man that ends on its promotion row is crowned (Art. 8).

    MalformedMove: a square is not on the board, `origin` or a captured square is empty, `target` is occupied, or `captured` names a
    square twice or names `origin`.
    """
    contents = dict(enumerate(start.contents(), 1))
    for square in (move.origin, move.target, *move.captured):
        if square not in contents:
            raise MalformedMove(SaidFault.NO_SQUARE.said(square=square, last=len(contents)))
    piece = contents[move.origin]
    if not piece.side:
        raise MalformedMove(SaidFault.NOTHING_THERE.said(square=move.origin))
    if len({move.origin, *move.captured}) <= len(move.captured) or not all(contents[square] for square in move.captured):
        raise MalformedMove(SaidFault.NOT_CAPTURED.said(squares=move.captured))
    contents |= dict.fromkeys((move.origin, *move.captured), Content.EMPTY)
    if contents[move.target]:
        raise MalformedMove(SaidFault.TAKEN.said(square=move.target))
    arrives = move.target in board(start.rules.board_size).promotion_row(piece.side)
    contents[move.target] = Content.piece(piece.side, piece.is_king or arrives)
    return tuple(contents.values())


def called(start: Position, seq: int, contents: tuple[Content, ...]) -> Ruling:
    """The ruling of a press that leads from `start` to `contents`: the first verdict of `rules.irregularity` that fits, or `unsure`."""
    rows = [[0.0 if here == content else -SAID_SQUARE_NATS for here in Content] for content in contents]
    told = (*explanations(start), *more_at_once(start, Evidence.of(rows)))
    fitting = [one for one in told if changed(start, one.changes).contents() == contents]
    if not fitting:
        stands = Position.of(start.rules, start.side.other, contents).with_counts_of(start)
        return Ruling(seq, start.side, Verdict.UNSURE, None, stands, 1.0, start=start)
    first = min(fitting, key=lambda one: one.verdict.rank)
    stands = Situation(start, start).after(seq, start, first).now
    mover = start.with_side(start.side.other) if first.verdict is Verdict.OPPONENTS_PIECE else start
    move = write_move(mover, first.move) if first.move else None
    squares = first.squares if first.verdict.is_irregular else ()
    return Ruling(seq, start.side, first.verdict, move, position=stands, confidence=1.0, squares=squares, start=start)


def believed(said: Ruling, seen: Sequence[PressEvidence], shown: Shown) -> tuple[Belief, tuple[Ruling, ...]]:
    """Return the belief after the stated ruling of a press, and the new rulings of the later presses.

    `seen` holds the evidence of that press first, then of the later presses in their order, which are ruled again. `shown` holds what
    is known of the squares by now.
    """
    start = said.start or said.position.with_side(said.side)
    own, *later = seen
    looked, _ = rule(Belief.at(start), own.seq, own.side, own.evidence)
    belief = _with(looked, said, start)
    rulings: list[Ruling] = []
    for press in later:
        belief, told = rule(belief, press.seq, press.side, press.evidence)
        rulings.append(told[-1])
    return replace(belief, shown=shown), tuple(rulings)


def _with(looked: Belief, said: Ruling, start: Position) -> Belief:
    """The belief in the stated ruling with probability `SAID_P`; the situations of `looked` with another board share the rest."""
    is_fault = said.is_irregular
    doubt = Doubt(is_guess=True)
    own = Situation(
        start,
        said.position,
        pending=said.verdict if is_fault else None,
        pending_seq=said.seq if is_fault else 0,
        now_doubt=doubt,
        last_unsure=said.verdict is Verdict.UNSURE,
    )
    stands = sides(said.position.contents())
    others = [(_held(one, said, looked), log_p) for one, log_p in looked.situations if sides(one.now.contents()) != stands]
    share = math.fsum(math.exp(log_p) for _, log_p in others)
    rest = math.log1p(-SAID_P) - math.log(share) if share else 0.0
    situations = ((own, math.log(SAID_P)), *((one, log_p + rest) for one, log_p in others))
    return Belief(situations, lost_p=(1 - SAID_P) * max(UNCONSIDERED_P, looked.lost_p), announced=(said,))


def _held(situation: Situation, said: Ruling, looked: Belief) -> Situation:
    """A situation in which the stated ruling is wrong, with its own ruling of the press in `history`."""
    known = any(old.seq == said.seq for old in situation.history)
    announced = looked.announced[-1]
    return situation if known or announced.verdict is Verdict.UNSURE else situation.with_history(announced)
