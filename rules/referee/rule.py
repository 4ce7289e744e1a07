"""The ruling of a press: the posterior over all its explanations, and `unsure` where it does not decide."""

import heapq
import math
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace

from rules.board.evidence import Evidence
from rules.board.squares import Content, Side, SideWord
from rules.errors import EvidenceError, Phrase, PressError
from rules.irregularity import Verdict
from rules.referee.amending import amend, as_told_now, still_waiting, undecided
from rules.referee.belief import Belief, LastPress, Ruling, Situation
from rules.referee.bounds import Bounds, bounds
from rules.referee.finding import found, is_only_move, listened, looked_up, unread_presses
from rules.referee.leads import CLEAR_NATS, MAX_RIVAL_COLOUR_NATS, PLAIN_HEIGHT_NATS
from rules.referee.looking_back import found_out, nearest, played_on
from rules.referee.outcomes import found_again, outcomes
from rules.referee.priors import (
    LOST_EXPLAINS_P,
    MAX_AMENDABLE_PRESSES,
    MAX_CUT_TOLD_P,
    MAX_SITUATIONS,
    MAX_UNSEEN_SITUATIONS,
    MIN_BOARD_P,
    MIN_CARRIED_SHARE,
    MIN_LATE_RULING_P,
    MIN_MISREAD_PRESSES,
    MIN_RULING_P,
    MIN_SEEN_SHARE,
    RANDOM_SQUARE_P,
    UNEXPLAINED_LOG_P,
)
from rules.referee.shown import FreshEvidence, Shown
from rules.referee.strange import is_jumbled, log_sum, seen_board
from rules.referee.sureness import (
    as_told,
    awaited,
    contradicted,
    groups,
    hides_piece,
    is_board_sure,
    is_seen,
    is_sure,
    reached_unseen,
    seen_share,
    total_p,
    unseen,
    unseen_crowns,
    was_seen_before,
)
from rules.referee.weights import Outcome, difference


class RulingFault(Phrase):
    """Why a press cannot be ruled."""

    OTHER_CLOCK_RUNS = "press {seq}: {side} pressed, but the clock of {other} runs and nothing can be handed back"
    BELOW_1 = "press {seq}: presses are numbered from 1 upwards"
    OTHER_BOARD = "press {seq}: evidence of {seen} squares for a board of {squares}"
    RULED_SINCE = "press {seq} comes after press {last} was ruled: presses are ruled in their order, each once"


