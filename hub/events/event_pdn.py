"""The games of an event as PDN without moves, with the tags by which readers group them."""

from collections.abc import Iterator, Mapping

from hub.events.changes import EnteredResult, PairedGame
from hub.events.faults import TournamentError
from hub.events.groups import group_name
from hub.events.match_boards import EMPTY
from hub.events.seats import seats_of
from hub.events.state import EventState, SeatKey
from rules.board.ruleset import ruleset
from rules.errors import Phrase
from rules.pdn.write import write_game
from rules.tournament.match import BOARDS

RESULTS = {"1-0": "1-0", "0-1": "0-1", "draw": "1/2-1/2"}


class EventPdnFault(Phrase):
    """Why there is no such file."""

    TEAMS = "a match of teams is no game, and has no PDN until its boards are entered; the boards that recorded its games have theirs"


def pdn_files(state: EventState) -> Iterator[tuple[str, str]]:
    """The name and the text of the file; TournamentError for an event of teams whose matches were entered without their boards."""
    if state.is_of_teams and not state.has_boards:
        raise TournamentError(EventPdnFault.TEAMS.said())
    yield "event.pdn", "\n".join(_of_teams(state) if state.is_of_teams else _games(state))


def _games(state: EventState) -> Iterator[str]:
    names = _names(state)
    for one in state.rounds:
        for board, game in enumerate(one.games, 1):
            told = state.result_of(one.round, game) or EnteredResult(one.round, game.white, game.black, "")
            yield _game(state, game, (one.round, game.white, game.black), (str(board), told.result), names)


def _of_teams(state: EventState) -> Iterator[str]:
    """The boards of the matches, counted on from match to match: those at which somebody is missing have no game."""
    names, of_a_match = _names(state), BOARDS[state.made.competition]
    for one in state.rounds:
        for before, game in enumerate(one.games):
            kept = state.matches.get((one.round, game.white, game.black))
            for number, result in enumerate(kept.boards if kept else (), 1):
                if result not in EMPTY:
                    board = str(before * of_a_match + number)
                    yield _game(state, game, (one.round, game.white, game.black, number), (board, result), names)


def _names(state: EventState) -> dict[str, str]:
    return {one.id: one.shown for one in state.entrants}


def _game(state: EventState, game: PairedGame, key: SeatKey, told: tuple[str, str], names: Mapping[str, str]) -> str:
    """A game, `told` as the number of its board and its result; of teams with the match that it is of."""
    made, (board, result), (white, black) = state.made, told, seats_of(state, key, names)
    group = group_name(state, game.group)
    tags = {
        "Event": made.name or "?",
        "Date": made.date.replace("-", ".") or "????.??.??",
        "Round": str(key[0]),
        "Board": board,
        "White": white,
        "Black": black,
        "Result": RESULTS.get(result, "*"),
        "GameType": str(ruleset("frisian").game_type),
        **({"Match": f"{names[game.white]} - {names[game.black]}"} if state.is_of_teams else {}),
        **({"Group": group} if group else {}),
    }
    return write_game(tags, (), tags["Result"])
