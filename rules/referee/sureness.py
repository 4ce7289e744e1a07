"""Whether the outcomes of a press decide it: which are announced alike, and what of the one that is told the pixels alone show."""

import math
from collections import defaultdict
from collections.abc import Container, Iterable, Sequence
from dataclasses import replace

from rules.board.evidence import Evidence
from rules.board.squares import Content
from rules.irregularity import Verdict
from rules.referee.belief import Belief, LastPress, sides
from rules.referee.leads import CLEAR_NATS, MAX_RIVAL_COLOUR_NATS, MIN_COLOUR_NATS, PLAIN_HEIGHT_NATS
from rules.referee.priors import (
    MAX_BIAS_NATS,
    MAX_SILENT_PRESSES,
    MAX_UNKNOWN_SQUARES,
    MIN_BOARD_P,
    MIN_CORRECTED_P,
    MIN_LATE_RULING_P,
    MIN_RULING_P,
    MIN_SEEN_SHARE,
)
from rules.referee.shown import FreshEvidence
from rules.referee.weights import Outcome, difference, promotion

LEGAL_MOVES = frozenset({Verdict.LEGAL, Verdict.CORRECTED})
OF_THE_WHOLE_BOARD = frozenset({Verdict.MISSED_CAPTURE, Verdict.WRONG_CAPTURE, Verdict.BANNED_KING})
"""The irregularities that follow from what the other pieces could have done."""


def groups(weighed: Sequence[Outcome]) -> list[list[Outcome]]:
    """The outcomes in groups that would be announced alike, whichever pieces are kings.

    Of a legal move only its own squares matter. What is open about the rest of the board stays open, and so does whether the move put a
    fault right.
    """
    groups: dict[object, list[Outcome]] = defaultdict(list)
    for one in weighed:
        if one.verdict in LEGAL_MOVES and one.start:
            board: tuple[object, ...] = tuple((square, content.side) for square, content in difference(one.start, one.then.now))
        else:
            board = sides(one.then.now.contents())
        verdict = Verdict.LEGAL if one.verdict is Verdict.CORRECTED else one.verdict
        groups[verdict, one.hands_back, one.move, board].append(one)
    return list(groups.values())


def as_told(same: Sequence[Outcome]) -> Outcome:
    """The likeliest of the outcomes, as `corrected` only if that has the share `MIN_CORRECTED_P` of their probability."""
    top = max(same, key=lambda one: one.log_p)
    put_right = total_p([one for one in same if one.verdict is Verdict.CORRECTED])
    return replace(top, verdict=Verdict.LEGAL) if 0 < put_right < MIN_CORRECTED_P * total_p(same) else top


def is_sure(same: Sequence[Outcome], told: Outcome, belief: Belief, fresh: FreshEvidence) -> bool:
    """Whether the group of outcomes is announced, as `told`: it is likely enough, its squares are seen, and its board is known.

    A promotion is announced where its second disc is seen (`unseen_crowns`), not because a man stands where it would get one. A legal move
    beside which one of the opponent's pieces is gone waits for the next press (`_lacks_piece`). A fault on a square that an earlier press
    waits for is not announced: it may have been made at that press (`awaited`).
    """
    least_p = _least_p(told, belief, fresh)
    if _lacks_piece(told) or awaited(told) or _goes_on_unseen(told, belief) or _shows_other_kind(told, belief):
        return False
    if _exchanges_king(told, fresh):
        return False
    if told.verdict is Verdict.UNSURE or told.may_be_banned or total_p(same) < least_p or unseen_crowns(told):
        return False
    # A square that clearly spoke against an undecided press, and goes on doing so, may well hold what it shows.
    if any(fresh.still_shows_another(square, told.then.now.content(square)) for square in told.then.now_doubt.unknown):
        return False
    return is_seen(told, fresh) and board_share(same, told, belief) >= min(MIN_BOARD_P, least_p)


def _lacks_piece(one: Outcome) -> bool:
    """Whether a legal move leaves a piece of the opponent missing in the picture: it is in his hand, or was taken off (Art. 27b).

    Both look the same, and their priors alone must not tell them apart.
    """
    return one.verdict in LEGAL_MOVES and one.shown is not None and not one.then.ahead


def _goes_on_unseen(one: Outcome, belief: Belief) -> bool:
    """Whether the picture shows further plies on squares that were not seen before, or after a press of which nothing was seen.

    What such a square shows may have stood there before the press.
    """
    if one.shown is None:
        return False
    unseen_before = belief.last is not None and belief.last.evidence.is_blank
    return unseen_before or any(square in one.then.now_doubt.unknown for square, _ in difference(one.then.now, one.shown))


