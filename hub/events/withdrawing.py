"""Withdrawals for good, the arbiter's decisions, play-offs, and taking back."""

from collections.abc import Sequence
from typing import Any

from hub.events.changes import ChangeRow, ChangeUndone, EntrantWithdrawn, OrderDecided, PlayOffPlayed
from hub.events.ending import still_to_play
from hub.events.faults import EventFileFault, TournamentError
from hub.events.groups import groups_of, is_swiss, rounds_of_swiss
from hub.events.questions import LAPSE, WON
from hub.events.resting import check_resting
from hub.events.results import result_in
from hub.events.standing import all_standings
from hub.events.state import EventState, standing_rows
from hub.events.tables import rounds_of_tables
from rules.errors import Phrase
from rules.tournament.articles import article_said


class EndingFault(Phrase):
    """Why somebody does not withdraw, or no play-off or order is entered."""

    UNKNOWN = "nobody here has the id {id}"
    OUT_ALREADY = "{id} has withdrawn already"
    NOTHING_LEFT = "{id} has no game left to play; a withdrawal after the last round changes nothing, and is not entered"
    SAY_WHICH = "competition {competition} leaves the games of {id} to the arbiter: --games lapse, or --games won by the opponents"
    ARTICLE_SAYS = "competition {competition} says itself what becomes of the games ({article}); --games is not for it"
    NOT_WANTED = "no play-off of {white} and {black} is to be played now; damcam event standings tells which are"
    OTHER_WAY = "{white} has White in this play-off"
    NO_RESULT = "a play-off has a result: 1-0, 0-1 or draw, of teams the board points"
    TOO_EARLY = "nothing is played off or decided before the last game is in: {what}"
    NOT_EQUAL = "{ids} are not equal to the end, so that their order is not the arbiter's; those who are: {open}"
    NONE = "nobody"


def withdrawn(state: EventState, id: str, games: str) -> EntrantWithdrawn:
    """The withdrawal; TournamentError where it cannot be entered. `games`: what the arbiter decides of them, or empty."""
    if id not in state.by_id:
        raise TournamentError(EndingFault.UNKNOWN.said(id=repr(id)))
    if id in state.out:
        raise TournamentError(EndingFault.OUT_ALREADY.said(id=id))
    if not _has_games_left(state, id):
        raise TournamentError(EndingFault.NOTHING_LEFT.said(id=id))
    competition = state.made.competition
    article = "C 14" if competition == "C" else "appendix 3" if is_swiss(state) else ""
    if article and games:
        raise TournamentError(EndingFault.ARTICLE_SAYS.said(competition=competition, article=article_said(article)))
    if not article and games not in (LAPSE, WON):
        raise TournamentError(EndingFault.SAY_WHICH.said(competition=competition, id=id))
    change = EntrantWithdrawn(id, games)
    check_resting(state, change)
    return change


def _has_games_left(state: EventState, id: str) -> bool:
    """Whether a game of this one is unpaired or has no result, or nothing is paired yet."""
    if any(id in game.pair and not state.result_of(one.round, game) for one in state.rounds for game in one.games):
        return True
    if is_swiss(state):
        return len(state.rounds) < rounds_of_swiss(state)
    if not state.rounds:
        return True
    return any(id in game.pair for games, _ in rounds_of_tables(state)[len(state.rounds) :] for game in games)


def play_off_played(state: EventState, white: str, black: str, text: str) -> PlayOffPlayed:
    """The result of a play-off that the regulation demands now; TournamentError where it demands another, or none."""
    for id in (white, black):
        if id not in state.by_id:
            raise TournamentError(EndingFault.UNKNOWN.said(id=repr(id)))
    _check_over(state, white)
    wanted = [game for told in _open(state) for game in told["next"]]
    by_lot = [set(game["players"]) for game in wanted if "players" in game]
    ordered = [(game.get("white", game.get("first")), game.get("black", game.get("second"))) for game in wanted if "players" not in game]
    if (black, white) in ordered and (white, black) not in ordered:
        raise TournamentError(EndingFault.OTHER_WAY.said(white=black))
    if (white, black) not in ordered and {white, black} not in by_lot:
        raise TournamentError(EndingFault.NOT_WANTED.said(white=white, black=black))
    result = result_in(state, text, default=False)
    if not result:
        raise TournamentError(EndingFault.NO_RESULT.said())
    return PlayOffPlayed(white, black, result)


def order_decided(state: EventState, ids: Sequence[str]) -> OrderDecided:
    """The order that the arbiter decides among some who are equal to the end; TournamentError where they are not."""
    for id in ids:
        if id not in state.by_id:
            raise TournamentError(EndingFault.UNKNOWN.said(id=repr(id)))
    if ids:
        _check_over(state, ids[0])
    equal = [told["ids"] for told in _open(state) if told["needs"] != "nothing"]
    if sorted(ids) not in [sorted(one) for one in equal]:
        named = tuple(" = ".join(one) for one in equal) or (EndingFault.NONE.said(),)
        raise TournamentError(EndingFault.NOT_EQUAL.said(ids=tuple(ids), open=named))
    return OrderDecided(tuple(ids))


def _check_over(state: EventState, id: str) -> None:
    """TournamentError before the last game of his group is in: until then nobody is equal to the end."""
    group = next(number for number, ids in enumerate(groups_of(state), 1) if id in ids)
    if what := still_to_play(state, group):
        raise TournamentError(EndingFault.TOO_EARLY.said(what=what))


def _open(state: EventState) -> list[dict[str, Any]]:
    """What is open in each group, and for the first place of all of them."""
    answered = all_standings(state)
    first = answered.get("first_of_groups")
    of_all = [{**first, "ids": first["open"]}] if first and first["open"] else []
    return [told for one in answered.get("groups", [answered]) for told in one["open"]] + of_all


def undone(rows: Sequence[ChangeRow]) -> tuple[ChangeUndone, ChangeRow]:
    """The change that takes back the last one that stands, and that one; TournamentError where none is left."""
    standing = standing_rows(rows)
    if len(standing) < 2:
        raise TournamentError(EventFileFault.NOTHING_TO_UNDO.said())
    return ChangeUndone(standing[-1].number), standing[-1]
