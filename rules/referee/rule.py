"""The ruling of a press: the posterior over all its explanations, and `unsure` where it does not decide."""

import heapq
import math
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace

from rules.board.evidence import Evidence
from rules.board.squares import Content, Side, SideWord
from rules.errors import EvidenceError, Phrase, PressError
from rules.irregularity import Verdict
from rules.referee.amending import amend
from rules.referee.belief import Belief, LastPress, Ruling, Situation, sides
from rules.referee.finding import found, listened
from rules.referee.leads import CLEAR_NATS, MAX_RIVAL_COLOUR_NATS, MIN_COLOUR_NATS, PLAIN_HEIGHT_NATS
from rules.referee.looking_back import found_out, played_on
from rules.referee.outcomes import found_again, outcomes
from rules.referee.priors import (
    LOST_EXPLAINS_P,
    MAX_AMENDABLE_PRESSES,
    MAX_LOST_TOLD_P,
    MAX_SITUATIONS,
    MAX_UNKNOWN_SQUARES,
    MIN_BOARD_P,
    MIN_CARRIED_SHARE,
    MIN_MISREAD_PRESSES,
    MIN_RULING_P,
    MIN_SEEN_SHARE,
)
from rules.referee.shown import FreshEvidence
from rules.referee.strange import log_sum
from rules.referee.weights import Outcome, bound, difference

OF_THE_WHOLE_BOARD = frozenset({Verdict.MISSED_CAPTURE, Verdict.WRONG_CAPTURE, Verdict.BANNED_KING})
"""The irregularities that follow from what the other pieces could have done."""


class RulingFault(Phrase):
    """Why a press cannot be ruled."""

    OTHER_CLOCK_RUNS = "press {seq}: {side} pressed, but the clock of {other} runs and nothing can be handed back"
    BELOW_1 = "press {seq}: presses are numbered from 1 upwards"
    OTHER_BOARD = "press {seq}: evidence of {seen} squares for a board of {squares}"
    RULED_SINCE = "press {seq} comes after press {last} was ruled: presses are ruled in their order, each once"


def rule(belief: Belief, seq: int, side: Side, evidence: Evidence) -> tuple[Belief, tuple[Ruling, ...]]:
    """Rule press `seq`. Return the new belief and the rulings: amendments of earlier presses first, the press's own last.

    EvidenceError: the evidence has another number of squares than the board. PressError: `seq` is below 1, or `Belief.can_rule` is false.
    The PressError is a guard against misuse: which presses count is decided by the caller, who asks `Belief.can_rule` first.
    """
    _refuse(belief, seq, side, evidence)
    fresh = FreshEvidence(belief.shown, evidence)
    ways = list(_ways(belief, seq, side, fresh))
    weighed = [one for found, _ in ways for one in found]
    weighed += _looked_back(belief.last, weighed, seq, side, fresh)
    unbiased = fresh.without_bias()
    lost = found_again(belief.position, side, _lost_log_p(belief, evidence), unbiased)
    lost_log_p = lost.log_p if belief.lost_p else -math.inf
    if belief.lost_p and _seen_share(evidence) >= MIN_SEEN_SHARE:
        weighed.append(lost)
        lost_log_p = -math.inf
    total = log_sum((lost_log_p, *(one.log_p for one in weighed), *(rest for _, rest in ways)))
    weighed = [replace(one, log_p=one.log_p - total) for one in weighed]
    best = max(_said(weighed), key=_p)
    top = max(best, key=lambda one: one.log_p)
    is_open = top.verdict is Verdict.UNSURE or top.shown or top.may_be_banned
    sure = _p(best) >= MIN_RULING_P and not is_open and _is_seen(top, evidence) and _board_share(best, top, belief) >= MIN_BOARD_P
    own = _ruling(top, seq, side, _p(best)) if sure else _undecided(weighed, seq, side, evidence)
    likely = [one for one in weighed if one.log_p >= top.log_p + math.log(MIN_CARRIED_SHARE)]
    shown = belief.shown.after(evidence, own.position.contents() if sure else _agreed(likely), _may_differ(likely), sure=sure)
    own = replace(own, misread=tuple(square for square, count in shown.misread.items() if sure and count == MIN_MISREAD_PRESSES))
    carried = [(_after(one, seq, side, own, belief.lost_p), one.log_p) for one in likely]
    announced = tuple(old for old in belief.announced if old.seq > seq - MAX_AMENDABLE_PRESSES)
    amended: tuple[Ruling, ...] = ()
    if sure:
        carried, announced, amended = amend(carried, announced)
    # A sure ruling decides against what is not kept. Otherwise all that is not kept counts as lost.
    lost_p = math.exp(lost_log_p - total) if sure else max(0.0, 1 - _p(likely))
    least_log_p = top.log_p + math.log(MIN_CARRIED_SHARE)
    unsettled = own.verdict is Verdict.UNSURE and own.move is None
    last = LastPress(belief.situations, seq, side, evidence, total_log_p=total, least_log_p=least_log_p, unsettled=unsettled)
    after = _kept(replace(belief, announced=(*announced, own), lost_p=lost_p, shown=shown, last=last), carried)
    after, told = found(listened(after, belief.position, own, unbiased), own, unbiased)
    return after, (*amended, *told)


