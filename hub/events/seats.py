"""Who sits at a game, or at a board of a match of teams, by the names that its board is given."""

from collections.abc import Mapping

from hub.events.match_boards import has_white
from hub.events.state import SeatKey
from record.events.about import MAX_TAG_LENGTH


def seats_of(key: SeatKey, names: Mapping[str, str]) -> tuple[str, str]:
    """The names of White and Black; of teams the team with the number of the board."""
    first, second = names[key[1]], names[key[2]]
    if len(key) == 3:
        return first, second
    number = key[3]
    teams = (first, second) if has_white(number) else (second, first)
    white, black = (f"{team[: MAX_TAG_LENGTH - 2]} {number}" for team in teams)
    return white, black