def rule(belief: Belief, seq: int, side: Side, evidence: Evidence) -> tuple[Belief, tuple[Ruling, ...]]:
    """Rule press `seq`. Return the new belief and the rulings: amendments of earlier presses first, the press's own last.

    Where the rules give a king no second disc, the evidence tells nothing of kings: they are known from the moves before.
    EvidenceError: the evidence has another number of squares than the board. PressError: `seq` is below 1, or `Belief.can_rule` is false.
    The PressError is a guard against misuse: which presses count is decided by the caller, who asks `Belief.can_rule` first.
    """
    _refuse(belief, seq, side, evidence)
    if not belief.position.rules.second_disc:
        evidence = evidence.without_heights()
    fresh = FreshEvidence(belief.shown, evidence)
    ways = list(_ways(belief, seq, side, fresh))
    weighed = [one for found, _ in ways for one in found]
    unread = unread_presses(belief.silence)
    weighed += [_unread_undecided(one, unread) for one in _looked_back(belief.last, weighed, seq, side, fresh)]
    unbiased = fresh.without_bias()
    lost = found_again(belief.position, side, _lost_log_p(belief, unbiased), unbiased)
    lost_log_p = lost.log_p if belief.lost_p else -math.inf
    if belief.lost_p and seen_share(evidence) >= MIN_SEEN_SHARE:
        weighed.append(lost)
        lost_log_p = -math.inf
    total = log_sum((lost_log_p, *(one.log_p for one in weighed), *(rest for _, rest in ways)))
    weighed = [replace(one, log_p=one.log_p - total) for one in weighed]
    best = max(groups(weighed), key=total_p)
    top = as_told(best)
    # The situations that were dropped may have other moves to the same board.
    is_known = belief.cut_p <= MAX_CUT_TOLD_P or was_seen_before(top, belief.last) or is_only_move(belief.silence, top, seq, side, unbiased)
    is_move_sure = is_known and is_sure(best, top, belief, fresh)
    sure = is_move_sure and not hides_piece(best, top)
    # The board is known though the line of moves to it is not: it decides against the other boards as a ruling does.
    settled = sure or is_board_sure(weighed, fresh, MIN_RULING_P)
    if is_move_sure:
        own = _ruling(top, seq, side, total_p(best)) if sure else undecided(_ruling(top, seq, side, total_p(best)))
    else:
        own = _undecided(weighed, seq, side, fresh)
    own = replace(own, board_known=not sure and is_board_sure(weighed, fresh, MIN_LATE_RULING_P))
    least_log_p = top.log_p + math.log(MIN_CARRIED_SHARE)
    likely = [one for one in weighed if one.log_p >= least_log_p]
    stands = (top.shown or own.position).contents() if sure else _agreed(likely)
    moved = {square for square, _ in difference(own.start, own.position)} if sure and own.start else set()
    shown = belief.shown.after(evidence, stands, _may_differ(likely), moved, sure=sure)
    own = replace(own, misread=tuple(square for square, count in shown.misread.items() if sure and count == MIN_MISREAD_PRESSES))
    announced = _amendable(belief, seq)
    carried = [(_after(one, own, belief.cut_p, evidence, shown, unread, settled=settled), one.log_p) for one in likely]
    carried, announced, amended = amend(carried, announced) if settled else (carried, announced, ())
    # What is sure decides against what is not kept. Otherwise all that is not kept counts as lost.
    lost_p = math.exp(lost_log_p - total) if settled else max(0.0, 1 - total_p(likely))
    past = as_told_now(belief.situations, belief.announced, amended)
    last = LastPress(past, seq, side, evidence, total_log_p=total, least_log_p=least_log_p, unsettled=not settled and own.is_silent)
    cut_off = lost_p if evidence.is_blank and len(belief.situations) > MAX_SITUATIONS else 0.0
    cut_p = 0.0 if settled else max(belief.cut_p, cut_off)
    most = MAX_UNSEEN_SITUATIONS if evidence.is_blank else MAX_SITUATIONS
    after = _kept(replace(belief, announced=(*announced, own), lost_p=lost_p, cut_p=cut_p, shown=shown, last=last), carried, most)
    after, reconstructed, own = looked_up(after, belief.silence, own, unbiased)
    after, told = found(listened(after, belief.position, own, unbiased), own, unbiased)
    return after, (*amended, *reconstructed, *told)


def _ways(belief: Belief, seq: int, side: Side, fresh: FreshEvidence) -> Iterator[tuple[list[Outcome], float]]:
    """The `outcomes` of each situation, without situations that can add nothing that would be kept: most of them after unseen presses."""
    blank, likeliest = fresh.evidence.is_blank, [-math.inf]
    ways = [(_most(one, log_p, side, fresh, blank=blank), one, log_p) for one, log_p in belief.situations]
    kept = MAX_UNSEEN_SITUATIONS if blank else MAX_SITUATIONS
    for count, (most, situation, log_p) in enumerate(sorted(ways, key=lambda way: -way[0].best)):
        least_log_p = likeliest[0] + math.log(MIN_CARRIED_SHARE)
        if len(likeliest) == kept:
            least_log_p = max(least_log_p, likeliest[-1])
        if blank and count >= MAX_SITUATIONS:
            yield [], most.best
        elif most.best >= least_log_p:
            found, rest = outcomes(situation, log_p, seq, side, fresh, least_log_p, most)
            likeliest = heapq.nlargest(kept, [*likeliest, *(one.log_p for one in found)])
            yield found, rest


