"""Two who change an event at once: the second is told, and nothing of his is done."""

from hub.events.event_file import KeptEvent
from hub.events.telling import change_said
from rules.errors import Phrase
from tournament.errors import TournamentError


class Meanwhile(Phrase):
    """Somebody else was first."""

    CHANGED = "{by} has changed the event meanwhile: {what}"
    LOOK_AGAIN = "nothing of yours was done; look at the event as it stands now, and try again"


def check_rows(event: KeptEvent, rows: int) -> None:
    """TournamentError where the last row of the event has another number than that which whoever changes it has seen."""
    if len(event.rows) != rows:
        last = event.rows[-1]
        raise TournamentError(
            Meanwhile.CHANGED.said(
                Meanwhile.LOOK_AGAIN.said(),
                by=last.who.by,
                what=change_said(last.change, {one.id: one.shown for one in event.state.entrants}),
            )
        )
