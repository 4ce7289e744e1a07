"""The outcomes of a press in one situation: each has a verdict, the situation after it, and a log-weight."""

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from rules.board.evidence import Evidence
from rules.board.position import Position
from rules.board.squares import Content, Side
from rules.irregularity import Verdict
from rules.play.moves import Move, every_capture, every_quiet_move, legal_moves, play
from rules.play.notation import write_move
from rules.referee.belief import Doubt, Situation, changed, guessed_kings
from rules.referee.bounds import ANYTHING, Bounds
from rules.referee.explanations import MAX_CAPTURES, RARE_P, Changes, Explanation, explanations, frequent_explanations, max_rare_p
from rules.referee.faults_ahead import faults_ahead
from rules.referee.more_at_once import more_at_once
from rules.referee.priors import (
    ANSWERED_P,
    FAMILY_P,
    HANDED_BACK_AFTER_FAULT_P,
    HANDED_BACK_AFTER_LEGAL_P,
    HANDED_BACK_P,
    HURRY_FACTOR,
    MIN_CARRIED_SHARE,
)
from rules.referee.several_plies import answered_again, answers, is_two_plies, put_right
from rules.referee.shown import FreshEvidence
from rules.referee.strange import is_jumbled, log_sum, seen_board, seen_boards, unexplained_log_p
from rules.referee.weights import BoardWeights, Outcome, Sieve, difference


def outcomes(
    situation: Situation, log_p: float, seq: int, side: Side, fresh: FreshEvidence, least_log_p: float = -math.inf, most: Bounds = ANYTHING
) -> tuple[list[Outcome], float]:
    """Return the outcomes that are likely enough to be kept, the unexplained ones last, and the log-weight of all others together.

    Outcomes below `least_log_p` are not kept. Kinds of outcomes that cannot reach it, by their upper bounds `most`, are not looked for.
    There are none if that side cannot press.
    """
    position = situation.position_for(side)
    if position is None:
        return [], -math.inf
    if position is not situation.now:
        log_p += math.log(HANDED_BACK_AFTER_FAULT_P if situation.pending else HANDED_BACK_AFTER_LEGAL_P)
        if situation.unsettled and not situation.handed_back:  # the move was undone, so no later board shows what it was
            situation = replace(situation, history=tuple(old for old in situation.history if old.seq != seq - 1))
    known = _known_ahead(situation, position)
    weights = BoardWeights(position, log_p + known, fresh.at(situation.now.contents()))
    if position is situation.now and len(situation.ahead) > 1:
        return [_next_of_line(situation, seq, position, weights)], -math.inf
    with_explanations = most.one_press >= least_log_p
    told, left_out_p = _told(position, weights, least_log_p) if with_explanations else ([], 0.0)
    boards: dict[Changes, list[tuple[Explanation, float]]] = defaultdict(list)
    for explanation in told:
        boards[explanation.changes].append((explanation, explanation.log_prior + weights.of(explanation.changes)))
    weighed = [(alike, log_sum([weight for _, weight in alike])) for alike in boards.values()]
    sieve = Sieve(max(least_log_p, max((weight for _, weight in weighed), default=-math.inf) + math.log(MIN_CARRIED_SHARE)))
    if left_out_p:
        sieve.leave_out(weights.of(()) + math.log(left_out_p))
    named = (_named(situation, seq, position, alike) for alike, weight in weighed if sieve.passes(weight))
    sieve.found += (one for one in named if _is_possible(one, situation, position, side))
    if situation.answers(side) and most.put_right >= least_log_p:
        sieve.found += _returned(situation, position, weights, sieve)
        sieve.found += put_right(situation, seq, position, weights, sieve)
    if max(most.one_press, most.more_plies) >= least_log_p:
        sieve.found += _seen_ahead(situation, seq, position, weights, sieve, [one for alike in boards.values() for one in alike])
    if with_explanations:
        log_p = unexplained_log_p(position, told, weights.evidence) - known
        sieve.found += _strange(situation, seq, position, weights, log_p)
    return [replace(one, evidence=weights.evidence) for one in sieve.found], sieve.rest_log_p


def _told(position: Position, weights: BoardWeights, least_log_p: float) -> tuple[list[Explanation], float]:
    """The explanations that are weighed, and the prior of the others together.

    Where nothing is seen the rare ones are left out if none of them can be kept beside the frequent ones.
    """
    if weights.evidence.is_blank:
        frequent = frequent_explanations(position)
        least_log_prior = max(least_log_p - weights.of(()), max(each.log_prior for each in frequent) + math.log(MIN_CARRIED_SHARE))
        if math.log(max_rare_p(position)) < least_log_prior:
            return [*frequent], RARE_P
    return [*explanations(position), *more_at_once(position, weights.evidence)], 0.0