def _most(situation: Situation, log_p: float, side: Side, fresh: FreshEvidence, *, blank: bool) -> Bounds:
    """The bounds of the situation. Where nothing is seen that is its own probability, all of which counts if it is dropped."""
    return Bounds(log_p, log_p, log_p) if blank else bounds(situation, log_p, side, fresh.at(situation.now.contents()))


def _refuse(belief: Belief, seq: int, side: Side, evidence: Evidence) -> None:
    if seq < 1:
        raise PressError(RulingFault.BELOW_1.said(seq=seq))
    squares = len(belief.position.contents())
    if len(evidence.log_p) != squares:
        raise EvidenceError(RulingFault.OTHER_BOARD.said(seq=seq, seen=len(evidence.log_p), squares=squares))
    if belief.announced and seq <= belief.announced[-1].seq:
        raise PressError(RulingFault.RULED_SINCE.said(seq=seq, last=belief.announced[-1].seq))
    if not belief.can_rule(seq, side):
        raise PressError(RulingFault.OTHER_CLOCK_RUNS.said(seq=seq, side=SideWord.of(side), other=SideWord.of(belief.position.side)))


def _looked_back(last: LastPress | None, weighed: Sequence[Outcome], seq: int, side: Side, fresh: FreshEvidence) -> Iterable[Outcome]:
    """Outcomes after faults of the last press that were too unlikely to be kept.

    A fault that is now handed back is weighed if the last press was not settled, or if the likeliest outcome is a `no-move` whose picture
    shows more, or a king that was made without a move. A fault that was played on is weighed if the likeliest outcome is undecided, clearly
    contradicted, or an irregularity after a press of which nothing was seen: the fault may be one of that press. After an unsettled press
    what a square has shown before contradicts it too, and a picture that hides much of the board decides nothing.
    """
    if last is None:
        return
    likeliest = max(weighed, key=lambda one: one.log_p)
    least_log_p = likeliest.log_p + math.log(MIN_CARRIED_SHARE)
    only_crowned = likeliest.verdict is Verdict.UNCROWNED and not likeliest.move
    if last.unsettled or only_crowned or (likeliest.verdict is Verdict.NO_MOVE and likeliest.shown):
        yield from found_out(last, side, fresh.evidence, least_log_p)
    if last.unsettled and seen_share(fresh.evidence) < MIN_SEEN_SHARE:
        return
    shown = replace(likeliest, evidence=fresh.evidence) if last.unsettled else likeliest
    accuses_after_unseen = last.evidence.is_blank and likeliest.verdict.is_irregular
    if likeliest.verdict is Verdict.UNSURE or accuses_after_unseen or contradicted(shown, CLEAR_NATS):
        last = nearest(last, fresh.evidence) if accuses_after_unseen else last
        yield from played_on(last, seq, side, fresh, least_log_p)


def _unread_undecided(one: Outcome, unread: Container[int]) -> Outcome:
    """The outcome after a fault of the last press that was not kept, which may as well be one of the presses before without a picture."""
    history = tuple(undecided(old) if old.seq in unread else old for old in one.then.history)
    return replace(one, then=replace(one.then, history=history))


def _lost_log_p(belief: Belief, evidence: Evidence) -> float:
    """log p(one of the dropped situations is true and explains the squares that are seen).

    They are lines of play beside the kept ones. After a settled press a board in disorder is in disorder for them too.
    """
    if not belief.lost_p:
        return -math.inf
    settled = belief.last is None or not belief.last.unsettled
    log_p = math.log(belief.lost_p) + seen_share(evidence) * math.log(LOST_EXPLAINS_P)
    if settled and belief.cut_p <= MAX_CUT_TOLD_P and is_jumbled(belief.position, evidence):
        changes = len(seen_board(belief.position, evidence))
        log_p += UNEXPLAINED_LOG_P + changes * math.log(RANDOM_SQUARE_P / len(Content))
    return log_p


def _may_differ(likely: Iterable[Outcome]) -> set[int]:
    """The squares whose content changed at this press in one of the outcomes."""
    return {square for one in likely if one.start for square, _ in difference(one.start, one.then.now)}


