"""The group of the winners of the groups of a class (D 6): an event of its own, made from the final orders of the groups."""

from rules.errors import Phrase
from tournament.errors import TournamentError
from tournament.events.changes import Entrant, EventMade
from tournament.events.groups import WINNERS, groups_of
from tournament.events.standing import open_said, standings_of
from tournament.events.state import EventState
from tournament.events.tables import rounds_of_tables


class WinnersGroupFault(Phrase):
    """Why no group of winners is made."""

    NOT_D = "only the 1st to 3rd class of D have a group of winners (D 6); this is an event of competition {competition}"
    ONE_GROUP = "the class plays in one group, whose order is that of the class"
    NOT_OVER = "group {group} is not over: a game has no result, or is not paired"
    OPEN = "group {group} has no winner yet: {what}"


def winners_group(state: EventState, made: EventMade) -> tuple[EventMade, tuple[Entrant, ...]]:
    """The event of the winners, named and dated as in `made`, and its entrants; TournamentError where a group has no winner yet."""
    if state.made.competition != "D" or state.made.group == WINNERS:
        raise TournamentError(WinnersGroupFault.NOT_D.said(competition=state.made.competition))
    groups = groups_of(state)
    if len(groups) < 2:
        raise TournamentError(WinnersGroupFault.ONE_GROUP.said())
    winners = tuple(_winner(state, number) for number in range(1, len(groups) + 1))
    of_class = EventMade(
        competition="D",
        in_class=state.made.in_class,
        group=WINNERS,
        name=made.name or state.made.name,
        date=made.date or state.made.date,
    )
    return of_class, winners


def _winner(state: EventState, group: int) -> Entrant:
    is_short = len(state.rounds) < len(rounds_of_tables(state))
    if is_short or any(game.group == group for _, game in state.missing()):
        raise TournamentError(WinnersGroupFault.NOT_OVER.said(group=group))
    found = standings_of(state, group)
    if found.table[0].places != (1, 1):
        raise TournamentError(WinnersGroupFault.OPEN.said(group=group, what=open_said(found.open[0], state.names)))
    one = state.by_id[found.table[0].id]
    return Entrant(id=one.id, name=one.name, club=one.club, in_class=one.in_class, born=one.born, rating=one.rating)
