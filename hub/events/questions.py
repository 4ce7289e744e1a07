"""An event as the questions `pair` and `standings` of the regulations."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from hub.events.changes import NEITHER_CAME, EnteredResult, PairedGame
from hub.events.groups import groups_of, is_swiss, rounds_of_swiss
from hub.events.state import EventState
from hub.events.tables import rounds_of_tables
from hub.events.wishes import Wishes

LAPSE, WON = "lapse", "won"
"""What an arbiter decides of the games of one who withdraws, where the regulation does not say it (R10)."""


def pair_question(state: EventState, wishes: Wishes, forced: Sequence[PairedGame]) -> dict[str, Any]:
    """The question for the next round of the Swiss system."""
    (players,) = groups_of(state)
    number = len(state.rounds) + 1
    return {
        "ask": "pair",
        "competition": state.made.competition,
        "rounds": rounds_of_swiss(state),
        "round": number,
        "players": list(players),
        "games": games_told(state, 1),
        "byes": _byes(state) + ([{"round": number, "id": wishes.bye}] if wishes.bye else []),
        "absent": [*wishes.absent, *sorted(state.out - set(wishes.absent))],
        "forced": [{"white": one.white, "black": one.black} for one in forced],
    }


def standings_question(state: EventState, group: int = 1) -> dict[str, Any]:
    """The question for the standings of a group, from 1 on."""
    made = state.made
    lapsed = {one.id for one in state.withdrawn if one.games == LAPSE}
    question: dict[str, Any] = {
        "ask": "standings",
        "competition": made.competition,
        "players": [id for id in groups_of(state)[group - 1] if id not in lapsed],
        "games": [game for game in games_told(state, group) if not set(_pair_of(game)) & lapsed],
        "playoffs": [_game_told(state, EnteredResult(0, one.white, one.black, one.result)) for one in _play_offs(state, group)],
        "decided": [list(one.ids) for one in state.decided if set(one.ids) <= set(groups_of(state)[group - 1])],
    }
    if made.in_class and made.competition in ("C", "D"):
        question["class"] = made.in_class
    if made.group:
        question["group"] = made.group
    if is_swiss(state):
        question |= {"swiss": True, "byes": _byes(state)}
    if made.competition == "C":
        question["withdrawn"] = [one.id for one in state.withdrawn if not _has_played_all(state, one.id)]
    return question


def _has_played_all(state: EventState, id: str) -> bool:
    """Whether each game of one who withdrew has a result from the board after all, so that nothing of C 14 is left."""
    own = [game for one in state.rounds for game in one.games if id in game.pair and _is_played(state, one.round, game)]
    return len(own) == sum(id in game.pair for games, _ in rounds_of_tables(state) for game in games)


def _is_played(state: EventState, round_: int, game: PairedGame) -> bool:
    result = state.result_of(round_, game)
    return result is not None and not result.default


def _play_offs(state: EventState, group: int) -> list[Any]:
    ids = set(groups_of(state)[group - 1])
    return [one for one in state.play_offs if {one.white, one.black} <= ids]


def _pair_of(game: dict[str, Any]) -> tuple[str, str]:
    return (game["first"], game["second"]) if "first" in game else (game["white"], game["black"])


def _byes(state: EventState) -> list[dict[str, Any]]:
    return [{"round": one.round, "id": id} for one in state.rounds for id in one.free]


def games_told(state: EventState, group: int) -> list[dict[str, Any]]:
    """The games of the group that are paired, and those that are booked for the opponents of one who withdrew."""
    told = []
    for one in state.rounds:
        for game in one.games:
            if game.group == group:
                nobodys = EnteredResult(one.round, game.white, game.black, "", default=game.pair <= state.out)
                told.append(_game_told(state, state.result_of(one.round, game) or booked(state, one.round, game) or nobodys))
    return told + [_game_told(state, later) for later in _booked_later(state, group)]


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


def _game_told(state: EventState, one: EnteredResult) -> dict[str, Any]:
    more = {"default": True} if one.default else {}
    if state.is_of_teams:
        points = board_points(one.result) if one.result else None
        return {"round": one.round, "first": one.white, "second": one.black, "board_points": points, **more}
    return {"round": one.round, "white": one.white, "black": one.black, "result": result_told(one), **more}


def result_told(one: EnteredResult) -> str | None:
    """The result as JSON has it: null where there is none, and by default where neither came."""
    return None if one.default and one.result == NEITHER_CAME else one.result or None


def board_points(result: str) -> list[int | float]:
    """The board points of both teams of a result such as `3.5-4.5`."""
    return [_number(Fraction(half)) for half in result.split("-")]


def _number(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else float(value)