def _shows_other_kind(one: Outcome, belief: Belief) -> bool:
    """Whether a piece that made a fault plainly looked like a king before it, and is held for a man, or the other way round.

    As the other kind it may have done nothing wrong.
    """
    if one.start is None or not one.verdict.is_irregular or one.hands_back:
        return False
    pieces = ((belief.shown.rows.get(square), one.start.content(square)) for square in one.squares)
    heights = (row[content] - row[Content.piece(content.side, not content.is_king)] for row, content in pieces if row and content.side)
    return any(nats <= -PLAIN_HEIGHT_NATS for nats in heights)


def _exchanges_king(one: Outcome, fresh: FreshEvidence) -> bool:
    """Whether a square held for a king shows a man, and one of that side held for a man shows a king, in this picture and the last.

    The king plainly stands elsewhere. The evidence of the press alone no longer tells it, for the last picture showed it too.
    """
    pieces = enumerate((one.shown or one.then.now).contents(), 1)
    held = {content for square, content in pieces if fresh.still_shows_other_kind(square, content)}
    return any(content.is_king and Content.piece(content.side, king=False) in held for content in held if content.side)


def awaited(one: Outcome) -> frozenset[int]:
    """The squares that a fault changed and that a ruling of an earlier press waits for; empty for another outcome.

    What such a square shows was there before the press, or was not seen since. So the fault may be one of the earlier press.
    """
    if one.start is None or not one.verdict.is_irregular or one.hands_back:
        return frozenset()
    waits = {square for old in one.then.history for square in old.contradicted}
    return frozenset(square for square, _ in difference(one.start, one.then.now) if square in waits)


def is_board_sure(weighed: Sequence[Outcome], fresh: FreshEvidence, least_legal_p: float) -> bool:
    """Whether the picture shows one board, and not which of some lines of legal moves led to it.

    The lines may differ in the order of the moves, or in which of two pieces made which. They have at least the probability
    `least_legal_p` together; the other explanations of the same picture have a fault, or a further ply.
    """
    top = max(weighed, key=lambda one: one.log_p)
    if top.verdict not in LEGAL_MOVES or top.shown or top.may_be_banned or unseen_crowns(top):
        return False
    if _exchanges_king(top, fresh):
        return False
    board = sides(top.then.now.contents())
    alike = [one for one in weighed if sides((one.shown or one.then.now).contents()) == board]
    legal = [one for one in alike if one.verdict in LEGAL_MOVES and not one.shown]
    return total_p(alike) >= MIN_RULING_P and total_p(legal) >= least_legal_p and is_seen(top, fresh)


def was_seen_before(one: Outcome, last: LastPress | None) -> bool:
    """Whether the picture of the last press plainly shows each square that a legal move changes as it was before the move."""
    if one.start is None or last is None or one.verdict not in LEGAL_MOVES:
        return False
    changes = difference(one.start, one.then.now)
    return all(last.evidence.colour_margin(square, one.start.content(square)) >= MIN_COLOUR_NATS for square, _ in changes)


def _least_p(told: Outcome, belief: Belief, fresh: FreshEvidence) -> float:
    """The least probability from which the outcome is announced: after a long silence a legal move on a clear board needs less."""
    latest = belief.announced[-MAX_SILENT_PRESSES:]
    silent = len(latest) == MAX_SILENT_PRESSES and all(old.verdict is Verdict.UNSURE for old in latest)
    late = silent and told.verdict in LEGAL_MOVES and seen_share(fresh.evidence) >= MIN_SEEN_SHARE
    return MIN_LATE_RULING_P if late else MIN_RULING_P


def seen_share(evidence: Evidence) -> float:
    """The share of the squares that are clearly seen."""
    margins = evidence.margins()
    return sum(margin is not None and margin >= CLEAR_NATS for margin in margins) / len(margins)


def board_share(same: Sequence[Outcome], one: Outcome, belief: Belief) -> float:
    """The share of the board of that outcome in the probability of the group.

    What was open before the press, and what the picture does not decide, does not count: it could stay open for the rest of the game.
    """
    known = {situation.now.contents() for situation, _ in belief.situations}
    return total_p([other for other in same if _agree(one, other, known)]) / total_p(same)


def hides_piece(same: Sequence[Outcome], told: Outcome) -> bool:
    """Whether a legal move just after a press without a move leaves open where another piece stands, on squares that nothing is seen of.

    The move is known, and the board is not. A square that stays dark for longer could leave it open for the rest of the game.
    """
    if told.verdict not in LEGAL_MOVES or not told.from_unsettled:
        return False
    here, rows = told.then.now.contents(), told.evidence.log_p
    dark = [square for square, row in enumerate(rows) if max(row) == min(row)]
    alike = (one for one in same if all(one.then.now.contents()[square].side is here[square].side for square in dark))
    return total_p(alike) < MIN_BOARD_P * total_p(same)


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


def total_p(same: Iterable[Outcome]) -> float:
    """The probability of all these outcomes together."""
    return min(1.0, math.fsum(math.exp(one.log_p) for one in same))


