"""A move as the players say it, where the pictures did not decide: taken as said, whether it is legal or not, and named as if it were seen.

What the players say weighs more than any press needs to be ruled on, and less than a square that is clearly seen: where they were wrong a
later press tells, and nobody is accused of what was only said.
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
from rules.referee.heights import Heights
from rules.referee.more_at_once import more_at_once
from rules.referee.rule import rule

SAID = 0.9999
"""So likely is what the players say before later pictures are looked at: a press that fits is then ruled (`priors.SURE`)."""
UNTHOUGHT = 0.1
"""Of what the players may have done instead, the share that no situation thinks of: enough that nobody is accused from it."""
PLAIN_NATS = 40.0
"""By so much each square of a board that is said leads over all else that might stand there."""


class SaidFault(Phrase):
    """Why what the players say is no move of a piece at all."""

    NO_SQUARE = "{square} is no square of this board; 1 to {last} are"
    NOTHING_THERE = "nothing stands on {square} that could be moved"
    NOT_CAPTURED = "{squares}: captured is one other piece each, and none twice"
    TAKEN = "a piece stands on {square} already"


@dataclass(frozen=True, slots=True)
class SaidMove:
    """A piece goes from `origin` to `target`, which may be the same, and those on `captured` are taken off."""

    origin: int
    target: int
    captured: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Seen:
    """What was seen at a press."""

    seq: int
    side: Side
    evidence: Evidence


def stands_after(start: Position, move: SaidMove) -> tuple[Content, ...]:
    """What stands on the squares after it, a man that ends on its promotion row crowned (Art. 8); MalformedMove where nothing stands on
    `origin` or a captured square, or something on `target`, and for squares that are none."""
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
    """What the press that leads from `start` to that board is, by the first name that fits (`rules.irregularity`); `unsure` for none."""
    rows = [[0.0 if here == content else -PLAIN_NATS for here in Content] for content in contents]
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
    return Ruling(seq, start.side, first.verdict, move, stands, 1.0, squares, start=start)


def believed(said: Ruling, seen: Sequence[Seen], heights: Heights) -> tuple[Belief, tuple[Ruling, ...]]:
    """The belief once the press is `called` so, and the rulings of the presses after it, which were ruled before it was said.

    `seen` is what its pictures show and those of the later presses, which are ruled again, in their order; `heights` is what is known of
    the pieces by now.
    """
    start = said.start or said.position.with_side(said.side)
    own, *later = seen
    looked, _ = rule(Belief.at(start), own.seq, own.side, own.evidence)
    belief = _with(looked, said, start)
    rulings: list[Ruling] = []
    for press in later:
        belief, told = rule(belief, press.seq, press.side, press.evidence)
        rulings.append(told[-1])
    return replace(belief, heights=heights), tuple(rulings)


def _with(looked: Belief, said: Ruling, start: Position) -> Belief:
    """What was said, and beside it, hardly likely, whatever else the pictures leave open."""
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
    rest = math.log1p(-SAID) - math.log(share) if share else 0.0
    situations = ((own, math.log(SAID)), *((one, log_p + rest) for one, log_p in others))
    return Belief(situations, lost_p=(1 - SAID) * UNTHOUGHT, crowded_p=(1 - SAID) * looked.crowded_p, announced=(said,))


def _held(situation: Situation, said: Ruling, looked: Belief) -> Situation:
    """The situation that holds the press to have been something else than was said."""
    known = any(old.seq == said.seq for old in situation.history)
    announced = looked.announced[-1]
    return situation if known or announced.verdict is Verdict.UNSURE else situation.with_history(announced)
