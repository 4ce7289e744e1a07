"""What was played in an event, as the regulations take it: a group for its standings, and a Swiss event for its next round."""

from collections.abc import Sequence

from rules.errors import Sentence, _
from tournament.errors import TournamentError
from tournament.events.changes import NEITHER_CAME, EnteredResult, PairedGame
from tournament.events.groups import groups_of, is_swiss, rounds_of_swiss
from tournament.events.state import EventState
from tournament.events.tables import rounds_of_tables
from tournament.events.wishes import Wishes
from tournament.final_order import final_order
from tournament.games import Bye, Game, Match, Result, as_number
from tournament.standings import Group
from tournament.swiss import SwissEvent

LAPSE, WON = "lapse", "won"
"""What an arbiter decides of the games of one who withdraws, where the regulation does not say it (R10)."""


def swiss_event(state: EventState, wishes: Wishes, forced: Sequence[PairedGame]) -> SwissEvent:
    """What was played in an event by the Swiss system, and what the arbiter wishes of the next round."""
    (players,) = groups_of(state)
    number = len(state.rounds) + 1
    return SwissEvent(
        competition=state.competition,
        rounds=rounds_of_swiss(state),
        round=number,
        players=players,
        games=tuple(game for game in games_of(state, 1) if isinstance(game, Game)),
        byes=(*_byes(state), *([Bye(number, wishes.bye)] if wishes.bye else [])),
        absent=(*wishes.absent, *sorted(state.out - set(wishes.absent))),
        forced=tuple((game.white, game.black) for game in forced),
    )


def group_played(state: EventState, number: int = 1) -> Group:
    """What was played in a group, from 1 on, as its standings count it. RegulationError: the regulation has no standings for it."""
    made, ids = state.made, groups_of(state)[number - 1]
    lapsed = lapsed_by_arbiter(state)
    players = tuple(id for id in ids if id not in lapsed)
    order = final_order(state.competition, len(players), player_class=made.in_class, group=made.group, is_swiss=is_swiss(state) or None)
    is_of_eight = made.competition == "C"
    return Group(
        order=order,
        players=players,
        games=tuple(game for game in games_of(state, number) if not game.pair & lapsed),
        byes=tuple(_byes(state)) if order.is_swiss else (),
        withdrawn=tuple(one.id for one in state.withdrawn if not _has_played_all(state, one.id)) if is_of_eight else (),
        play_offs=tuple(_game(state, one) for one in state.play_offs if {one.white, one.black} <= {*ids}),
        decided=tuple(one.ids for one in state.decided if {*one.ids} <= {*ids}),
        by_hand=frozenset(game.pair for one in state.rounds for game in one.games if game.by_hand and game.group == number),
    )


def lapsed_by_arbiter(state: EventState) -> frozenset[str]:
    """The ids of those whose games lapse because the arbiter decided so (R10)."""
    return frozenset(one.id for one in state.withdrawn if one.games == LAPSE)


def _has_played_all(state: EventState, id: str) -> bool:
    """Whether each game of one who withdrew has a result from the board after all, so that nothing of C 14 is left."""
    own = [game for one in state.rounds for game in one.games if id in game.pair and _is_played(state, one.round, game)]
    return len(own) == sum(id in game.pair for games, _ in rounds_of_tables(state) for game in games)


def _is_played(state: EventState, round_: int, game: PairedGame) -> bool:
    result = state.result_of(round_, game)
    return result is not None and not result.default


def _byes(state: EventState) -> list[Bye]:
    return [Bye(one.round, id) for one in state.rounds for id in one.free]


def games_of(state: EventState, group: int) -> list[Game | Match]:
    """The games of the group that are paired, and those that are booked for the opponents of one who withdrew."""
    games: list[Game | Match] = []
    for one in state.rounds:
        for game in one.games:
            if game.group == group:
                nobodys = EnteredResult(one.round, game.white, game.black, "", default=game.pair <= state.out)
                games.append(_game(state, state.result_of(one.round, game) or booked(state, one.round, game) or nobodys))
    return games + [_game(state, later) for later in _booked_later(state, group)]


def booked_wins(state: EventState, group: int) -> list[EnteredResult]:
    """The wins that are booked for the opponents of those who withdrew, in all rounds, where the arbiter decided so."""
    paired = [(one.round, game) for one in state.rounds for game in one.games if game.group == group]
    now = [booked(state, number, game) for number, game in paired if not state.result_of(number, game)]
    return [one for one in now if one] + _booked_later(state, group)


def booked(state: EventState, round_: int, game: PairedGame) -> EnteredResult | None:
    """The win of the opponent of one who withdrew, where the arbiter decided so; nobody's where both did (R10)."""
    out = game.pair & state.out
    won = {one.id for one in state.withdrawn if one.games == WON}
    if len(out) != 1 or not out <= won:
        return None
    full = {"B": "8", "G": "4"}.get(state.made.competition)
    white_won, black_won = (f"{full}-0", f"0-{full}") if full else ("1-0", "0-1")
    return EnteredResult(round_, game.white, game.black, black_won if game.white in out else white_won, default=True)


def _booked_later(state: EventState, group: int) -> list[EnteredResult]:
    """The booked wins of the rounds that are not paired yet."""
    if is_swiss(state) or not any(one.games == WON for one in state.withdrawn):
        return []
    later = list(enumerate(rounds_of_tables(state), 1))[len(state.rounds) :]
    won = [booked(state, number, game) for number, (games, _) in later for game in games if game.group == group]
    return [one for one in won if one]


def _game(state: EventState, one: EnteredResult) -> Game | Match:
    if state.is_of_teams:
        return Match(one.round, one.white, one.black, board_points(one.result) if one.result else None, one.default)
    return Game(one.round, one.white, one.black, _result(one), one.default)


def _result(one: EnteredResult) -> Result | None:
    """TournamentError where the file of another program has one that is none."""
    text = result_told(one)
    if text is not None and text not in {*Result}:
        where = Sentence("", _("a game of round {round}"), {"round": one.round})
        sentence = _("{where} is {value}; a result is one of {results}, or null")
        raise TournamentError(sentence, where=where, value=f'"{text[:20]}"', results=tuple(Result))
    return Result(text) if text else None


def result_told(one: EnteredResult) -> str | None:
    """The result as JSON has it: null where there is none, and by default where neither came."""
    return None if one.default and one.result == NEITHER_CAME else one.result or None


def board_points(result: str) -> tuple[float, float]:
    """The board points of both teams of a result such as `3.5-4.5`, whole or with .5."""
    first, second = (as_number(float(half)) for half in result.split("-"))
    return first, second
