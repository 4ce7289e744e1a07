"""Who sits at a game, or at a board of a match of teams, by the names that its board is given."""

from collections.abc import Iterator, Mapping

from rules.pdn.tags import MAX_TAG_LENGTH
from tournament.competitions import BOARDS
from tournament.events.play_offs import play_offs_now
from tournament.events.state import EventState, SeatKey
from tournament.match import has_white


def seats(state: EventState) -> Iterator[SeatKey]:
    """The games that are paired and the play-offs to be played now, of teams the boards of their matches; not those of somebody who
    withdrew."""
    numbers = range(1, BOARDS[state.competition] + 1) if state.is_of_teams else ()
    paired = [(one.round, game.white, game.black) for one in state.rounds for game in one.games if not game.pair & state.out]
    for key in (*paired, *play_offs_now(state)):
        yield from ((*key, number) for number in numbers) if numbers else (key,)


def seats_of(state: EventState, key: SeatKey, names: Mapping[str, str]) -> tuple[str, str]:
    """The names of White and Black; at a board of a match by the lists of the teams, else the team with the number of the board."""
    if len(key) == 3:
        return names[key[1]], names[key[2]]
    first, second, number = key[1:]
    white, black = (first, second) if has_white(number) else (second, first)
    return _at_board(state, white, number, names), _at_board(state, black, number, names)


def _at_board(state: EventState, team: str, number: int, names: Mapping[str, str]) -> str:
    given = state.line_ups.get(team)
    player = given.players[number - 1] if given else ""
    return player or f"{names[team][: MAX_TAG_LENGTH - 2]} {number}"
