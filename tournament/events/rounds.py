"""Another number of rounds of a Swiss event, and its end before all that were planned (R28)."""

from dataclasses import dataclass
from typing import Any

from rules.errors import Sentence, _
from tournament.articles import article_said
from tournament.competitions import ROUNDS_OF_HA
from tournament.errors import TournamentError
from tournament.events.act import Act, Decided, Done, Event, Kind, given, reason
from tournament.events.changes import RoundsChanged
from tournament.events.ending import is_over, rounds_remarks
from tournament.events.groups import is_swiss, rounds_of_swiss
from tournament.events.making import MAX_ROUNDS, MakingFault
from tournament.events.pairing_faults import games_said
from tournament.events.resting import check_resting
from tournament.events.standing import all_standings, is_final
from tournament.events.state import EventState, after


def rounds_changed(state: EventState, rounds: int) -> RoundsChanged:
    """The event with so many rounds; TournamentError where it cannot have them. As many as are paired end it after a complete round."""
    if not is_swiss(state):
        raise TournamentError(_("the table of the regulation says how many rounds there are; the arbiter sets those of the Swiss system"))
    paired, was = len(state.rounds), rounds_of_swiss(state)
    if rounds == was:
        raise TournamentError(_("the event has {rounds} rounds already, and nothing would change"), rounds=was)
    if rounds < paired:
        raise TournamentError(_("{paired} rounds are paired, and {rounds} are fewer"), paired=paired, rounds=rounds)
    if rounds > MAX_ROUNDS:
        raise TournamentError(MakingFault.TOO_MANY_ROUNDS.said(rounds=rounds, most=MAX_ROUNDS))
    if state.made.competition == "D" and rounds > ROUNDS_OF_HA:
        raise TournamentError(MakingFault.ROUNDS_ARE_SET.said(rounds=rounds, article=article_said("D 4")))
    if rounds == paired and (missing := state.missing()):
        ends = _("the event ends after a complete round, and these games have no result yet: {games}")
        raise TournamentError(ends, games=games_said(missing))
    change = RoundsChanged(was, rounds)
    check_resting(state, change)
    return change


@dataclass(frozen=True, slots=True)
class Rounds:
    """Changes how many rounds a Swiss event has, not fewer than are paired. With the number of the last round that is paired the event
    ends there, once that round is complete (R28): its list is the final one, once a shared first place is played off (F 4)."""

    rounds: int = given(
        _("Rounds"), "how many rounds the event has", word=True, required=True, kind=Kind.NUMBER, metavar="N", most=2, default=0
    )
    reason: str | None = reason(required=True)


def _rounds(event: Event, given: Rounds) -> Decided:
    change = rounds_changed(event.state, given.rounds)
    then = after(event.state, change)
    return Decided(change, [_end_said(then)] if is_over(then) else rounds_remarks(then))


def _end_said(state: EventState) -> Sentence:
    """What is told of an event of which all rounds are played."""
    if is_final(state, all_standings(state)):
        return Sentence("", _("the event is over, and its standings are final"))
    return Sentence("", _("all rounds are played; the standings are final once what is still open is played off or decided"))


def _rounds_told(done: Done) -> list[dict[str, Any]]:
    state = done.after.state
    is_ended = is_over(state)
    final = is_ended and is_final(state, all_standings(state))
    return [{"rounds": done.change.now, "over": is_ended, "final": final, "reason": done.given.reason}]


ROUNDS = Act(
    "rounds",
    Rounds,
    _rounds,
    "change the rounds of a Swiss event, or end it",
    _("Change the rounds, or end the event"),
    _rounds_told,
    offered=lambda state: bool(state.entrants) and is_swiss(state),
    explains=_("Not fewer than are paired. As many as are paired end the event after this round, but for its play-offs."),
)
