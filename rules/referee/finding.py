"""Finding the game again: after some presses without a ruling, a board that is clearly seen is taken as the position.

The pieces stand where they are seen. The few squares that are seen least stay open, and so does which pieces are kings where the heights
and the record differ. The moves of those presses are told where `rules.referee.reconstructing` finds them, and no likely situation has
other moves.
"""

import math
from collections.abc import Container, Iterable, Sequence
from dataclasses import replace
from itertools import chain, combinations

from rules.board.evidence import Evidence
from rules.board.position import Position
from rules.board.squares import Content, Side
from rules.irregularity import Verdict
from rules.referee.amending import amend, as_told_now
from rules.referee.belief import Belief, Ruling, Silence, Situation, changed, guessed_kings
from rules.referee.leads import CLEAR_NATS, PLAIN_HEIGHT_NATS
from rules.referee.outcomes import found_again
from rules.referee.priors import (
    KINGS_AS_SEEN_P,
    MAX_CUT_TOLD_P,
    MAX_SILENT_PRESSES,
    MAX_UNKNOWN_SQUARES,
    MIN_CARRIED_SHARE,
    MIN_CORRECTED_P,
    MIN_EXPLAINED_P,
    MIN_FOUND_P,
    OVERLOOKED_P,
)
from rules.referee.reconstructing import MAX_RECONSTRUCTED_PLIES, is_last_of_each, only_line
from rules.referee.strange import MAX_WEAK_SQUARES, likeliest_other, log_sum
from rules.referee.sureness import LEGAL_MOVES
from rules.referee.weights import Outcome, difference

MAX_WEAK_NATS = -math.log(MIN_CARRIED_SHARE)
"""The lead of a square that is seen so well that no other content would be kept."""


Situations = tuple[tuple[Situation, float], ...]
"""Situations with their log-probabilities."""


def listened(belief: Belief, start: Position, own: Ruling, evidence: Evidence) -> Belief:
    """The belief with its silence continued or ended by this ruling of a press; `start` was the likeliest position before the press.

    A board that is known ends it too, whatever stays open of the moves to it, unless one of the presses has no picture.
    """
    silence = belief.silence or Silence(start)
    presses = (*silence.presses, (own.seq, own.side))
    seen = (*silence.seen, evidence) if len(presses) <= MAX_RECONSTRUCTED_PLIES else ()
    followed = own.board_known and seen and not any(one.is_blank for one in seen)
    if not own.is_silent or followed:
        return replace(belief, silence=None)
    return replace(belief, silence=replace(silence, presses=presses, seen=seen))


def found(belief: Belief, own: Ruling, evidence: Evidence) -> tuple[Belief, tuple[Ruling, ...]]:
    """Return the belief in the position that is seen, and the rulings: reconstructed moves, if any, then that of the press itself.

    Nothing changes before `MAX_SILENT_PRESSES`, or while the board is not clearly seen, but for squares that were dark before. The
    situations that explain all presses stay possible beside the board: the next press may decide for one, and amend the earlier rulings.
    Where none does, what they agree on of earlier presses is told before they are dropped.
    """
    silence = belief.silence
    if silence is None or len(silence.presses) < MAX_SILENT_PRESSES:
        return belief, (own,)
    if len(set(_not_clear(evidence)) - belief.shown.stays_dark(len(silence.presses) + 1)) > MAX_UNKNOWN_SQUARES:
        return belief, (own,)
    situations = _situations(belief, silence.start, own.side, evidence)
    situation = situations[0][0]
    explained = _explained(belief, silence)
    played_on = _total((one, log_p) for one, log_p in explained if not one.handed_back)
    line = () if played_on >= MIN_EXPLAINED_P else only_line(silence, situation.now)
    if line and (silence.found_after or _agrees(*belief.situations[0], line)):
        situations = ((Situation(line[-1].start or line[-1].position, line[-1].position), 0.0),)
        rulings, first, silence_after = (*(replace(one, amends=True) for one in line[:-1]), line[-1]), 0, None
    elif len(silence.presses) - silence.found_after < MAX_SILENT_PRESSES:
        return belief, (own,)
    else:
        known = () if explained else _known(belief)
        rulings, first = (*known, replace(own, position=situation.now)), silence.found_after
        situations = _beside(explained, situations)
        silence_after = replace(silence, found_after=len(silence.presses))
    changed_squares = () if first else _changed(silence.start, rulings[-1].position)
    rulings = (*rulings[:-1], replace(rulings[-1], found_from=silence.presses[first][0], changed=changed_squares))
    announced = {ruling.seq: ruling for ruling in (*belief.announced, *rulings)}
    after = replace(belief, situations=situations, lost_p=0.0, cut_p=0.0, announced=tuple(announced.values()), last=None)
    return replace(after, silence=silence_after), rulings


def unread_presses(silence: Silence | None) -> tuple[int, ...]:
    """The numbers of the presses of a silence of whose pictures none shows anything; empty for another silence or for none."""
    if silence is None or silence.found_after or not silence.seen or not all(one.is_blank for one in silence.seen):
        return ()
    return tuple(seq for seq, _ in silence.presses)


