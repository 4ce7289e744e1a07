"""Who sits at a game, or at a board of a match of teams, by the names that its board is given."""

from collections.abc import Iterator, Mapping

from hub.events.match_boards import has_white
from hub.events.state import EventState, SeatKey
from record.events.about import MAX_TAG_LENGTH
from rules.tournament.match import BOARDS


def seats(state: EventState) -> Iterator[SeatKey]:
    """The games that are paired, of teams the boards of their matches; not those of somebody who withdrew."""
    numbers = range(1, BOARDS[state.made.competition] + 1) if state.is_of_teams else ()
    for one in state.rounds:
        for game in one.games:
            if not game.pair & state.out:
                key = (one.round, game.white, game.black)
                yield from ((*key, number) for number in numbers) if numbers else (key,)


def seats_of(key: SeatKey, names: Mapping[str, str]) -> tuple[str, str]:
    """The names of White and Black; of teams the team with the number of the board."""
    first, second = names[key[1]], names[key[2]]
    if len(key) == 3:
        return first, second
    number = key[3]
    teams = (first, second) if has_white(number) else (second, first)
    white, black = (f"{team[: MAX_TAG_LENGTH - 2]} {number}" for team in teams)
    return white, black
