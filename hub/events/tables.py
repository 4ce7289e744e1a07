"""The pairing tables of an event's groups: which games the regulation has in each round."""

from hub.events.changes import PairedGame
from hub.events.groups import WINNERS, groups_of
from hub.events.state import EventState
from tournament.competitions import Competition, PlayerClass
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


def rounds_of_tables(state: EventState) -> list[tuple[list[PairedGame], list[str]]]:
    """The games and the free ones of each round, of all groups together."""
    rounds: list[tuple[list[PairedGame], list[str]]] = []
    for number, group in enumerate(groups_of(state), 1):
        table = table_of(state, len(group))
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