def _seen_ahead(
    situation: Situation, seq: int, position: Position, weights: BoardWeights, sieve: Sieve, told: Sequence[tuple[Explanation, float]]
) -> Iterator[Outcome]:
    """The outcomes whose picture shows more than the press: further plies, or the opponent's piece in his hand.

    A picture that shows nothing has none: what the opponent may have done already is then weighed at his own press.
    """
    if weights.evidence.is_blank:
        return
    times, side = HURRY_FACTOR if situation.unsettled else 1, position.side
    more = [answers(position, weights, sieve, times)]
    likeliest = max(sieve.found, key=lambda one: one.log_p, default=None)
    if likeliest is None or likeliest.verdict is not Verdict.LEGAL:
        more.append(answered_again(position, weights, sieve, times))
    if not situation.answers(side):  # otherwise a piece in a hand belongs to the player who puts his fault right
        more.append(faults_ahead(position, told, weights, sieve, times))
    for ahead in chain.from_iterable(more):
        one = _named(situation, seq, position, [(ahead.explanation, ahead.log_p)])
        if _is_possible(one, situation, position, side):
            yield replace(one, then=replace(one.then, ahead=ahead.line), shown=ahead.board)


def _known_ahead(situation: Situation, position: Position) -> float:
    """The log-weight that is added to a legal move because the picture of the last press already showed it."""
    return math.log(len(legal_moves(position))) if position is situation.now and situation.ahead else 0.0


def _next_of_line(situation: Situation, seq: int, position: Position, weights: BoardWeights) -> Outcome:
    """The next of several plies that the last picture already showed. This picture still shows the board after the last of them."""
    now, last = situation.ahead[0], situation.ahead[-1]
    changes = difference(position, now)
    legal = [one for one in explanations(position) if one.verdict is Verdict.LEGAL and one.changes == changes]
    one = _named(situation, seq, position, [(each, each.log_prior + weights.of(difference(position, last))) for each in legal])
    return replace(one, then=replace(one.then, ahead=situation.ahead[1:]), shown=last, evidence=weights.evidence)


def _is_possible(one: Outcome, situation: Situation, position: Position, side: Side) -> bool:
    """Whether the outcome fits the situation.

    `no-move` does not fit the opponent of a pending fault, who hands the turn back instead. After a move that was seen ahead, only an
    outcome with the board that was seen fits.
    """
    if one.then.pending is Verdict.NO_MOVE and situation.answers(side):
        return False
    if position is not situation.now or not situation.ahead:
        return True
    return one.verdict in (Verdict.LEGAL, Verdict.CORRECTED) and one.then.now.contents() == situation.ahead[0].contents()


def _named(situation: Situation, seq: int, position: Position, alike: Sequence[tuple[Explanation, float]]) -> Outcome:
    """One outcome for explanations with the same board: the verdict of the lowest rank, with the weight of all of them."""
    first = min((explanation for explanation, _ in alike), key=lambda explanation: explanation.verdict.rank)
    then = situation.after(seq, position, first)
    verdict, move = first.verdict, None
    if first.move:
        mover = position.with_side(position.side.other) if verdict is Verdict.OPPONENTS_PIECE else position
        move = write_move(mover, first.move)
    pressed_again = situation.handed_back or position is not situation.now
    if verdict is Verdict.LEGAL and pressed_again:
        doubtful = situation.pending or situation.last_unsure
        verdict = Verdict.CORRECTED if doubtful or then.now.contents() != situation.now.contents() else verdict
    doubt = situation.doubt_of(position)
    unsettled = position is situation.now and situation.unsettled
    undecided = position is situation.now and situation.last_unsure
    # After an undecided press, two faults may be one in each of the two presses. A square that was not seen may have changed earlier.
    unknown = any(square in doubt.unknown for square, _ in first.changes)
    guessed = doubt.is_guess or doubt.kings or unknown
    # A fault that nobody saw may be another one, on the very squares of the answer.
    unseen_fault = unsettled and unknown and situation.answers(position.side)
    # From which board a side moves that presses again on a board that was only found is not known, unless the turn was handed back to it.
    unknown_start = pressed_again and not situation.handed_back and doubt.is_guess and verdict is Verdict.CORRECTED
    unknown_start = unknown_start and all(old.position.contents() != position.contents() for old in situation.history)
    only_seen = doubt.is_guess or (undecided and situation.pending is Verdict.OPPONENTS_PIECE)
    unknown_start = unknown_start or bool(only_seen and first.move and _may_have_moved(situation, position, first.move))
    if unknown_start or unseen_fault or (verdict.is_irregular and (guessed or (undecided and first.is_twofold))):
        move = None if unknown_start or verdict is Verdict.OPPONENTS_PIECE else move
        verdict = Verdict.UNSURE
    touched = (*first.changes, *((square, then.now.content(square)) for square in first.squares))
    return Outcome(
        then,
        verdict,
        move,
        first.squares,
        log_sum(weight for _, weight in alike),
        touched,
        from_unsettled=unsettled,
        may_be_banned=bool(position.side in doubt.counts and then.now.king_moves(position.side).count),
        start=position,
    )


