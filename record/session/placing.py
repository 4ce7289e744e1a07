"""The press to which a ruling belongs."""

from record.events.of_game import Ruled
from record.session.faults import PressFault
from record.session.state import State
from record.telling.sentences import side_word
from rules.errors import PressError


def place_of(state: State, event: Ruled) -> int:
    """The index of the press that the ruling belongs to; PressError when it fits none."""
    place = next((i for i in reversed(range(len(state.presses))) if state.presses[i].seq == event.seq), None)
    if place is None:
        raise PressError(PressFault.NEVER_MADE.said(seq=event.seq))
    if state.presses[place].side != event.side:
        side, other = side_word(state.presses[place].side), side_word(event.side)
        raise PressError(PressFault.OF_THE_OTHER.said(seq=event.seq, side=side, other=other))
    ruled = len(state.rulings)
    if event.amends and place >= ruled:
        raise PressError(PressFault.NOTHING_TO_AMEND.said(seq=event.seq))
    if not event.amends and place < ruled:
        raise PressError(PressFault.RULED_BEFORE.said(seq=event.seq))
    if not event.amends and place > ruled:
        raise PressError(PressFault.RULED_TOO_EARLY.said(seq=event.seq, first=state.presses[ruled].seq))
    return place
