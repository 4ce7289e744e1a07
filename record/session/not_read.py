"""Alerts on a board that is watched without being read: presses in a row that were not understood, squares of which nothing is seen, and
the end of both."""

from collections.abc import Mapping, Sequence
from itertools import takewhile

from record.events.of_game import Alert, Ruled
from record.session.state import State
from record.telling.remarks import NOT_READ, not_read, read_again, unread_squares
from rules.board.evidence import Evidence
from rules.irregularity import Verdict
from rules.referee.belief import Belief, Ruling
from rules.referee.priors import MAX_DARK_SQUARES

MAX_UNSURE_PRESSES = 3
"""The presses in a row without a ruling after which the arbiter is told. One or two happen in every game: a hand, a quick answer."""
MAX_DARK_PRESSES = 6
"""The pictures in a row that tell nothing of a square after which the arbiter is told: three moves of each side."""
TELLING_NATS = 3.0
"""The margin (20 to 1) below which a square is hardly seen."""


def unsure_in_a_row(rulings: Sequence[Ruled]) -> tuple[Ruled, ...]:
    """The last rulings, as long as they are `unsure`, the latest first."""
    return tuple(takewhile(lambda one: one.verdict == Verdict.UNSURE, reversed(rulings)))


def on_presses(state: State, own: Ruling, evidence: Evidence, lang: str) -> tuple[Alert, ...]:
    """What is to be told with the ruling `own` of a press, `state` being that before it: its presses in a row without a ruling."""
    before = unsure_in_a_row(state.rulings)
    if own.verdict is not Verdict.UNSURE:
        told = any(alert.code == NOT_READ for one in before for alert in one.alerts)
        return (read_again((), own.seq, lang),) if told else ()
    if len(before) + 1 != MAX_UNSURE_PRESSES or own.found_from:
        return ()
    squares = tuple(square for square, margin in enumerate(evidence.margins(), 1) if margin is None or margin < TELLING_NATS)
    hardly_seen = squares if len(squares) <= MAX_DARK_SQUARES else ()
    return (not_read(before[-1].seq, hardly_seen, lang),)


def on_squares(before: Belief, after: Belief, seq: int, lang: str) -> tuple[Alert, ...]:
    """What is to be told at press `seq` of squares of which nothing is seen for long, by what the referee knew before and knows now."""
    dark, now = _for_long(before.shown.dark), _for_long(after.shown.dark)
    new, over = sorted(now - dark), sorted(dark - now)
    told = (unread_squares(tuple(new), seq - MAX_DARK_PRESSES + 1, lang),) if new else ()
    return told + ((read_again(tuple(over), seq, lang),) if over else ())


def _for_long(dark: Mapping[int, int]) -> frozenset[int]:
    """The squares of which so many pictures told nothing; none where most of the board is dark."""
    squares = frozenset(square for square, pictures in dark.items() if pictures >= MAX_DARK_PRESSES)
    return squares if len(squares) <= MAX_DARK_SQUARES else frozenset()
