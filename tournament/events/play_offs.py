"""Play-offs: games of two who are equal to the end, which follow the rounds as rounds of their own.

A play-off has a number below 0 in place of the round: `-1` is the first one of these two with these colours. Who plays it follows from the
standings; nobody pairs it. Its result, its boards and its appeals are entered and kept as those of any game.
"""

import re
from typing import Final

from rules.errors import Phrase
from tournament.errors import TournamentError
from tournament.events.changes import PairedGame
from tournament.events.ending import still_to_play
from tournament.events.groups import group_name, groups_of
from tournament.events.standing import all_standings
from tournament.events.state import EventState, GameKey, is_play_off
from tournament.play_offs import Colours
from tournament.standings import OpenPlaces

ROUND_OF_BOARDS: Final = "play-off {number}"
"""What boards have in place of the round."""
_WRITTEN: Final = re.compile(r"(?:play-off[ -]|-)(?P<number>[1-9]\d{0,3})", re.ASCII)
"""How the number of a play-off is written in place of a round: `play-off-1`, or as its key has it."""


class PlayOffFault(Phrase):
    """Why no play-off is entered."""

    NOT_WANTED = "no play-off of {white} and {black} is to be played now"
    OTHER_WAY = "{white} has White in this play-off"
    NO_RESULT = "a play-off has a result: 1-0, 0-1 or draw, of teams the board points"
    LATER = "{white} and {black} have played a later play-off since"
    TOO_EARLY = "nothing is played off or decided before the last game is in: {what}"


def play_off_number(text: str) -> int:
    """The number of the play-off that the text names in place of a round; 0 where it names none."""
    found = _WRITTEN.fullmatch(text)
    return int(found["number"]) if found else 0


def group_of_play_off(state: EventState, *both: str) -> str:
    """The name of the group in which both are; empty where there is one alone, and where they are the first of their groups."""
    return next((group_name(state, number) for number, ids in enumerate(groups_of(state), 1) if {*both} <= {*ids}), "")


def round_told(round_: int) -> str:
    """What a board has as the round of a game: the round, or which play-off it is."""
    return str(round_) if round_ > 0 else ROUND_OF_BOARDS.format(number=-round_)


def check_over(state: EventState, id: str) -> None:
    """TournamentError before the last game of his group is in: until then nobody is equal to the end."""
    if what := still_to_play(state, _group_of(state, id)):
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
    try:
        groups = [(ids, bool(still_to_play(state, number))) for number, ids in enumerate(groups_of(state), 1)]
        places = [] if all(is_playing for _, is_playing in groups) else all_standings(state).open
    except TournamentError:
        return []
    waiting = {id for ids, is_playing in groups if is_playing for id in ids}
    return [keys for one in places if not waiting & {*one.ids} for keys in games_of(state, one)]


def play_offs_now(state: EventState) -> list[GameKey]:
    """The keys of the games that are to be played now."""
    return [key for keys in games_now(state) for key in keys]


def known_play_offs(state: EventState) -> list[GameKey]:
    """The play-offs that have a result or boards, in their order, and those that are to be played now and whose colours are known."""
    to_play = [keys[0] for keys in games_now(state) if len(keys) == 1]
    return list(dict.fromkeys((*filter(is_play_off, (*state.results, *state.matches)), *to_play)))


def play_off_game(state: EventState, key: GameKey) -> PairedGame:
    """The play-off of that key, which has a result or boards, or may be played now; TournamentError where it is none of them."""
    if key not in state.results and key not in state.matches and key not in play_offs_now(state):
        raise not_wanted(state, *key[1:])
    return PairedGame(*key[1:])


def not_wanted(state: EventState, white: str, black: str) -> TournamentError:
    """Why these two play no play-off now with these colours."""
    if what := still_to_play(state, _group_of(state, white)):
        return TournamentError(PlayOffFault.TOO_EARLY.said(what=what))
    other_way = next((key for key in play_offs_now(state) if {*key[1:]} == {white, black} and key[1] != white), None)
    if other_way:
        return TournamentError(PlayOffFault.OTHER_WAY.said(white=other_way[1]))
    return TournamentError(PlayOffFault.NOT_WANTED.said(white=white, black=black))


def _group_of(state: EventState, id: str) -> int:
    return next(number for number, ids in enumerate(groups_of(state), 1) if id in ids)
