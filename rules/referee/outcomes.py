"""Every way a press may have come about in one situation, what it is called, how the game stands then, and its log-weight."""

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from rules.board.evidence import Evidence
from rules.board.position import Position
from rules.board.squares import Side
from rules.irregularity import Verdict
from rules.play.moves import legal_moves, play
from rules.play.notation import write_move
from rules.referee.belief import Doubt, Situation, changed, may_hide_kings
from rules.referee.explanations import Changes, Explanation, explanations
from rules.referee.faults_ahead import faults_ahead
from rules.referee.heights import again
from rules.referee.more_at_once import more_at_once
from rules.referee.priors import ANSWERED, BACK_AFTER_FAULT, BACK_AFTER_LEGAL, CARRIED_AT_LEAST, FAMILY, HANDED_BACK, HURRY
from rules.referee.strange import is_jumbled, log_strange, log_sum, seen_board
from rules.referee.two_plies import answers, is_two_plies, put_right
from rules.referee.weights import Outcome, Sieve, Weights, difference


def outcomes(situation: Situation, log_p: float, seq: int, side: Side, evidence: Evidence, fresh: Evidence) -> tuple[list[Outcome], float]:
    """All outcomes likely enough to be carried, the one that nothing explains last, and the log-weight of the others together; none where
    that side cannot press.

    `fresh` is the evidence without what was known of the heights before (`heights.news`).
    """
    position = situation.position_for(side)
    if position is None:
        return [], -math.inf
    if position is not situation.now:
        log_p += math.log(BACK_AFTER_FAULT if situation.pending else BACK_AFTER_LEGAL)
        if situation.unsettled and not situation.handed_back:  # what was done is undone, so no later board tells what it was
            situation = replace(situation, history=tuple(old for old in situation.history if old.seq != seq - 1))
    known = _known_ahead(situation, position)
    weights = Weights(position, log_p + known, again(situation.now.contents(), evidence, fresh))
    told = [*explanations(position), *more_at_once(position, weights.evidence)]
    boards: dict[Changes, list[tuple[Explanation, float]]] = defaultdict(list)
    for explanation in told:
        boards[explanation.changes].append((explanation, explanation.log_prior + weights.of(explanation.changes)))
    weighed = [(alike, log_sum(weight for _, weight in alike)) for alike in boards.values()]
    sieve = Sieve(max(weight for _, weight in weighed) + math.log(CARRIED_AT_LEAST))
    named = (_named(situation, seq, position, alike) for alike, weight in weighed if sieve.passes(weight))
    sieve.found += (one for one in named if _is_possible(one, situation, position, side))
    if situation.answers(side):
        sieve.found += _returned(situation, position, weights, sieve)
        sieve.found += put_right(situation, seq, position, weights, sieve)
    times = HURRY if situation.unsettled else 1
    more = [answers(position, weights, sieve, times)]
    if not situation.answers(side):  # else a piece in a hand is that of who puts his fault right
        more.append(faults_ahead(position, (one for alike in boards.values() for one in alike), weights, sieve, times))
    for ahead in chain.from_iterable(more):
        one = _named(situation, seq, position, [(ahead.explanation, ahead.log_p)])
        if _is_possible(one, situation, position, side):
            sieve.found.append(replace(one, then=replace(one.then, ahead=ahead.board if ahead.made else None), shown=ahead.board))
    strange = _strange(situation, seq, position, weights, told)
    return [*sieve.found, replace(strange, log_p=strange.log_p - known)], sieve.rest_log_p


def _known_ahead(situation: Situation, position: Position) -> float:
    """By how much a legal move is likelier for having been seen in the picture of the press before."""
    return math.log(len(legal_moves(position))) if position is situation.now and situation.ahead else 0.0


def _is_possible(one: Outcome, situation: Situation, position: Position, side: Side) -> bool:
    """The opponent of a pending fault hands the turn back where nothing moved; and a move that was seen ahead is what its press shows."""
    if one.verdict is Verdict.NO_MOVE and situation.answers(side):
        return False
    if position is not situation.now or situation.ahead is None:
        return True
    return one.verdict in (Verdict.LEGAL, Verdict.CORRECTED) and one.then.now.contents() == situation.ahead.contents()


