"""The pairings of a round, by boards and by names."""

from dataclasses import dataclass

from rules.errors import Phrase
from tournament.errors import TournamentError
from tournament.events.changes import NEITHER_CAME
from tournament.events.groups import group_name, groups_of
from tournament.events.played import booked, result_told
from tournament.events.same_names import alphabetical, by_family_name
from tournament.events.state import EventState


class SheetFault(Phrase):
    """Why there is no sheet."""

    NO_ROUNDS = "no round is paired yet"
    NO_ROUND = "round {round} is not paired; the last one is {last}"


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A game or match of a round, or who is free in it: then there is no board and no Black."""

    round: int
    board: int | None
    group: str
    white: str
    white_name: str
    black: str | None = None
    black_name: str | None = None
    result: str | None = None
    default: bool = False
    """Whether it was booked; without a result neither came."""
    absent: tuple[str, ...] = ()
    """Who of the two is absent in this round."""
    withdrawn: tuple[str, ...] = ()
    """Who of the two has withdrawn."""

    @property
    def shown_result(self) -> str | None:
        """The result as the sheet shows it; None where there is none."""
        return self.result or (NEITHER_CAME if self.default else None)


@dataclass(frozen=True, slots=True)
class NameRow:
    """The round of one entrant."""

    round: int
    group: str
    board: int | None
    withdrawn: bool
    """Whether the game is not played because one of the two has withdrawn."""
    id: str
    name: str
    opponent: str | None
    opponent_name: str | None
    colour: str | None
    """`white` or `black`; None where free."""


def sheet(state: EventState, round_: int | None = None) -> list[SheetRow]:
    """The rows of a round, the last one where none is named; TournamentError where it is not paired."""
    last = len(state.rounds)
    if not last:
        raise TournamentError(SheetFault.NO_ROUNDS.said())
    number = last if round_ is None else round_
    if not 1 <= number <= last:
        raise TournamentError(SheetFault.NO_ROUND.said(round=number, last=last))
    told, names = state.rounds[number - 1], state.names
    rows = []
    for board, game in enumerate(told.games, 1):
        result = state.result_of(number, game) or booked(state, number, game)
        both = (game.white, game.black)
        rows.append(
            SheetRow(
                round=number,
                board=board,
                group=group_name(state, game.group),
                white=game.white,
                white_name=names[game.white],
                black=game.black,
                black_name=names[game.black],
                result=result_told(result) if result else None,
                default=bool(result and result.default),
                absent=tuple(id for id in both if id in told.absent),
                withdrawn=tuple(id for id in both if id in state.out),
            )
        )
    groups = groups_of(state)
    for id in told.free:
        group = next(at for at, ids in enumerate(groups, 1) if id in ids)
        rows.append(SheetRow(number, None, group_name(state, group), id, names[id]))
    return rows


def sheet_by_name(state: EventState, round_: int | None = None) -> list[NameRow]:
    """A row of the round for each entrant in it, by family names, of teams by their names, so that everybody is found in a long list."""
    rows = []
    for row in sheet(state, round_):
        of_game = row.round, row.group, row.board, bool(row.withdrawn)
        if row.black is None or row.black_name is None:
            rows.append(NameRow(*of_game, row.white, row.white_name, None, None, None))
            continue
        rows.append(NameRow(*of_game, row.white, row.white_name, row.black, row.black_name, "white"))
        rows.append(NameRow(*of_game, row.black, row.black_name, row.white, row.white_name, "black"))
    order = alphabetical if state.is_of_teams else by_family_name
    return sorted(rows, key=lambda row: order(row.name))
