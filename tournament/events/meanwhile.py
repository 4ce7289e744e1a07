"""Two who change an event at once: the second is told, and nothing of his is done."""

from typing import Any

from rules.errors import Phrase
from tournament.errors import TournamentError
from tournament.events.act import WHOLE, Act, nothing
from tournament.events.changes import ChangeRow
from tournament.events.event_file import KeptEvent
from tournament.events.state import folded
from tournament.events.telling import change_said


class Meanwhile(Phrase):
    """Somebody else was first."""

    CHANGED = "{by} has changed the event meanwhile: {what}"
    LOOK_AGAIN = "nothing of yours was done; look at the event as it stands now, and try again"


def check_rows(event: KeptEvent, row: int) -> None:
    """TournamentError where the last row of the event has another number than that which whoever changes it has seen."""
    if len(event.rows) != row:
        raise _meanwhile(event, event.rows[-1])


def check_fresh(act: Act, event: KeptEvent, given: Any, row: int) -> None:
    """TournamentError where what the act rests on has changed since the row that was the last one when its page was shown."""
    rests_on, rows = act.rests_on, event.rows
    if rests_on is WHOLE:
        check_rows(event, row)
        return
    if rests_on is nothing:
        return
    if not 0 < row <= len(rows):
        raise _meanwhile(event, rows[-1])
    now = rests_on(event.state, given)
    if rests_on(folded(rows[:row]), given) != now:
        last = next(one for one in range(len(rows), row, -1) if rests_on(folded(rows[: one - 1]), given) != now)
        raise _meanwhile(event, rows[last - 1])


def _meanwhile(event: KeptEvent, row: ChangeRow) -> TournamentError:
    """Who has changed what since."""
    what = change_said(row.change, {one.id: one.shown for one in event.state.entrants})
    return TournamentError(Meanwhile.CHANGED.said(Meanwhile.LOOK_AGAIN.said(), by=row.who.by, what=what))