def _ways(belief: Belief, seq: int, side: Side, fresh: FreshEvidence) -> Iterator[tuple[list[Outcome], float]]:
    """The `outcomes` of each situation, without situations that can add nothing that would be kept: most of them after unseen presses."""
    bounds = [(bound(one, log_p, side, fresh.at(one.now.contents())), one, log_p) for one, log_p in belief.situations]
    likeliest = [-math.inf]
    for most, situation, log_p in sorted(bounds, key=lambda one: -one[0]):
        least_log_p = likeliest[0] + math.log(MIN_CARRIED_SHARE)
        if len(likeliest) == MAX_SITUATIONS:
            least_log_p = max(least_log_p, likeliest[-1])
        if most >= least_log_p:
            found, rest = outcomes(situation, log_p, seq, side, fresh, least_log_p)
            likeliest = heapq.nlargest(MAX_SITUATIONS, [*likeliest, *(one.log_p for one in found)])
            yield found, rest


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

    They are weighed if the last press was not settled, or if the likeliest outcome now contradicts what is clearly seen.
    """
    likeliest = max(weighed, key=lambda one: one.log_p)
    least_log_p = likeliest.log_p + math.log(MIN_CARRIED_SHARE)
    if last and last.unsettled:
        yield from found_out(last, side, fresh.evidence, least_log_p)
    elif last and (likeliest.verdict is Verdict.UNSURE or _contradicted(likeliest, CLEAR_NATS)):
        yield from played_on(last, seq, side, fresh, least_log_p)


def _lost_log_p(belief: Belief, evidence: Evidence) -> float:
    """log p(one of the dropped situations is true and explains the squares that are seen)."""
    return math.log(belief.lost_p) + _seen_share(evidence) * math.log(LOST_EXPLAINS_P) if belief.lost_p else -math.inf


def _seen_share(evidence: Evidence) -> float:
    margins = evidence.margins()
    return sum(margin is not None and margin >= CLEAR_NATS for margin in margins) / len(margins)


def _may_differ(likely: Iterable[Outcome]) -> set[int]:
    """The squares whose content changed at this press in one of the outcomes."""
    return {square for one in likely if one.start for square, _ in difference(one.start, one.then.now)}


def _agreed(likely: Sequence[Outcome]) -> list[Content | None]:
    """The content of each square that has the same colour in all outcomes; None for the others."""
    boards = [(one.shown or one.then.now).contents() for one in likely]
    return [here[0] if len({content.side for content in here}) == 1 else None for here in zip(*boards, strict=True)]


def _said(weighed: Sequence[Outcome]) -> list[list[Outcome]]:
    """The outcomes in groups that would be announced alike, whichever pieces are kings.

    Of a legal move only its own squares matter: what is open about the rest of the board stays open.
    """
    groups: dict[object, list[Outcome]] = defaultdict(list)
    for one in weighed:
        if one.verdict is Verdict.LEGAL and one.start:
            board: tuple[object, ...] = tuple((square, content.side) for square, content in difference(one.start, one.then.now))
        else:
            board = sides(one.then.now.contents())
        groups[one.verdict, one.hands_back, one.move, board].append(one)
    return list(groups.values())


def _board_share(same: Sequence[Outcome], one: Outcome, belief: Belief) -> float:
    """The share of the board of that outcome in the probability of the group.

    What was open before the press, and what the picture does not decide, does not count: it could stay open for the rest of the game.
    """
    known = {situation.now.contents() for situation, _ in belief.situations}
    return _p([other for other in same if _agree(one, other, known)]) / _p(same)


def _agree(one: Outcome, other: Outcome, known: Container[tuple[Content, ...]]) -> bool:
    """Whether the boards of both have the same colours, but for squares on which they differed before the press and may still do so."""
    here, there = one.then.now.contents(), other.then.now.contents()
    before = [each.start.contents() if each.start else () for each in (one, other)]
    if before[0] == before[1] or any(board not in known for board in before):
        return sides(here) == sides(there)
    differing = [square for square, (a, b) in enumerate(zip(here, there, strict=True), 1) if a.side is not b.side]
    return all(
        before[0][square - 1].side is not before[1][square - 1].side
        and one.evidence.colour_margin(square, here[square - 1]) > -MIN_COLOUR_NATS
        and other.evidence.colour_margin(square, there[square - 1]) > -MIN_COLOUR_NATS
        for square in differing
    )


def _p(same: Sequence[Outcome]) -> float:
    return min(1.0, math.fsum(math.exp(one.log_p) for one in same))


def _is_seen(one: Outcome, evidence: Evidence) -> bool:
    """Whether the pixels alone, without priors, show the contents of the squares that the outcome rests on.

    No other square may contradict the outcome: in a poor picture that can be a fault. A legal move may leave open one square that its own
    piece left or reached, and a few unknown squares. An accusation may leave none open. One that depends on the whole board
    (`OF_THE_WHOLE_BOARD`) is not made while any square reads another colour than is held to stand there, even where that is the square's
    known bias.
    """
    accuses = one.verdict.is_irregular and not one.hands_back
    weak = [square for square, content in one.touched if one.evidence.colour_margin(square, content) < MIN_COLOUR_NATS]
    unknown = _unseen(one.then.now_doubt.unknown, one, MAX_RIVAL_COLOUR_NATS)
    seen = not weak or (len(weak) == 1 and one.verdict is Verdict.LEGAL and not _is_captured(weak[0], one))
    if one.verdict in OF_THE_WHOLE_BOARD and _contradicted(replace(one, evidence=evidence), MAX_RIVAL_COLOUR_NATS):
        return False
    return seen and len(unknown) <= (0 if accuses else MAX_UNKNOWN_SQUARES) and not _contradicted(one, MAX_RIVAL_COLOUR_NATS)


def _is_captured(square: int, one: Outcome) -> bool:
    """Whether a piece of the opponent stood on that square before the move of the outcome."""
    return one.start is not None and one.start.content(square).side is one.then.now.side


def _unseen(squares: Iterable[int], one: Outcome, least_nats: float) -> tuple[int, ...]:
    """Those of the squares whose content in the outcome leads by at most `least_nats`."""
    board = one.then.now
    return tuple(square for square in squares if one.evidence.colour_margin(square, board.content(square)) <= least_nats)


def _contradicted(one: Outcome, against_nats: float) -> tuple[int, ...]:
    """The squares that show another colour than the outcome by `against_nats`, or a king for a man or a man for a king."""
    margins = one.evidence
    return tuple(
        square
        for square, content in enumerate((one.shown or one.then.now).contents(), 1)
        if margins.colour_margin(square, content) <= -against_nats or margins.height_margin(square, content) <= -PLAIN_HEIGHT_NATS
    )


def _ruling(one: Outcome, seq: int, side: Side, p: float) -> Ruling:
    squares = one.squares if one.verdict.is_irregular else ()
    return Ruling(
        seq, side, one.verdict, one.move, position=one.then.now, confidence=p, squares=squares, hands_back=one.hands_back, start=one.start
    )


def _undecided(weighed: Sequence[Outcome], seq: int, side: Side, evidence: Evidence) -> Ruling:
    """An `unsure` ruling with the likeliest board. It has the move only if the move is sure and starts from a settled position."""
    likeliest = max(weighed, key=lambda one: one.log_p)
    played = [one for one in weighed if one.move == likeliest.move]
    settled = likeliest.verdict is not Verdict.UNSURE and not likeliest.from_unsettled
    told = settled and not likeliest.shown and _p(played) >= MIN_RULING_P and _is_seen(likeliest, evidence)
    move = likeliest.move if told else None
    return Ruling(seq, side, Verdict.UNSURE, move, likeliest.then.now, _p([likeliest]), start=likeliest.start)


def _after(one: Outcome, seq: int, side: Side, said: Ruling, lost_p: float) -> Situation:
    """The situation after this outcome, with its own ruling of the press where another was announced; `lost_p` as in the belief before.

    Some rulings are announced at once or never, and are not kept: an outcome that clearly seen squares contradict, an undecided one
    with squares that were not seen or while more than `MAX_LOST_TOLD_P` is lost, and an undecided irregularity that starts from an
    unsettled press.
    """
    unsure = said.verdict is Verdict.UNSURE
    history = tuple(old for old in one.then.history if old.seq > seq - MAX_AMENDABLE_PRESSES and lost_p <= MAX_LOST_TOLD_P)
    unsettled = unsure and said.move is None
    # A player who made one fault may have made another on a square that was not seen.
    if one.then.pending_seq == seq:
        unknown = _unseen(range(1, len(one.evidence.log_p) + 1), one, 0.0)
    else:
        unknown = _unseen(one.then.now_doubt.unknown, one, MAX_RIVAL_COLOUR_NATS)
    # A square that contradicts an undecided outcome decides it as soon as it is seen.
    against = [square for square, content in one.touched if unsure and one.evidence.colour_margin(square, content) < 0]
    kings = tuple(s for s in one.then.now_doubt.kings if one.evidence.height_margin(s, one.then.now.content(s)) < PLAIN_HEIGHT_NATS)
    doubt = replace(one.then.now_doubt, unknown=tuple(sorted({*unknown, *against})), kings=kings)
    then = replace(one.then, last_unsure=unsure, unsettled=unsettled, history=history, now_doubt=doubt)
    contradicted = _contradicted(one, CLEAR_NATS)
    if contradicted:
        return replace(then, now_doubt=replace(doubt, is_guess=True, unknown=tuple(sorted({*doubt.unknown, *contradicted}))))
    own = _ruling(one, seq, side, 0.0)
    if unsure and (unknown or one.may_be_banned or lost_p > MAX_LOST_TOLD_P or (one.from_unsettled and own.is_irregular)):
        return then
    return then if own.meaning == said.meaning or (unsure and own.verdict is Verdict.UNSURE) else then.with_history(own)


def _kept(belief: Belief, situations: Sequence[tuple[Situation, float]]) -> Belief:
    """The belief with the likeliest situations, equal ones merged. The probability of those beyond `MAX_SITUATIONS` is lost."""
    merged: dict[Situation, float] = {}
    for situation, log_p in situations:
        merged[situation] = log_sum((merged[situation], log_p)) if situation in merged else log_p
    ranked = sorted(merged.items(), key=lambda item: -item[1])
    kept, out = ranked[:MAX_SITUATIONS], ranked[MAX_SITUATIONS:]
    total = log_sum(log_p for _, log_p in kept)
    lost_p = belief.lost_p + sum(math.exp(log_p) for _, log_p in out)
    return replace(belief, situations=tuple((situation, log_p - total) for situation, log_p in kept), lost_p=min(lost_p, MAX_LOST_P))


MAX_LOST_P = 1.0 - 1e-9
"""The largest `lost_p`: some situation is always kept."""
