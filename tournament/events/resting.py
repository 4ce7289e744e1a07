"""What rests on the results: play-offs and the arbiter's decisions among equals, which a correction must not pull away from under them."""

from rules.errors import Phrase, Sentence
from tournament.errors import TournamentError
from tournament.events.changes import Change
from tournament.events.ending import still_to_play
from tournament.events.groups import groups_of
from tournament.events.play_offs import PlayOffFault, play_offs_now
from tournament.events.remedies import Remedy
from tournament.events.standing import all_standings
from tournament.events.state import EventState, after, is_play_off


class RestingFault(Phrase):
    """Why a change is not made."""

    RESTS = "a play-off or a decision rests on the results as they are: {what}"
    HAS_BOARDS = "boards of the play-off {white} - {black} have results"


def check_resting(state: EventState, change: Change) -> None:
    """TournamentError where play-offs or decisions of the event would be of players who are no longer equal."""
    then = after(state, change)
    _check_begun(state, then)
    _check_last(state, then)
    if not (state.play_offs or state.decided):
        return
    named = {id for one in state.decided for id in one.ids} | {id for one in state.play_offs for id in (one.white, one.black)}
    try:
        all_standings(then)
    except TournamentError as error:
        raise _resting(error.sentence) from error
    for group, ids in enumerate(groups_of(then), 1):
        if named & {*ids} and (what := still_to_play(then, group)):
            raise _resting(what)


def _check_begun(state: EventState, then: EventState) -> None:
    """TournamentError where a play-off of which boards have results would no longer be played."""
    begun = [key for key, match in state.matches.items() if is_play_off(key) and any(match.boards)]
    for key in {*begun} & {*play_offs_now(state)} - {*then.results} - {*play_offs_now(then)} if begun else ():
        raise _resting(RestingFault.HAS_BOARDS.said(white=key[1], black=key[2]))


def _check_last(state: EventState, then: EventState) -> None:
    """TournamentError where a play-off would have no result any more, and the two have played a later one."""
    played = [key for key in state.results if is_play_off(key)]
    for at, (_, white, black) in ((at, key) for at, key in enumerate(played) if key not in then.results):
        if any({*later[1:]} == {white, black} for later in played[at + 1 :]):
            raise TournamentError(PlayOffFault.LATER.said(Remedy.UNDO.said(), white=white, black=black))


def _resting(what: Sentence) -> TournamentError:
    return TournamentError(RestingFault.RESTS.said(Remedy.UNDO.said(), what=what))
