"""The play-offs that are to be played now, as games that boards are given and that have results."""

from collections.abc import Iterator, Mapping
from typing import Any

from hub.events.ending import still_to_play
from hub.events.faults import TournamentError
from hub.events.groups import group_name, groups_of
from hub.events.standing import all_standings, open_with_colours
from hub.events.state import EventState, GameKey, SeatKey, play_off_keys
from rules.errors import Phrase
from tournament.match import BOARDS

ROUND_OF_BOARDS = "play-off {number}"
"""What boards have in place of the round."""


class PlayOffFault(Phrase):
    """Why no play-off is entered."""

    UNKNOWN = "nobody here has the id {id}"
    NOT_WANTED = "no play-off of {white} and {black} is to be played now; damcam event standings tells which are"
    OTHER_WAY = "{white} has White in this play-off"
    NO_RESULT = "a play-off has a result: 1-0, 0-1 or draw, of teams the board points"
    HAS_BOARDS = "boards of the play-off {white} - {black} have results already, which board points would replace"
    HAS_BOARD = "board {board} of the play-off {white} - {black} has the result {result} already"
    GIVE_REASON = "a correction wants a reason: --reason"
    SAME = "the boards of the play-off {white} - {black} are entered so already, and nothing would change"
    LATER = "{white} and {black} have played a later play-off since"
    UNDO_FIRST = "take it back first with damcam event undo"
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


def open_places(state: EventState) -> list[dict[str, Any]]:
    """What is open in each group, and for the first place of all of them; TournamentError where there are no standings."""
    answered = all_standings(state)
    first = answered.get("first_of_groups")
    of_all = [{**first, "ids": first["open"]}] if first and first["open"] else []
    return [told for one in answered.get("groups", [answered]) for told in open_with_colours(one)] + of_all


def check_over(state: EventState, id: str) -> None:
    """TournamentError before the last game of his group is in: until then nobody is equal to the end."""
    group = next(number for number, ids in enumerate(groups_of(state), 1) if id in ids)
    if what := still_to_play(state, group):
        raise TournamentError(PlayOffFault.TOO_EARLY.said(what=what))


def key_of(state: EventState, white: str, black: str) -> GameKey:
    """The key of the next play-off of these two with these colours."""
    return -1 - sum((one.white, one.black) == (white, black) for one in state.play_offs), white, black


def keys_of(state: EventState, game: dict[str, Any]) -> list[GameKey]:
    """The keys that a game of `open_places` may have: one, or both ways where the colours are by lot and no board was given yet."""
    pair = game.get("players") or (game.get("white") or game["first"], game.get("black") or game["second"])
    keys = [key_of(state, *pair), key_of(state, *pair[::-1])] if "players" in game else [key_of(state, *pair)]
    return [key for key in keys if key in state.boards] or keys


def games_of(state: EventState, place: Mapping[str, Any]) -> list[tuple[GameKey, ...]]:
    """The games of an open place, each by its `keys_of`. Of two whose colours are by lot it is the first: it tells the other."""
    return list(dict.fromkeys(tuple(keys_of(state, game)) for game in place["next"]))


def games_now(state: EventState) -> list[tuple[GameKey, ...]]:
    """The games that are to be played now, as of `games_of`; none while games of those who would play them are missing."""
    if not state.rounds:
        return []
    groups = list(enumerate(groups_of(state), 1))
    try:
        places = open_places(state)
    except TournamentError:
        return []
    waiting = {id for number, ids in groups if still_to_play(state, number) for id in ids}
    return [keys for one in places if not waiting & {*one["ids"]} for keys in games_of(state, one)]


def play_offs_now(state: EventState) -> list[GameKey]:
    """The keys of the games that are to be played now."""
    return [key for keys in games_now(state) for key in keys]


def play_off_seats(state: EventState) -> Iterator[SeatKey]:
    """The games to be played now, of teams the boards of their matches."""
    numbers = range(1, BOARDS[state.made.competition] + 1) if state.is_of_teams else ()
    for key in play_offs_now(state):
        yield from ((*key, number) for number in numbers) if numbers else (key,)


def known_play_offs(state: EventState) -> list[GameKey]:
    """The play-offs that have a result or boards, in their order, and those that are to be played now and whose colours are known."""
    to_play = [keys[0] for keys in games_now(state) if len(keys) == 1]
    return list(dict.fromkeys((*play_off_keys(state), *filter(is_play_off, state.matches), *to_play)))