def _agreed(likely: Sequence[Outcome]) -> list[Content | None]:
    """The content of each square whose colour has the share `MIN_BOARD_P` of the probability of the outcomes; None for the others."""
    ranked = sorted(((math.exp(one.log_p), (one.shown or one.then.now).contents()) for one in likely), key=lambda each: -each[0])
    least = MIN_BOARD_P * math.fsum(p for p, _ in ranked)
    agreed: list[Content | None] = []
    for here in zip(*(board for _, board in ranked), strict=True):
        same = {content.side for content in here}
        total = (
            math.fsum(p for (p, _), content in zip(ranked, here, strict=True) if content.side is here[0].side)
            if len(same) > 1
            else math.inf
        )
        agreed.append(here[0] if total >= least else None)
    return agreed


def _ruling(one: Outcome, seq: int, side: Side, p: float) -> Ruling:
    squares = one.squares if one.verdict.is_irregular else ()
    return Ruling(
        seq, side, one.verdict, one.move, position=one.then.now, confidence=p, squares=squares, hands_back=one.hands_back, start=one.start
    )


def _undecided(weighed: Sequence[Outcome], seq: int, side: Side, fresh: FreshEvidence) -> Ruling:
    """An `unsure` ruling with the likeliest board. It has the move only if the move is sure and starts from a settled position."""
    likeliest = max(weighed, key=lambda one: one.log_p)
    played = [one for one in weighed if one.move == likeliest.move and one.verdict is not Verdict.UNSURE]
    settled = likeliest.verdict is not Verdict.UNSURE and not likeliest.from_unsettled
    told = settled and not likeliest.shown and total_p(played) >= MIN_RULING_P and is_seen(likeliest, fresh)
    move = likeliest.move if told else None
    return Ruling(seq, side, Verdict.UNSURE, move, likeliest.then.now, total_p([likeliest]), start=likeliest.start)


