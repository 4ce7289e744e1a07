"""Alerts on a board that is watched without being read: presses in a row that were not understood, squares of which nothing is seen, and
the end of both."""

from collections.abc import Sequence
from itertools import takewhile

from record.events.of_game import Alert, Ruled
from record.session.state import State
from record.telling.remarks import FOUND_AGAIN, NOT_READ, READ_AGAIN, UNREAD_SQUARES, not_read, read_again, unread_squares
from rules.board.evidence import Evidence
from rules.irregularity import Verdict
from rules.referee.belief import Belief, Ruling
from rules.referee.priors import MAX_DARK_SQUARES

MAX_UNSURE_PRESSES = 3
"""The presses that were not understood, with none ruled between them, after which the arbiter is told. One or two happen in every game: a
hand, a quick answer."""
MIN_UNREAD_NS = 5_000_000_000
"""For so long the presses are not understood before the arbiter is told: a hand stays over the board while quick moves follow each other,
and is gone before he could be there."""
MAX_DARK_PRESSES = 6
"""The pictures in a row that tell nothing of a square after which the arbiter is told: three moves of each side."""
TELLING_NATS = 3.0
"""The margin (20 to 1) below which a square is hardly seen."""


def unsure_in_a_row(rulings: Sequence[Ruled]) -> tuple[Ruled, ...]:
    """The last rulings, as long as they are `unsure`, the latest first."""
    return tuple(takewhile(lambda one: one.verdict == Verdict.UNSURE, reversed(rulings)))


def hardly_seen(evidence: Evidence) -> tuple[int, ...]:
    """The squares that are hardly seen; none where most of the board is not, which no square can explain."""
    squares = tuple(square for square, margin in enumerate(evidence.margins(), 1) if margin is None or margin < TELLING_NATS)
    return squares if len(squares) <= MAX_DARK_SQUARES else ()


def on_presses(state: State, after: Belief, own: Ruling, evidence: Evidence, lang: str) -> tuple[Alert, ...]:
    """What is to be told with the ruling `own` of a press: the presses without a ruling, this one too, of which no move is known.

    `state` is that before the ruling, `after` the belief after it. Presses up to one after which the board was known do not count. The
    others are told once, and again after the game was found again without being read from there.
    """
    before = unsure_in_a_row(state.rulings)
    if own.verdict is not Verdict.UNSURE:
        return (read_again((), own.seq, lang),) if any(map(_tells_not_read, before)) else ()
    known = max((old.seq for old in after.announced if old.board_known), default=0)
    unread = tuple(takewhile(lambda one: one.seq > known and not any(alert.code == FOUND_AGAIN for alert in one.alerts), before))
    silent = (*(one.seq for one in reversed(unread) if one.move is None), own.seq)
    if not own.is_silent or own.board_known or own.found_from or len(silent) < MAX_UNSURE_PRESSES or any(map(_tells_not_read, unread)):
        return ()
    pressed_ns = {press.seq: press.t_ns for press in state.presses}
    if pressed_ns[own.seq] - pressed_ns[silent[0]] < MIN_UNREAD_NS:
        return ()
    return (not_read(silent[0], hardly_seen(evidence), lang),)


def unread_since(rulings: Sequence[Ruled]) -> dict[int, int]:
    """The squares that were told as unread and not as seen again, each with the press since which nothing was seen of it."""
    since: dict[int, int] = {}
    for alert in (alert for one in rulings for alert in one.alerts):
        if alert.code == UNREAD_SQUARES:
            since |= dict.fromkeys(alert.squares, int(alert.reason or 0))
        elif alert.code == READ_AGAIN:
            since = {square: first for square, first in since.items() if square not in alert.squares}
    return since


def on_squares(state: State, after: Belief, seq: int, lang: str) -> tuple[Alert, ...]:
    """What is to be told at press `seq` of squares of which nothing is seen for long, by what the referee knows now."""
    told, dark = unread_since(state.rulings), after.shown.dark
    long = {square for square, pictures in dark.items() if pictures >= MAX_DARK_PRESSES}
    new = sorted(long - told.keys()) if len(long) <= MAX_DARK_SQUARES else []
    over = sorted(told.keys() - dark.keys())
    alerts = (unread_squares(tuple(new), seq - MAX_DARK_PRESSES + 1, lang),) if new else ()
    return alerts + ((read_again(tuple(over), seq, lang),) if over else ())


def _tells_not_read(one: Ruled) -> bool:
    return any(alert.code == NOT_READ for alert in one.alerts)
