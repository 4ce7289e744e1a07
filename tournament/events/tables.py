"""The pairing tables of an event's groups: which games the regulation has in each round."""

from dataclasses import replace

from tournament.competitions import Competition, PlayerClass
from tournament.errors import RegulationError, TournamentError
from tournament.events.changes import PairedGame
from tournament.events.groups import WINNERS, groups_of
from tournament.events.pairing_faults import PairingFault
from tournament.events.remedies import Remedy
from tournament.events.state import EventState
from tournament.groups import divide
from tournament.pairing_tables import PairingTable, pairing_table

TWO = 2
"""Two winners of groups play the two games of appendix 2 (D 6)."""
LARGEST_OF_E = 8
"""E 3 leaves the table to the arbiter. Up to so many, all meet once by the tables of appendix 2; more play in groups by those of A 4."""


def table_of(state: EventState, players: int) -> PairingTable:
    """The table for a group of so many; TournamentError where the regulation has none."""
    competition, in_class = state.competition, state.made.in_class
    if competition == Competition.D and state.made.group == WINNERS and players == TWO:
        in_class = PlayerClass.HA
    if competition == Competition.E:
        is_in_groups = state.lot is not None and len(state.lot.groups) > 1
        competition, in_class = (Competition.A, "") if is_in_groups else (Competition.D, PlayerClass.HA)
    return pairing_table(competition, players, in_class)


def _table_for(state: EventState, players: int) -> PairingTable:
    """As `table_of`; where more have entered than any table has, the error says that a wrong entry can be removed."""
    try:
        return table_of(state, players)
    except RegulationError as error:
        sizes = error.sentence.values.get("sizes")
        if state.lot or state.rounds or not isinstance(sizes, tuple) or players <= max(map(int, map(str, sizes))):
            raise
        raise TournamentError(replace(error.sentence, remedy=Remedy.REMOVE.said())) from error


def rounds_of_tables(state: EventState) -> list[tuple[list[PairedGame], list[str]]]:
    """The games and the free ones of each round, of all groups together; TournamentError before the lot where it makes the groups."""
    if not state.lot and len(sizes := sizes_of_groups(state)) > 1:
        raise TournamentError(PairingFault.DRAW_FIRST.said(Remedy.DRAW.said(), entries=len(state.entrants), sizes=sizes))
    rounds: list[tuple[list[PairedGame], list[str]]] = []
    for number, group in enumerate(groups_of(state), 1):
        table = _table_for(state, len(group))
        for round_, pairs in enumerate(table.rounds, 1):
            if round_ > len(rounds):
                rounds.append(([], []))
            games, free = rounds[round_ - 1]
            games += [PairedGame(group[first - 1], group[second - 1], number) for first, second in pairs]
            free += [group[one - 1] for one in table.free(round_)]
    return rounds


def sizes_of_groups(state: EventState) -> tuple[int, ...]:
    """How many play in each group, from the highest down."""
    entries, competition = len(state.entrants), state.competition
    is_one_group = competition in "BCF" or (competition == Competition.D and state.made.in_class == PlayerClass.HA)
    if is_one_group or state.made.group == WINNERS or (competition == Competition.E and entries <= LARGEST_OF_E):
        return (entries,)
    return divide(Competition.A if competition == Competition.E else competition, entries).sizes