def looked_up(belief: Belief, silence: Silence | None, own: Ruling, evidence: Evidence) -> tuple[Belief, tuple[Ruling, ...], Ruling]:
    """The belief after `own`, which ends a silence without pictures, the amendments of the silent presses, and `own`.

    Their moves are told if one line of legal moves alone leads through them to the board after `own`. Otherwise `own` gets what changed
    before it. `evidence` is that of its press.
    """
    unread = unread_presses(silence)
    if silence is None or not unread or own.is_silent or own.start is None or own.hands_back:
        return belief, (), own
    silent = {old.seq for old in belief.announced if old.is_silent and old.seq in unread}
    whole = replace(silence, presses=(*silence.presses, (own.seq, own.side)), seen=(*silence.seen, evidence))
    line = only_line(whole, own.position) if silent and own.verdict is Verdict.LEGAL else ()
    if line and line[-1].move == own.move:
        amended = tuple(replace(one, amends=True) for one in line if one.seq in silent)
        announced = {ruling.seq: ruling for ruling in (*belief.announced, *amended)}
        situations = as_told_now(belief.situations, belief.announced, amended)
        return replace(belief, situations=situations, announced=tuple(announced.values())), amended, own
    if silent and own.verdict is not Verdict.CORRECTED:
        own = replace(own, open_from=silence.presses[0][0], changed=_changed(silence.start, own.start))
        belief = replace(belief, announced=(*belief.announced[:-1], own))
    return belief, (), own


def is_only_move(silence: Silence | None, one: Outcome, seq: int, side: Side, evidence: Evidence) -> bool:
    """Whether the legal move of the outcome of press `seq`, which follows the silence, is the only one that leads to its board.

    `evidence` is that of the press. Where situations were dropped, those that are kept do not show it.
    """
    if silence is None or one.verdict is not Verdict.LEGAL or one.move is None:
        return False
    whole = replace(silence, presses=(*silence.presses, (seq, side)), seen=(*silence.seen, evidence))
    return is_last_of_each(one.move, whole, one.then.now)


def _changed(before: Position, after: Position) -> tuple[int, ...]:
    """The squares whose colour differs."""
    return tuple(square for square, content in difference(before, after) if content.side is not before.content(square).side)


def _known(belief: Belief) -> tuple[Ruling, ...]:
    """The amendments of earlier presses on which the situations agree that are now dropped."""
    if belief.cut_p > MAX_CUT_TOLD_P:
        return ()
    _, _, amended = amend(list(belief.situations), belief.announced[:-1])
    return amended


def _explained(belief: Belief, silence: Silence) -> Situations:
    """The situations that explain all presses of the silence and their pictures.

    At the first such press these are all that are no guess, if they are likely enough together. A legal move that waits for a few squares
    is explained, and so are a fault that is handed back, a piece in a hand and plies that the picture already shows. However unlikely, a
    situation in which each press was a legal move is one of them: another square may have been read wrong in each picture.
    """
    last, _ = silence.presses[-1]
    explained = tuple((one, log_p) for one, log_p in belief.situations if not one.now_doubt.is_guess or _waits(one, (last,)))
    if not silence.found_after and _total(explained) >= MIN_EXPLAINED_P:
        return explained
    presses = tuple(seq for seq, _ in silence.presses)
    return tuple((one, log_p) for one, log_p in belief.situations if _waits(one, presses))


def _waits(situation: Situation, presses: Iterable[int]) -> bool:
    """Whether each of these presses was a legal move, or handed a fault back, and at most a few squares were not seen, or contradicted."""
    kept = (old for old in situation.history if old.verdict in LEGAL_MOVES or old.hands_back)
    return {old.seq for old in kept if len(old.contradicted) <= MAX_UNKNOWN_SQUARES}.issuperset(presses)


def _total(situations: Iterable[tuple[Situation, float]]) -> float:
    """The probability of these situations together."""
    return math.fsum(math.exp(log_p) for _, log_p in situations)


def _beside(explained: Situations, found: Situations) -> Situations:
    """Both, with probabilities that add up to 1, likeliest first.

    A found board on which an explained situation stands is no other state of the game: it is the same one, without its moves. Only the
    other found boards are kept.
    """
    if not explained:
        return found
    p = _total(explained)
    found_p = max(1 - p, MIN_FOUND_P)
    both = [(one, log_p + math.log((1 - found_p) / p)) for one, log_p in explained]
    boards = {one.now.contents() for one, _ in explained}
    both += [(one, log_p + math.log(found_p)) for one, log_p in found if one.now.contents() not in boards]
    total = log_sum(log_p for _, log_p in both)
    return tuple(sorted(((one, log_p - total) for one, log_p in both), key=lambda weighed: -weighed[1]))


def _situations(belief: Belief, start: Position, side: Side, evidence: Evidence) -> Situations:
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

    A side has hardly ever more pieces than at `start`: a piece can only have been overlooked there. The boards are weighed by their
    colours: which pieces are kings stays open on each of them.
    """
    colours = evidence.without_heights()
    margins = {square: margin for square, margin in enumerate(evidence.margins(), 1) if margin is not None}
    weak = [square for square in sorted(margins, key=margins.__getitem__)[:MAX_WEAK_SQUARES] if margins[square] < MAX_WEAK_NATS]
    subsets = chain.from_iterable(combinations(weak, count) for count in range(len(weak) + 1))
    boards = [changed(guess, [(square, likeliest_other(guess, square, evidence)) for square in otherwise]) for otherwise in subsets]
    return [(board, colours.log_likelihood(board.contents()) + _more(board, start) * math.log(OVERLOOKED_P)) for board in boards]


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


def _agrees(likeliest: Situation, log_p: float, line: Sequence[Ruling]) -> bool:
    """Whether the likeliest situation, where it explains the presses, has the moves of the line and is likely enough."""
    if likeliest.now_doubt.is_guess:
        return True
    moves = {old.seq: old.move for old in likeliest.history}
    return math.exp(log_p) >= MIN_CORRECTED_P and all(moves.get(one.seq) == one.move for one in line)
