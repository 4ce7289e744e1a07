"""The games of an event as PDN without moves, with the tags by which readers group them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.board.ruleset import ruleset
from rules.errors import Phrase
from rules.pdn.game import NOT_PLAYED, TERMINATION
from rules.pdn.write import write_game, written_result
from tournament.competitions import BOARDS
from tournament.errors import TournamentError
from tournament.events.groups import group_name, groups_of
from tournament.events.match_boards import EMPTY
from tournament.events.play_offs import group_of_play_off, round_told
from tournament.events.seats import seats_of
from tournament.events.standing import awarded_wins, standings_of
from tournament.events.state import EventState, GameKey, SeatKey, is_play_off


@dataclass(frozen=True, slots=True)
class GameTold:
    """What the file tells of a game beside who plays it."""

    board: int
    result: str
    """Empty for a game that has none yet."""
    group: str
    """The name of its group; empty where there is one alone."""
    is_default: bool = False
    """Whether it was not played, but booked."""


class EventPdnFault(Phrase):
    """Why there is no such file."""

    TEAMS = "a match of teams is no game, and has no PDN until its boards are entered; the boards that recorded its games have theirs"


def pdn_files(state: EventState) -> Iterator[tuple[str, str]]:
    """The name and the text of the file; TournamentError for an event of teams whose matches were entered without their boards."""
    if state.is_of_teams and not state.matches:
        raise TournamentError(EventPdnFault.TEAMS.said())
    names = state.names
    games = _of_teams(state) if state.is_of_teams else _of_players(state)
    yield "event.pdn", "\n".join(_game(state, key, told, names) for key, told in games)


def left_out(state: EventState) -> int:
    """How many matches of teams have a result and are not in the file, because they were entered without their boards."""
    return len({*state.results} - {*state.matches}) if state.is_of_teams else 0


def _of_players(state: EventState) -> Iterator[tuple[SeatKey, GameTold]]:
    """The games of the rounds and then the play-offs, which are numbered on. A bye is no game."""
    groups = range(1, len(groups_of(state)) + 1) if state.rounds else ()
    awarded = {key: result for group in groups for key, result in awarded_wins(state, group, standings_of(state, group)).items()}
    for one in state.rounds:
        for board, game in enumerate(one.games, 1):
            key, entered = (one.round, game.white, game.black), state.result_of(one.round, game)
            result, is_default = (entered.result, entered.default) if entered else (awarded.get(key, ""), key in awarded)
            yield key, GameTold(board, result, group_name(state, game.group), is_default)
    for number, played in enumerate(state.play_offs, 1):
        group = group_of_play_off(state, played.white, played.black)
        yield (played.round, played.white, played.black), GameTold(number, played.result, group)


def _of_teams(state: EventState) -> Iterator[tuple[SeatKey, GameTold]]:
    """The boards of the matches, counted on from match to match: those at which somebody is missing have no game."""
    for one in state.rounds:
        for at, game in enumerate(one.games):
            yield from _of_match(state, (one.round, game.white, game.black), at, group_name(state, game.group))
    for at, key in enumerate(key for key in state.matches if is_play_off(key)):
        yield from _of_match(state, key, at, group_of_play_off(state, *key[1:]))


def _of_match(state: EventState, key: GameKey, at: int, group: str) -> Iterator[tuple[SeatKey, GameTold]]:
    """The boards of the match at that place of its round, or of the play-offs."""
    kept, before = state.matches.get(key), at * BOARDS[state.competition]
    for number, result in enumerate(kept.boards if kept else (), 1):
        if result not in EMPTY:
            yield (*key, number), GameTold(before + number, result, group)


def _game(state: EventState, key: SeatKey, told: GameTold, names: Mapping[str, str]) -> str:
    """A game; of teams with the match that it is of."""
    made, (white, black) = state.made, seats_of(state, key, names)
    tags = {
        "Event": made.name or "?",
        "Date": made.date.replace("-", ".") or "????.??.??",
        "Round": round_told(key[0]),
        "Board": str(told.board),
        "White": white,
        "Black": black,
        "Result": written_result(told.result),
        "GameType": str(ruleset("frisian").game_type),
        **({"Match": f"{names[key[1]]} - {names[key[2]]}"} if state.is_of_teams else {}),
        **({"Group": told.group} if told.group else {}),
        **({TERMINATION: NOT_PLAYED} if told.is_default else {}),
    }
    return write_game(tags, (), told.result)
