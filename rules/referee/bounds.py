"""Upper bounds of what a press can explain in a situation, from the squares that show another colour than the board.

Each kind of explanation brings few pieces to squares where none of their side stood, and takes few away. What it leaves unexplained costs
the log-likelihood of those squares. So most situations are passed over without a look at their explanations.
"""

import math
from dataclasses import dataclass, field

from rules.board.evidence import Evidence, Row
from rules.board.position import Position
from rules.board.squares import Content, Side, board
from rules.irregularity import Verdict
from rules.play.captures import has_capture
from rules.play.moves import legal_moves
from rules.referee.belief import Situation
from rules.referee.priors import (
    ANSWERED_AGAIN_P,
    ANSWERED_P,
    DISPLACED_TOO_P,
    FAMILY_P,
    HANDED_BACK_AFTER_FAULT_P,
    HANDED_BACK_AFTER_LEGAL_P,
    HANDED_BACK_P,
    HURRY_FACTOR,
    IN_HAND_P,
    PUT_RIGHT_P,
    RANDOM_SQUARE_P,
    SEVERAL_FAULTS_P,
    UNEXPLAINED_LOG_P,
    WITH_A_CAPTURE_P,
)
from rules.referee.strange import MAX_ORDERLY_CHANGES

ANY = 100
"""More pieces than a board has."""
FAULT_P = max(p for verdict, p in FAMILY_P.items() if verdict not in (Verdict.LEGAL, Verdict.UNCROWNED))
"""The largest prior of a fault that is not shared among the legal moves."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Upper bounds of the log-weights of the outcomes of a press in one situation, by what they are made of; -inf where there are none."""

    one_press: float
    """One of the explanations of the press, with a piece in the opponent's hand or without, and what nothing explains."""
    more_plies: float
    """A legal move whose picture shows further plies, or the opponent's piece in his hand."""
    put_right: float
    """A pending fault that was put right or handed back."""

    @property
    def best(self) -> float:
        """The bound of all of them."""
        return max(self.one_press, self.more_plies, self.put_right)


NOTHING, ANYTHING = Bounds(-math.inf, -math.inf, -math.inf), Bounds(math.inf, math.inf, math.inf)


@dataclass(slots=True)
class _Losses:
    """What a board loses (nats) on each square that shows another colour: pieces of the side to move or of the other that came, or went."""

    own_came: list[float] = field(default_factory=list)
    other_came: list[float] = field(default_factory=list)
    own_went: list[float] = field(default_factory=list)
    other_went: list[float] = field(default_factory=list)

    def unexplained(self, own_came: int, other_came: int, own_went: int = ANY, other_went: int = ANY) -> float:
        """The least loss that is left where an explanation has at most so many pieces of each kind."""
        explained = (self.own_came, own_came), (self.other_came, other_came), (self.own_went, own_went), (self.other_went, other_went)
        return sum(sum(sorted(losses, reverse=True)[count:]) for losses, count in explained if len(losses) > count)


def bounds(situation: Situation, log_p: float, side: Side, evidence: Evidence) -> Bounds:
    """The bounds for a press of `side` in the situation, whose log-probability is `log_p`.

    `evidence` is that of the press as the situation sees it.
    """
    position = situation.position_for(side)
    if position is None:
        return NOTHING
    best, count = log_p + sum(map(max, evidence.log_p)), max(1, len(legal_moves(position)))
    if position is situation.now and situation.ahead:
        best += math.log(count)
        return Bounds(best, best, best)
    if position is not situation.now:
        best += math.log(HANDED_BACK_AFTER_FAULT_P if situation.pending else HANDED_BACK_AFTER_LEGAL_P)
    plain, relaxed = _losses(position, evidence)
    in_hand = math.log((HURRY_FACTOR if situation.unsettled else 1) * IN_HAND_P)
    faults = math.log(max(FAULT_P, FAMILY_P[Verdict.UNCROWNED] / count) / max(1, position.pieces(side.other).bit_count()))
    fault_ahead = in_hand + faults - min(plain.unexplained(1, 0), plain.unexplained(0, 1))
    one_press = max(_one_press(position, plain, count), UNEXPLAINED_LOG_P + _one_press(position, relaxed, count), fault_ahead)
    lifted = in_hand - plain.unexplained(1, 0)
    more_plies = max(lifted, _further_plies(plain, HURRY_FACTOR if situation.unsettled else 1)) - math.log(count)
    put_right = -math.inf
    if situation.answers(side):
        restored, _ = _losses(situation.before, evidence)
        put_right = math.log(max(PUT_RIGHT_P, HANDED_BACK_P)) - min(restored.unexplained(1, 1), plain.unexplained(0, 0, 0, 0))
    return Bounds(best + one_press, best + more_plies, best + put_right)