def _may_have_moved(situation: Situation, position: Position, move: Move) -> bool:
    """Whether the board that was seen before the move, and not explained, may already have held a move of its piece to where it starts.

    The piece may as well have stood where it came from, and have been moved from there.
    """
    before, own = situation.before, position.side
    if position is not situation.now or before.content(move.origin).side is own:
        return False
    gone = [(square, stood) for square, stood in enumerate(before.contents(), 1) if stood and not position.content(square)]
    taken = [(square, stood) for square, stood in gone if stood.side is not own]
    for square, piece in gone:
        if piece.side is own:
            stood = changed(position, [(move.origin, Content.EMPTY), (square, piece)])
            ways = (*every_quiet_move(stood), *every_capture(changed(stood, taken), MAX_CAPTURES))
            if any((way.origin, way.target) == (square, move.origin) for way in ways):
                return True
    return False


def _returned(situation: Situation, position: Position, weights: BoardWeights, sieve: Sieve) -> Iterator[Outcome]:
    """The opponent hands the turn back: nothing moved, the position before the fault restored, or the right move made as well."""
    log_prior = math.log(HANDED_BACK_P)
    back = Outcome(
        situation.returned(restored=False),
        Verdict.NO_MOVE,
        None,
        (),
        log_p=log_prior + weights.of(()),
        touched=(),
        hands_back=True,
        start=position,
    )
    yield back
    if situation.now_doubt.is_guess and _has_arrived(position.side, situation.before, position):
        # A board that was seen but not explained may already hold the opponent's move. Then the turn has passed and was not handed back.
        passed = replace(situation, before=position, before_doubt=situation.now_doubt, now=position.with_side(position.side.other))
        log_p = math.log(FAMILY_P[Verdict.NO_MOVE]) + weights.of(())
        yield Outcome(passed, Verdict.UNSURE, None, (), log_p, start=position)
    restored = difference(position, situation.before)
    then = situation.returned(restored=True)
    if restored:
        yield replace(back, then=then, log_p=log_prior + weights.of(restored), touched=restored)
    moves = legal_moves(situation.before)
    for move in moves:
        after = play(situation.before, move)
        log_p = log_prior + math.log(ANSWERED_P / len(moves)) + weights.of(difference(position, after))
        if sieve.passes(log_p):
            yield replace(back, then=replace(then, ahead=(after,)), log_p=log_p, shown=after)


def _has_arrived(side: Side, before: Position, now: Position) -> bool:
    """Whether a piece of that side stands on a square where none of its side stood before."""
    boards = zip(before.contents(), now.contents(), strict=True)
    return any(stands.side is side is not stood.side for stood, stands in boards)


def _strange(situation: Situation, seq: int, position: Position, weights: BoardWeights, log_p: float) -> Iterator[Outcome]:
    """The outcomes in which no explanation is true and the board is what is seen; `log_p` is the log-weight of that.

    The verdict is `jumbled` if the board is in disorder and at most two legal plies cannot lead to it; otherwise `unsure`.
    """
    everywhere = tuple(range(1, len(weights.evidence.log_p) + 1))
    known = not (situation.now_doubt.is_guess or situation.handed_back)
    jumbled = known and is_jumbled(position, weights.evidence)
    for changes, share in seen_boards(position, weights.evidence):
        then = situation.after(seq, position, Explanation(Verdict.UNSURE, None, changes, 0.0))
        then = replace(then, now_doubt=replace(then.now_doubt, unknown=everywhere))
        verdict = Verdict.UNSURE
        if jumbled and not is_two_plies(situation, position, then.now.contents()):
            verdict = Verdict.JUMBLED
            then = replace(then, pending=verdict, history=())  # disorder decides no earlier press
        squares = tuple(square for square, _ in changes)
        yield Outcome(then, verdict, None, squares, weights.log_p + log_p + share, start=position)


def found_again(position: Position, side: Side, log_p: float, evidence: Evidence) -> Outcome:
    """The outcome for the dropped situations, of that log-probability: the board is what is seen, and otherwise as in `position`."""
    guess = changed(position, seen_board(position, evidence)).with_side(side.other)
    kings = guessed_kings(position, guess)
    doubt = Doubt(True, kings, tuple(range(1, len(evidence.log_p) + 1)), tuple(Side) if kings else ())
    then = Situation(guess.with_side(side), guess, before_doubt=doubt, now_doubt=doubt)
    return Outcome(then, Verdict.UNSURE, None, (), log_p + evidence.log_likelihood(guess.contents()), evidence=evidence)
