"""Amendments: a later press decides an earlier one, whose announced ruling is then replaced."""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from rules.board.evidence import Evidence
from rules.board.position import Position
from rules.board.squares import Content, board
from rules.irregularity import Verdict
from rules.play.moves import legal_moves, play
from rules.referee.belief import Ruling, Situation, changed, sides, where_now
from rules.referee.leads import CLEAR_NATS, MAX_RIVAL_COLOUR_NATS, MIN_COLOUR_NATS, PLAIN_HEIGHT_NATS
from rules.referee.priors import MIN_CORRECTED_P, MIN_RULING_P
from rules.referee.sureness import LEGAL_MOVES, unseen
from rules.referee.weights import Outcome, difference

Carried = list[tuple[Situation, float]]
"""Situations with their log-probabilities."""


def amend(carried: Carried, announced: Sequence[Ruling]) -> tuple[Carried, tuple[Ruling, ...], tuple[Ruling, ...]]:
    """Return the situations, the rulings now announced for the earlier presses, and the amendments among them.

    An earlier press is ruled again when situations that agree on another ruling are together probable enough. Where they agree on its move
    alone, it stays `unsure` with that move, unless the game was found again since.
    """
    amended: list[Ruling] = []
    said = {ruling.seq: ruling for ruling in announced}
    found_again = max((ruling.seq for ruling in announced if ruling.found_from), default=0)
    for seq in sorted({old.seq for situation, _ in carried for old in situation.history} & said.keys()):
        by_move = said[seq].verdict is Verdict.UNSURE and seq > found_again
        decided = _decided(carried, seq, said[seq], by_move=by_move)
        if decided is None and by_move and said[seq].is_silent:
            decided = _decided_move(carried, seq)
        if decided is None or _is_no_reason(decided, said[seq]):
            continue
        amended.append(decided)
        carried = [(_told(situation, said[seq], decided), log_p) for situation, log_p in carried]
        said[seq] = decided
    return carried, tuple(said.values()), tuple(amended)


def still_waiting(old: Ruling, one: Outcome, evidence: Evidence) -> Ruling:
    """A ruling in the history of the outcome of a later press, with the squares that it still waits for; `evidence` is that of the press.

    A square agrees when it is clearly seen. What was known to be wrong about it before does not count: an error that is repeated would show
    again what it showed then. Where the piece of the move went from its square by no move, a picture that shows it no more is no
    agreement: the ruling goes on waiting, and stays `unsure` once another piece stands there.
    """
    if old.verdict is Verdict.UNCROWNED:
        return _once_untold(old, one)
    if not old.contradicted and not old.crowns:
        return old
    board, crowns = one.then.now, []
    for square in old.crowns:
        stands = where_now((square,), one.start, board) if one.start and square else (square,)
        if not stands and _is_promotion(old, square):
            stands = (0,)
        least_nats = MIN_COLOUR_NATS if _is_promotion(old, square) else PLAIN_HEIGHT_NATS
        crowns += [now for now in stands if not now or evidence.height_margin(now, board.content(now)) < least_nats]
    of_move = {square for square, _ in difference(old.start, old.position)} if old.start else set()
    gone = {square for square in old.contradicted if square in of_move and _is_gone(old, square, one)}
    if any(board.content(square).side is old.position.content(square).side for square in gone):
        return replace(old, verdict=Verdict.UNSURE, squares=())
    waits = {now for square in old.contradicted if square not in gone for now in _stands_now(square, one)}
    unclear = [square for square in waits if evidence.colour_margin(square, board.content(square)) < CLEAR_NATS]
    open_squares = tuple(sorted({*gone, *unseen(unclear, one, MAX_RIVAL_COLOUR_NATS)}))
    return replace(old, contradicted=open_squares, crowns=tuple(crowns))


WITHOUT_OWN_MOVE = frozenset({Verdict.MANY, Verdict.OPPONENTS_PIECE, Verdict.UNREACHABLE, Verdict.UNSURE})
"""The presses at which a piece goes from its square and neither moves on nor is captured."""


def _is_gone(old: Ruling, square: int, one: Outcome) -> bool:
    """Whether the piece that the ruling has on that square went from it, or had gone before, by no move and by no capture."""
    side = old.position.content(square).side
    if one.start is None or side is None:
        return False
    if one.start.content(square).side is not side:
        return True
    taken = one.verdict in WITHOUT_OWN_MOVE and (one.verdict is Verdict.UNSURE or square in one.squares)
    return taken and one.then.now.content(square).side is not side


def _stands_now(square: int, one: Outcome) -> tuple[int, ...]:
    """Where the doubt about that square is after the outcome: a piece that moves on takes it with it, and one that is captured ends it."""
    if one.start is None:
        return (square,)
    side = one.start.content(square).side
    if side is None or one.then.now.content(square).side is side:
        return (square,)
    return where_now((square,), one.start, one.then.now)


def undecided(ruling: Ruling) -> Ruling:
    """A legal move as `unsure` with its move: who made a fault is open, while the moves are not. Other rulings are unchanged."""
    return replace(ruling, verdict=Verdict.UNSURE, squares=()) if ruling.verdict in LEGAL_MOVES else ruling