def _one_press(position: Position, losses: _Losses, count: int) -> float:
    """The bound of the log-weight, without that of the situation, of one explanation of a press; `count` is the number of legal moves.

    In this order: a move of the side to move, legal or not, or one of its pieces taken off alone; one piece too many taken off with it;
    another piece set elsewhere or added; a misplaced piece and one of the opponent's gone; more pieces gone, with a move or beside a
    misplaced piece; an opponent's move. One board may follow from several moves: from two where another piece came too, and from one for
    each of the pieces that are gone.
    """
    mover, captured = position.side, ANY if has_capture(position) else 0
    own, others = (max(1, position.pieces(side).bit_count()) for side in (mover, mover.other))
    empty = max(1, board(position.rules.board_size).squares - position.occupied.bit_count())
    one_came = min(losses.unexplained(1, 0), losses.unexplained(0, 1))
    displaced = min(losses.unexplained(came, 2 - came, 2, captured + 1) for came in range(3))
    return max(
        math.log(min(1.0, 1 / count + FAULT_P)) - losses.unexplained(1, 0, 1, captured),
        math.log(FAMILY_P[Verdict.MANY] / count) - losses.unexplained(1, 0, 2, captured + 1),
        math.log(2 * DISPLACED_TOO_P / (count * empty)) - displaced,
        math.log(WITH_A_CAPTURE_P / (own * empty)) - losses.unexplained(1, 0, 1, 1),
        math.log(SEVERAL_FAULTS_P / count * min(count, MAX_ORDERLY_CHANGES + 1)) - losses.unexplained(1, 0),
        math.log(SEVERAL_FAULTS_P / (min(own, others) * empty)) - one_came,
        math.log(2 * FAMILY_P[Verdict.OPPONENTS_PIECE] / (others * empty)) - losses.unexplained(0, 1, ANY, 1),
    )


def _further_plies(losses: _Losses, times: float) -> float:
    """The same for the opponent's answer to a legal move, or that and the move after it; `times` multiplies their priors."""
    answered = math.log(times * ANSWERED_P)
    return max(answered - losses.unexplained(1, 1), answered + math.log(ANSWERED_AGAIN_P) - losses.unexplained(2, 1))


def _losses(position: Position, evidence: Evidence) -> tuple[_Losses, _Losses]:
    """The losses by the evidence, and by the evidence where each square may show anything with the chance `RANDOM_SQUARE_P`.

    A piece that came to a square may have taken the place of another one. Without it, the square has what else is likeliest there.
    """
    plain, relaxed, mover = _Losses(), _Losses(), position.side
    for row, content in zip(evidence.log_p, position.contents(), strict=True):
        top = max(row)
        shown, stood = Content(row.index(top)).side, content.side
        if row[content] == top or shown is stood:
            continue
        kept = max(_of_side(row, colour) for colour in (None, *Side) if colour is not shown) if shown else _of_side(row, stood)
        for losses, loss in ((plain, top - kept), (relaxed, _relaxed(row, top, kept))):
            if shown:
                (losses.own_came if shown is mover else losses.other_came).append(loss)
            else:
                (losses.own_went if stood is mover else losses.other_went).append(loss)
    return plain, relaxed


def _of_side(row: Row, side: Side | None) -> float:
    """The largest value of a row for a piece of that side; None for an empty square."""
    return max(row[Content.piece(side, False)], row[Content.piece(side, True)]) if side else row[Content.EMPTY]


def _relaxed(row: Row, top: float, kept: float) -> float:
    """The loss of a square of which any content may be shown with the chance `RANDOM_SQUARE_P`."""
    anything = RANDOM_SQUARE_P * sum(math.exp(value - top) for value in row) / len(row)
    return -math.log(min(1.0, (1 - RANDOM_SQUARE_P) * math.exp(kept - top) + anything))
