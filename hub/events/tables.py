"""The pairing tables of an event's groups: which games the regulation has in each round."""

from typing import Any

from hub.events.asking import asked
from hub.events.changes import PairedGame
from hub.events.groups import WINNERS, groups_of
from hub.events.state import EventState

HA = "HA"
TWO = 2
"""Two winners of groups play the two games of appendix 2 (D 6)."""
LARGEST_OF_E = 8
"""E 3 leaves the table to the arbiter. Up to so many, all meet once by the tables of appendix 2; more play in groups by those of A 4."""


def table_of(state: EventState, players: int) -> dict[str, Any]:
    """The answer of `schedule` for a group of so many; TournamentError where the regulation has no table."""
    competition, more = state.made.competition, {}
    if competition == "D":
        is_of_two = state.made.group == WINNERS and players == TWO
        more = {"class": HA if is_of_two else state.made.in_class}
    if competition == "E":
        competition, more = ("A", {}) if state.lot and len(state.lot.groups) > 1 else ("D", {"class": HA})
    return asked({"ask": "schedule", "competition": competition, "players": players, **more})


def rounds_of_tables(state: EventState) -> list[tuple[list[PairedGame], list[str]]]:
    """The games and the free ones of each round, of all groups together."""
    rounds: list[tuple[list[PairedGame], list[str]]] = []
    for number, group in enumerate(groups_of(state), 1):
        for at, told in enumerate(table_of(state, len(group))["rounds"]):
            if at == len(rounds):
                rounds.append(([], []))
            games, free = rounds[at]
            games += [PairedGame(group[first - 1], group[second - 1], number) for first, second in told["pairs"]]
            free += [group[one - 1] for one in told["free"]]
    return rounds


def sizes_of_groups(state: EventState) -> list[int]:
    """How many play in each group, from the highest down."""
    entries, competition = len(state.entrants), state.made.competition
    if competition in ("B", "C", "F") or (competition == "D" and state.made.in_class == HA):
        return [entries]
    if state.made.group == WINNERS:
        return [entries]
    if competition == "E" and entries <= LARGEST_OF_E:
        return [entries]
    told = asked({"ask": "groups", "competition": "A" if competition == "E" else competition, "entries": entries})
    sizes: list[int] = told["sizes"]
    return sizes