def _named(situation: Situation, seq: int, position: Position, alike: Sequence[tuple[Explanation, float]]) -> Outcome:
    """Explanations that lead to the same board as one: the first in the order of names, with the weight of all."""
    first = min((explanation for explanation, _ in alike), key=lambda explanation: explanation.verdict.rank)
    then = situation.after(seq, position, first)
    verdict, move = first.verdict, None
    if first.move:
        mover = position.with_side(position.side.other) if verdict is Verdict.OPPONENTS_PIECE else position
        move = write_move(mover, first.move)
    again = situation.handed_back or position is not situation.now
    if verdict is Verdict.LEGAL and again:
        doubtful = situation.pending or situation.last_unsure
        verdict = Verdict.CORRECTED if doubtful or then.now.contents() != situation.now.contents() else verdict
    doubt = situation.doubt_of(position)
    unsettled = position is situation.now and situation.unsettled
    # Two faults in one press upon one that was not settled may as well be one of each; and what was not seen may have been so before.
    guessed = doubt.is_guess or doubt.kings or any(square in doubt.unknown for square, _ in first.changes)
    if verdict.is_irregular and (guessed or (unsettled and first.is_twofold)):
        verdict, move = Verdict.UNSURE, None
    if verdict is Verdict.UNSURE:  # what has no name decides nothing of what was before
        then = replace(then, history=())
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


def _returned(situation: Situation, position: Position, weights: Weights, sieve: Sieve) -> Iterator[Outcome]:
    """The opponent presses with nothing moved, with the position before the fault restored, or with the move that puts it right there too:
    the turn goes back."""
    log_prior = math.log(HANDED_BACK)
    back = Outcome(situation.returned(restored=False), Verdict.NO_MOVE, None, (), log_prior + weights.of(()), (), True, start=position)
    yield back
    if situation.now_doubt.is_guess:
        # What was seen and not understood may hold the opponent's move already: then the turn has passed, and was not handed back.
        passed = replace(situation, before=position, before_doubt=situation.now_doubt, now=position.with_side(position.side.other))
        log_p = math.log(FAMILY[Verdict.NO_MOVE]) + weights.of(())
        yield Outcome(passed, Verdict.UNSURE, None, (), log_p, start=position)
    restored = difference(position, situation.before)
    then = situation.returned(restored=True)
    if restored:
        yield replace(back, then=then, log_p=log_prior + weights.of(restored), touched=restored)
    moves = legal_moves(situation.before)
    for move in moves:
        after = play(situation.before, move)
        log_p = log_prior + math.log(ANSWERED / len(moves)) + weights.of(difference(position, after))
        if sieve.passes(log_p):
            yield replace(back, then=replace(then, ahead=after), log_p=log_p, shown=after)


def _strange(situation: Situation, seq: int, position: Position, weights: Weights, told: Sequence[Explanation]) -> Outcome:
    """Nothing explains it, and how it came to that is left; disorder when that is what is seen, and the board before, or a ply or two, do
    not come to the same."""
    seen = seen_board(position, weights.evidence)
    explanation = Explanation(Verdict.UNSURE, None, seen, 0.0)
    then = situation.after(seq, position, explanation)
    everywhere = tuple(range(1, len(weights.evidence.log_p) + 1))
    then = replace(then, now_doubt=replace(then.now_doubt, unknown=everywhere), history=())
    verdict = Verdict.UNSURE
    known = not (situation.now_doubt.is_guess or situation.handed_back)
    if known and is_jumbled(position, weights.evidence) and not is_two_plies(situation, position, then.now.contents()):
        verdict = Verdict.JUMBLED
        then = replace(then, pending=verdict)
    squares = tuple(square for square, _ in seen)
    log_p = weights.log_p + log_strange(position, told, weights.evidence)
    return Outcome(then, verdict, None, squares, log_p, start=position)


def found_again(position: Position, side: Side, log_p: float, evidence: Evidence) -> Outcome:
    """What was cut off, of that log-probability: of the board no more is known than is seen, `position` being held before."""
    guess = changed(position, seen_board(position, evidence)).with_side(side.other)
    kings = may_hide_kings(position, guess)
    doubt = Doubt(True, kings, tuple(range(1, len(evidence.log_p) + 1)), tuple(Side) if kings else ())
    then = Situation(guess.with_side(side), guess, before_doubt=doubt, now_doubt=doubt)
    return Outcome(then, Verdict.UNSURE, None, (), log_p + evidence.log_likelihood(guess.contents()))