def is_seen(one: Outcome, fresh: FreshEvidence) -> bool:
    """Whether the pixels alone, without priors, show the contents of the squares that the outcome rests on.

    No other square may contradict the outcome: in a poor picture that can be a fault. A legal move may leave open one square that its own
    piece left or reached, a few unknown squares, and those that stay dark. The square that its piece left may look odd, as a field does
    that was never seen bare. An accusation may leave none open. One that depends on the whole
    board (`OF_THE_WHOLE_BOARD`) is not made while any square reads another colour than is held to stand there, even where that is the
    square's known bias.
    """
    accuses = one.verdict.is_irregular and not one.hands_back
    unknown = unseen(one.then.now_doubt.unknown, one, MAX_RIVAL_COLOUR_NATS)
    if not accuses and len(unknown) > MAX_UNKNOWN_SQUARES:
        unknown = tuple(set(unknown) - fresh.stays_dark())
    if one.verdict in OF_THE_WHOLE_BOARD and contradicted(replace(one, evidence=fresh.evidence), MAX_RIVAL_COLOUR_NATS):
        return False
    against = [square for square in contradicted(one, MAX_RIVAL_COLOUR_NATS) if not _is_left_odd(square, one)]
    return not unseen_of_move(one) and len(unknown) <= (0 if accuses else MAX_UNKNOWN_SQUARES) and not against


def unseen_of_move(one: Outcome) -> tuple[int, ...]:
    """The squares that the outcome touches and that the pixels alone do not show; none where a legal move leaves one open that it may."""
    weak = tuple(square for square, content in one.touched if one.evidence.colour_margin(square, content) < MIN_COLOUR_NATS)
    may_be_open = len(weak) == 1 and one.verdict is Verdict.LEGAL
    return () if may_be_open and not _is_captured(weak[0], one) and not _may_be_elsewhere(weak[0], one) else weak


def reached_unseen(one: Outcome) -> tuple[int, ...]:
    """Those of `unseen_of_move` that a piece reached, or from which one was captured, and not the one that was left.

    While they are not seen, a piece may stand elsewhere, on another square of which nothing is seen, and no fault would look different.
    """
    if one.start is None:
        return ()
    left = [square for square, content in one.touched if content is Content.EMPTY and one.start.content(square).side is one.start.side]
    return tuple(square for square in unseen_of_move(one) if square not in left)


def unseen_crowns(one: Outcome) -> tuple[int, ...]:
    """The square of the king that a legal move made of a man, where the pixels alone do not show its second disc (Art. 8); else none.

    Where kings get no second disc there is none to be seen. A picture that already shows the answer by which this king was taken cannot
    show the disc, and is not asked.
    """
    if one.verdict not in LEGAL_MOVES or one.start is None or not one.start.rules.second_disc:
        return ()
    if (square := promotion(one.start, one.then.now)) is None:
        return ()
    king = one.then.now.content(square)
    asked = (one.shown or one.then.now).content(square) is king
    return (square,) if asked and one.evidence.height_margin(square, king) < MIN_COLOUR_NATS else ()


def _is_left_odd(square: int, one: Outcome) -> bool:
    """Whether a legal move left that square bare, and it shows a colour that stood there neither before nor after it, though not plainly.

    A piece that was not moved would show its own colour.
    """
    if one.verdict is not Verdict.LEGAL or one.start is None or one.then.now.content(square):
        return False
    shown = one.evidence.best()[square - 1].side
    left = one.start.content(square).side is one.start.side and shown is one.start.side.other
    return left and one.evidence.colour_margin(square, Content.EMPTY) > -MAX_BIAS_NATS


def _may_be_elsewhere(square: int, one: Outcome) -> bool:
    """Whether a piece came to that square, of which little is seen, while nothing is seen of another bare square: it may stand there."""
    board, evidence = one.then.now, one.evidence
    if board.content(square) is Content.EMPTY:
        return False
    bare = (other for other, content in enumerate(board.contents(), 1) if content is Content.EMPTY)
    return any(max(evidence.log_p[other - 1]) == min(evidence.log_p[other - 1]) for other in bare)


def _is_captured(square: int, one: Outcome) -> bool:
    """Whether a piece of the opponent stood on that square before the move of the outcome."""
    return one.start is not None and one.start.content(square).side is one.then.now.side


def unseen(squares: Iterable[int], one: Outcome, least_nats: float) -> tuple[int, ...]:
    """Those of the squares whose content in the outcome leads by at most `least_nats`."""
    board = one.then.now
    return tuple(square for square in squares if one.evidence.colour_margin(square, board.content(square)) <= least_nats)


def contradicted(one: Outcome, against_nats: float) -> tuple[int, ...]:
    """The squares that show another colour than the outcome by `against_nats`, or a king for a man or a man for a king."""
    margins = one.evidence
    return tuple(
        square
        for square, content in enumerate((one.shown or one.then.now).contents(), 1)
        if margins.colour_margin(square, content) <= -against_nats or margins.height_margin(square, content) <= -PLAIN_HEIGHT_NATS
    )
