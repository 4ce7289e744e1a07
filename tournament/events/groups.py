"""Who plays in which group under which number, and by which system."""

from typing import Final

from msgspec import structs

from rules.errors import Phrase
from tournament.competitions import FROM_SWISS, ROUNDS_OF_HA
from tournament.errors import TournamentError
from tournament.events.changes import Entrant
from tournament.events.remedies import Remedy
from tournament.events.same_names import alphabetical
from tournament.events.state import RENUMBERED, EventState

PAIR: Final = 2
WINNERS = "winners"
"""The name of the group of the winners of the groups of a class (D 6)."""


class GroupFault(Phrase):
    """Why the groups are not known."""

    NOBODY = "nobody has entered yet"
    NUMBER_MISSING = "nobody has number {number}; numbers from 1 to {last} were expected"


def is_swiss(state: EventState) -> bool:
    """Whether the event is paired by the Swiss system (F 3, D 4)."""
    made = state.made
    return made.competition == "F" or (made.competition == "D" and made.in_class == "HA" and len(state.entrants) >= FROM_SWISS)


def rounds_of_swiss(state: EventState) -> int:
    """How many rounds the event has by the Swiss system: it ends earlier where the arbiter says so (R28), or no two are left."""
    if state.rounds and len(state.entrants) - len(state.out) < PAIR:
        return len(state.rounds)
    return state.made.rounds or ROUNDS_OF_HA


def by_number(entrants: tuple[Entrant, ...]) -> tuple[str, ...]:
    """The ids by their numbers: those given at entry, then the free ones in the order of entry. TournamentError where one is left out."""
    given = {one.number: one.id for one in entrants if one.number}
    free = (number for number in range(1, len(entrants) + len(given) + 1) if number not in given)
    numbers = given | {next(free): one.id for one in entrants if not one.number}
    for number in range(1, len(entrants) + 1):
        if number not in numbers:
            raise TournamentError(GroupFault.NUMBER_MISSING.said(number=number, last=len(entrants)))
    return tuple(numbers[number] for number in range(1, len(entrants) + 1))


def groups_of(state: EventState) -> tuple[tuple[str, ...], ...]:
    """The ids of each group in the order of their numbers; one group before a lot was drawn. Late entries stand last.

    In a Swiss event in which somebody has a rating the numbers go by rating, those of late entries too.
    """
    if not state.entrants:
        raise TournamentError(GroupFault.NOBODY.said(Remedy.ENTER.said()))
    if is_swiss(state) and any(one.rating for one in state.entered_as.values()):
        return (by_number(_by_rating(state)),)
    if not state.lot:
        return (by_number(state.entrants),)
    drawn = {id for group in state.lot.groups for id in group}
    late = tuple(one.id for one in state.entrants if one.id not in drawn)
    return (*state.lot.groups[:-1], state.lot.groups[-1] + late)


def _by_rating(state: EventState) -> tuple[Entrant, ...]:
    """The entrants in the order of FIDE C.04.2, 2: by rating, then by the lot where one was drawn, else by name; without a rating last.

    Who enters after the numbers are fixed comes behind them all.
    """
    lot = {id: at for at, id in enumerate(id for group in (state.lot.groups if state.lot else ()) for id in group)}

    def rank(one: Entrant) -> tuple[bool, int, int, tuple[str, str], str]:
        entered = state.entered_as[one.id]
        if entered.rounds >= RENUMBERED:
            return True, 0, 0, ("", ""), ""  # in the order of entry
        return False, -entered.rating, lot.get(one.id, len(lot)), alphabetical(entered.name), one.id

    numbered = (structs.replace(one, number=0) for one in state.entrants) if state.lot else state.entrants
    return tuple(sorted(numbered, key=rank))


def group_name(state: EventState, group: int) -> str:
    """The name of a group: that of the event, else its number; empty where there is one alone."""
    return state.made.group or (str(group) if state.lot and len(state.lot.groups) > 1 else "")
