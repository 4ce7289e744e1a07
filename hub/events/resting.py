"""What rests on the results: play-offs and the arbiter's decisions among equals, which a correction must not pull away from under them."""

from hub.events.changes import Change
from hub.events.ending import still_to_play
from hub.events.faults import TournamentError
from hub.events.groups import groups_of
from hub.events.standing import all_standings
from hub.events.state import EventState, after
from rules.errors import Phrase, Sentence


class RestingFault(Phrase):
    """Why a change is not made."""

    RESTS = "a play-off or a decision rests on the results as they are: {what}"
    UNDO_FIRST = "take it back first with damcam event undo"


def check_resting(state: EventState, change: Change) -> None:
    """TournamentError where play-offs or decisions of the event would be of players who are no longer equal."""
    if not (state.play_offs or state.decided):
        return
    then = after(state, change)
    named = {id for one in state.decided for id in one.ids} | {id for one in state.play_offs for id in (one.white, one.black)}
    try:
        all_standings(then)
    except TournamentError as error:
        raise _resting(error.sentence) from error
    for group, ids in enumerate(groups_of(then), 1):
        if named & {*ids} and (what := still_to_play(then, group)):
            raise _resting(what)


def _resting(what: Sentence) -> TournamentError:
    return TournamentError(RestingFault.RESTS.said(RestingFault.UNDO_FIRST.said(), what=what))
