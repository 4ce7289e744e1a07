"""The games of an event as PDN without moves, with the tags by which readers group them."""

from collections.abc import Iterator

from hub.events.changes import EnteredResult
from hub.events.faults import TournamentError
from hub.events.groups import group_name
from hub.events.state import EventState
from rules.board.ruleset import ruleset
from rules.errors import Phrase
from rules.pdn.write import write_game

RESULTS = {"1-0": "1-0", "0-1": "0-1", "draw": "1/2-1/2"}


class EventPdnFault(Phrase):
    """Why there is no such file."""

    TEAMS = "a match of teams is no game, and has no PDN; the boards that recorded its games have theirs"


def pdn_files(state: EventState) -> Iterator[tuple[str, str]]:
    """The name and the text of the file; TournamentError for an event of teams."""
    if state.is_of_teams:
        raise TournamentError(EventPdnFault.TEAMS.said())
    yield "event.pdn", "\n".join(_games(state))


def _games(state: EventState) -> Iterator[str]:
    made, known, rules = state.made, state.by_id, ruleset("frisian")
    for one in state.rounds:
        for board, game in enumerate(one.games, 1):
            told = state.result_of(one.round, game) or EnteredResult(one.round, game.white, game.black, "")
            result = RESULTS.get(told.result, "*")
            group = group_name(state, game.group)
            tags = {
                "Event": made.name or "?",
                "Date": made.date.replace("-", ".") or "????.??.??",
                "Round": str(one.round),
                "Board": str(board),
                "White": known[game.white].shown,
                "Black": known[game.black].shown,
                "Result": result,
                "GameType": str(rules.game_type),
                **({"Group": group} if group else {}),
            }
            yield write_game(tags, (), result)
