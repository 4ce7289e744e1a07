"""The play-offs that are to be played now, as games that boards are given and that have results."""

from collections.abc import Iterator

from rules.errors import Phrase
from tournament.competitions import BOARDS
from tournament.errors import TournamentError
from tournament.events.ending import still_to_play
from tournament.events.groups import group_name, groups_of
from tournament.events.standing import all_standings
from tournament.events.state import EventState, GameKey, SeatKey, play_off_keys
from tournament.play_offs import Colours
from tournament.standings import OpenPlaces

ROUND_OF_BOARDS = "play-off {number}"
"""What boards have in place of the round."""


class PlayOffFault(Phrase):
    """Why no play-off is entered."""

    UNKNOWN = "nobody here has the id {id}"
    NOT_WANTED = "no play-off of {white} and {black} is to be played now"
    OTHER_WAY = "{white} has White in this play-off"
    NO_RESULT = "a play-off has a result: 1-0, 0-1 or draw, of teams the board points"
    HAS_BOARDS = "boards of the play-off {white} - {black} have results already, which board points would replace"
    HAS_BOARD = "board {board} of the play-off {white} - {black} has the result {result} already"
    SAME = "the boards of the play-off {white} - {black} are entered so already, and nothing would change"
    LATER = "{white} and {black} have played a later play-off since"
    TOO_EARLY = "nothing is played off or decided before the last game is in: {what}"


def is_play_off(key: SeatKey) -> bool:
    """Whether that is a play-off, not a game of a round."""
    return key[0] < 0


def group_of_play_off(state: EventState, key: GameKey) -> str:
    """The name of the group in which both are; empty where there is one alone, and where they are the first of their groups."""
    both = {*key[1:]}
    return next((group_name(state, number) for number, ids in enumerate(groups_of(state), 1) if both <= {*ids}), "")


def round_told(round_: int) -> str:
    """What a board has as the round of a game: the round, or which play-off it is."""
    return str(round_) if round_ > 0 else ROUND_OF_BOARDS.format(number=-round_)


def check_over(state: EventState, id: str) -> None:
    """TournamentError before the last game of his group is in: until then nobody is equal to the end."""
    group = next(number for number, ids in enumerate(groups_of(state), 1) if id in ids)
    if what := still_to_play(state, group):
        raise TournamentError(PlayOffFault.TOO_EARLY.said(what=what))


def key_of(state: EventState, white: str, black: str) -> GameKey:
    """The key of the next play-off of these two with these colours."""
    return -1 - sum((one.white, one.black) == (white, black) for one in state.play_offs), white, black


def games_of(state: EventState, place: OpenPlaces) -> list[tuple[GameKey, ...]]:
    """The games of an open place, each by the keys that it may have: one, or both ways where the colours are by lot and no board was given
    yet. Of two whose colours are by lot it is the first: it tells the other."""
    if place.next is None:
        return []
    by_lot = place.next.colours is Colours.BY_LOT
    games = [[key_of(state, *pair), *([key_of(state, *pair[::-1])] if by_lot else [])] for pair in place.next.pairs]
    return list(dict.fromkeys(tuple([key for key in keys if key in state.boards] or keys) for keys in games))


def games_now(state: EventState) -> list[tuple[GameKey, ...]]:
    """The games that are to be played now, as of `games_of`; none while games of those who would play them are missing."""
    if not state.rounds:
        return []
    groups = list(enumerate(groups_of(state), 1))
    try:
        places = all_standings(state).open
    except TournamentError:
        return []
    waiting = {id for number, ids in groups if still_to_play(state, number) for id in ids}
    return [keys for one in places if not waiting & {*one.ids} for keys in games_of(state, one)]


def play_offs_now(state: EventState) -> list[GameKey]:
    """The keys of the games that are to be played now."""
    return [key for keys in games_now(state) for key in keys]


def play_off_seats(state: EventState) -> Iterator[SeatKey]:
    """The games to be played now, of teams the boards of their matches."""
    numbers = range(1, BOARDS[state.competition] + 1) if state.is_of_teams else ()
    for key in play_offs_now(state):
        yield from ((*key, number) for number in numbers) if numbers else (key,)


def known_play_offs(state: EventState) -> list[GameKey]:
    """The play-offs that have a result or boards, in their order, and those that are to be played now and whose colours are known."""
    to_play = [keys[0] for keys in games_now(state) if len(keys) == 1]
    return list(dict.fromkeys((*play_off_keys(state), *filter(is_play_off, state.matches), *to_play)))