def _once_untold(old: Ruling, one: Outcome) -> Ruling:
    """An undecided `uncrowned`, as a legal move once no picture tells any more of the piece that had lost or got a disc without reason.

    It was captured, or came to its promotion row by a move that a man has too. A height that is read wrong once is far commoner. A
    promotion without its second disc is common, and stays; so does a press at which nothing else was done.
    """
    (square,) = old.squares
    content = old.position.content(square)
    if (
        old.move is None
        or one.start is None
        or content.side is None
        or one.start.content(square) is not content
        or _is_promotion(old, square)
    ):
        return old
    right = changed(old.position, [(square, Content.piece(content.side, not content.is_king))])
    moved = where_now((square,), one.start, one.then.now)
    if moved and not (content.is_king and square not in moved and _moves_alike(changed(one.start, [(square, right.content(square))]), one)):
        return old
    return replace(old, verdict=Verdict.LEGAL, squares=(), position=right)


def _moves_alike(start: Position, one: Outcome) -> bool:
    """Whether a legal move from `start` leads to the board of the outcome too."""
    return any(play(start, move).contents() == one.then.now.contents() for move in legal_moves(start))


def _is_promotion(ruling: Ruling, square: int) -> bool:
    """Whether the press carried a man to that square of its promotion row."""
    if ruling.start is None or square not in board(ruling.start.rules.board_size).promotion_row(ruling.start.side):
        return False
    mover, man = ruling.start.side, Content.piece(ruling.start.side, False)
    boards = zip(ruling.start.contents(), ruling.position.contents(), strict=True)
    came = ruling.start.content(square).side is not mover is ruling.position.content(square).side
    return came and all(stood is man for stood, stands in boards if stood.side is mover is not stands.side)


def _is_no_reason(decided: Ruling, said: Ruling) -> bool:
    """Whether nothing is decided, or a legal move would be taken back though every piece stands where it was told to stand."""
    if decided.verdict is said.verdict is Verdict.UNSURE:
        return said.move is not None or decided.move is None
    same = sides(decided.position.contents()) == sides(said.position.contents())
    return decided.verdict is Verdict.UNSURE and not said.is_irregular and same


def as_told_now(
    situations: Sequence[tuple[Situation, float]], before: Sequence[Ruling], amended: Sequence[Ruling]
) -> tuple[tuple[Situation, float], ...]:
    """The situations with a ruling of their own for each press that was told as in `before` until it was `amended`."""
    said = {ruling.seq: ruling for ruling in before}
    kept = list(situations)
    for now in amended:
        kept = [(_told(situation, said[now.seq], now), log_p) for situation, log_p in kept]
    return tuple(kept)


def _decided(carried: Carried, seq: int, said: Ruling, *, by_move: bool) -> Ruling | None:
    """The new ruling of the press, possibly `unsure`; None when no ruling other than the announced one is probable enough.

    It needs `MIN_RULING_P`. A correction that takes back what was `said` of a player needs only `MIN_CORRECTED_P`. The verdict is
    `corrected` only when it has that share of the probability, else `legal`.
    """
    groups: dict[object, list[tuple[Ruling, float]]] = defaultdict(list)
    for situation, log_p in carried:
        own = next((old for old in situation.history if old.seq == seq), None)
        if own is not None and not own.contradicted and not own.crowns:
            groups[_as_told(own, by_move=by_move)].append((own, math.exp(log_p)))
    for same in groups.values():
        p = math.fsum(each for _, each in same)
        likeliest, _ = max(same, key=lambda one: one[1])
        takes_back = said.is_irregular and likeliest.verdict is Verdict.CORRECTED
        if p >= (MIN_CORRECTED_P if takes_back else MIN_RULING_P):
            if math.fsum(each for own, each in same if own.verdict is likeliest.verdict) < MIN_CORRECTED_P * p:
                likeliest = next((own for own, _ in same if own.verdict is Verdict.LEGAL), likeliest)
            return replace(likeliest, confidence=min(1.0, p), amends=True)
    return None


def _decided_move(carried: Carried, seq: int) -> Ruling | None:
    """An `unsure` ruling of the press with its move, where that is probable enough while squares that it does not touch are in doubt."""
    groups: dict[object, list[tuple[Ruling, float]]] = defaultdict(list)
    for situation, log_p in carried:
        own = next((old for old in situation.history if old.seq == seq), None)
        if own is None or own.move is None or own.start is None:
            continue
        if not any(square in own.contradicted for square, _ in difference(own.start, own.position)):
            groups[own.move].append((own, math.exp(log_p)))
    for same in groups.values():
        p = math.fsum(each for _, each in same)
        if p >= MIN_RULING_P:
            likeliest, _ = max(same, key=lambda one: one[1])
            return replace(likeliest, verdict=Verdict.UNSURE, squares=(), contradicted=(), crowns=(), confidence=min(1.0, p), amends=True)
    return None


def _as_told(ruling: Ruling, *, by_move: bool) -> tuple[object, ...]:
    """A key that is equal for rulings of one press that may be told together.

    `corrected` counts as `legal`: the record holds the same move for both. With `by_move` the kinds of the pieces that a legal move does
    not touch do not count: they were open before the press. Where pieces stand counts always: a legal press tells its whole board.
    """
    verdict, *rest = ruling.meaning
    if verdict not in LEGAL_MOVES:
        return ruling.meaning
    if by_move and ruling.start:
        changes = difference(ruling.start, ruling.position)
        return Verdict.LEGAL, ruling.move, tuple((square, content.side) for square, content in changes), sides(ruling.position.contents())
    return (Verdict.LEGAL, *rest)


def _told(situation: Situation, before: Ruling, now: Ruling) -> Situation:
    """The situation after the press is announced as `now`. It keeps a ruling of its own for that press only where the two differ."""
    own = next((old for old in situation.history if old.seq == now.seq), before)
    others = replace(situation, history=tuple(old for old in situation.history if old.seq != now.seq))
    return others if own.meaning == now.meaning else others.with_history(own)