def _after(
    one: Outcome, said: Ruling, cut_p: float, evidence: Evidence, shown: Shown, unread: Container[int], *, settled: bool
) -> Situation:
    """The situation after this outcome, with its own ruling of the press where another was announced; `cut_p` as in the belief before.

    Its rulings of the latest presses are kept, and older ones that still wait for squares: what else is open then will hardly be decided.

    Of undecided presses a legal move is always kept. It waits for the squares that were not seen or spoke against it, so that one square
    that reads wrong costs no move. An irregularity is announced at once or never if squares were not seen or contradict it, unless its one
    fault is a missing second disc, and if it starts from an unsettled press. Its move is kept without it, as `unsure`: who took a piece off
    may stay open where the moves do not. So it is with a fault that may be one of an earlier press, and with the move of that press
    (`awaited`). Nothing is kept while more than `MAX_CUT_TOLD_P` was cut off.
    """
    unsure = said.verdict is Verdict.UNSURE
    latest, told_at_all = said.seq - MAX_AMENDABLE_PRESSES, cut_p <= MAX_CUT_TOLD_P
    kept = [old for old in one.then.history if told_at_all and (old.seq > latest or old.contradicted or old.crowns)]
    may_be_earlier = awaited(one)
    kept = [undecided(old) if may_be_earlier.intersection(old.contradicted) else old for old in kept]
    # A fault at one of the presses just before that had no picture is no more likely to be kept than another one. So their moves wait too.
    against_now = () if one.evidence.is_blank else _against_board(one)
    history = tuple(
        replace(each, contradicted=tuple(sorted({*each.contradicted, *against_now}))) if each.seq in unread else each
        for each in (still_waiting(old, one, evidence) for old in kept)
    )
    # A player who made one fault may have made another on a square that was not seen.
    if one.then.pending_seq == said.seq:
        unknown = unseen(range(1, len(one.evidence.log_p) + 1), one, 0.0)
    else:
        unknown = unseen(one.then.now_doubt.unknown, one, MAX_RIVAL_COLOUR_NATS)
    # A square that an undecided outcome rests on, and that was not seen or contradicts it, decides it as soon as it is seen.
    against = [square for square, content in one.touched if unsure and one.evidence.colour_margin(square, content) < 0]
    unseen_moved = reached_unseen(one) if unsure and not one.evidence.is_blank else ()
    against_it, board = contradicted(one, CLEAR_NATS), (one.shown or one.then.now).contents()
    # A square that is known to read wrong by so many nats tells no height by fewer.
    plain = {square: max(PLAIN_HEIGHT_NATS, shown.bias_of(square)) for square in one.then.now_doubt.kings}
    kings = tuple(s for s, nats in plain.items() if one.evidence.height_margin(s, one.then.now.content(s)) <= nats)
    doubt, open_squares = one.then.now_doubt, tuple(sorted({*unknown, *against, *unseen_moved, *against_it}))
    doubt = replace(doubt, is_guess=doubt.is_guess or bool(against_it), unknown=open_squares, kings=kings)
    then = replace(one.then, last_unsure=unsure, unsettled=not settled and said.is_silent, history=history, now_doubt=doubt)
    own = _ruling(one, said.seq, said.side, 0.0)
    strange, told_at_all = own.verdict is Verdict.UNSURE, told_at_all and not one.may_be_banned
    if unsure and told_at_all and not strange and not own.is_irregular:
        heights = {square for square in against_it if one.evidence.colour_margin(square, board[square - 1]) > -CLEAR_NATS}
        crowns = tuple(sorted({*heights, *unseen_crowns(one)}))
        waits_for = {*unknown, *against_it, *unseen_moved}.difference(crowns)
        return then.with_history(replace(own, contradicted=tuple(sorted(waits_for)), crowns=crowns))
    unseen_fault = bool(unknown) and own.verdict is not Verdict.UNCROWNED
    if against_it or may_be_earlier or (unsure and (not told_at_all or unseen_fault or strange or one.from_unsettled)):
        if not (unsure and told_at_all and own.move) or own.verdict is Verdict.OPPONENTS_PIECE:
            return then
        own = replace(own, verdict=Verdict.UNSURE, squares=(), contradicted=tuple(sorted({*unknown, *against_it})))
    return then if own.meaning == said.meaning else then.with_history(own)


def _against_board(one: Outcome) -> tuple[int, ...]:
    """The squares that clearly show another colour than the board on record after the outcome: faults, plies ahead, a piece in a hand."""
    contents = enumerate(one.then.now.contents(), 1)
    return tuple(square for square, content in contents if one.evidence.colour_margin(square, content) <= -CLEAR_NATS)


def _amendable(belief: Belief, seq: int) -> tuple[Ruling, ...]:
    """The announced rulings that press `seq` may amend: the latest ones, and those that a situation has otherwise."""
    undecided = {old.seq for situation, _ in belief.situations for old in situation.history}
    return tuple(old for old in belief.announced if old.seq > seq - MAX_AMENDABLE_PRESSES or old.seq in undecided)


def _kept(belief: Belief, situations: Sequence[tuple[Situation, float]], most: int) -> Belief:
    """The belief with the likeliest situations, at most so many, equal ones merged. The probability of those beyond is lost."""
    merged: dict[Situation, float] = {}
    for situation, log_p in situations:
        merged[situation] = log_sum((merged[situation], log_p)) if situation in merged else log_p
    ranked = sorted(merged.items(), key=lambda item: -item[1])
    kept, out = ranked[:most], ranked[most:]
    total = log_sum(log_p for _, log_p in kept)
    lost_p = min(belief.lost_p + sum(math.exp(log_p) for _, log_p in out), MAX_LOST_P)
    cut_p = max(belief.cut_p, lost_p) if len(situations) >= most else belief.cut_p
    return replace(belief, situations=tuple((situation, log_p - total) for situation, log_p in kept), lost_p=lost_p, cut_p=cut_p)


MAX_LOST_P = 1.0 - 1e-9
"""The largest `lost_p`: some situation is always kept."""
