"""The pairings of an event as pages show them, with what the boards say of each game."""

from collections.abc import Mapping, Sequence
from typing import Any

from hub.tournament.board_results import BoardWord
from tournament.events.changes import EnteredResult, PairedGame, RoundPaired
from tournament.events.groups import group_name, groups_of
from tournament.events.match_boards import score_of
from tournament.events.match_entering import boards_of
from tournament.events.played import booked
from tournament.events.seats import seats_of
from tournament.events.state import EventState, GameKey, SeatKey
from tournament.events.telling import AT_EMPTY
from tournament.events.time_control import time_of_event

PLAYING, WAITS, OPEN, ENTERED, DIFFERS, NOT_PLAYED, TO_CATCH_UP = "playing", "waits", "open", "entered", "differs", "not played", "catch up"
"""How a game stands: its board plays it; its board has a result that waits for the arbiter; it has no result; it has one; its board says
another one; somebody withdrew; somebody was absent from a table."""

PLAY_OFF = "play-off"
"""At a glance: a play-off that is to be played."""


def rounds_view(state: EventState, said: Mapping[SeatKey, BoardWord], names: Mapping[str, str]) -> list[dict[str, Any]]:
    """The rounds that are paired: {"round", "groups": [{"name", "games"}], "free", "absent"}.

    A game is {"round", "white", "black", "white_name", "black_name", "result", "default", "by_hand", "status", "board", "other_time",
    "says", "unusual"}; `result` is `1-0`, `½-½` and so on, or empty; with the status `not played` it was booked when one of them withdrew.
    `other_time` is the time control of a board that plays where it is not that of the event, else empty. A match of teams has its boards
    too, as `match_view` tells them.
    """
    return [_round(state, one, said, names) for one in state.rounds]


def _round(state: EventState, told: RoundPaired, said: Mapping[SeatKey, BoardWord], names: Mapping[str, str]) -> dict[str, Any]:
    groups: dict[str, list[dict[str, Any]]] = {}
    for table, game in enumerate(told.games, 1):
        view = _game(state, told, game, said.get((told.round, game.white, game.black)))
        shown = {"table": table, "white_name": names[game.white], "black_name": names[game.black]}
        of_match = match_view(state, {**view, **shown}, said, names) if state.is_of_teams else {}
        groups.setdefault(group_name(state, game.group), []).append({**view, **shown, **of_match})
    free = [{"id": id, "name": names[id], "group": group_of(state, id)} for id in told.free]
    absent = [names[id] for id in told.absent]
    found = [{"name": name, "games": games} for name, games in groups.items()]
    return {"round": told.round, "groups": found, "free": free, "absent": absent}


def _game(state: EventState, told: RoundPaired, game: PairedGame, says: BoardWord | None) -> dict[str, Any]:
    entered = state.result_of(told.round, game)
    counts = entered or booked(state, told.round, game)
    key = (told.round, game.white, game.black)
    return {
        "round": told.round,
        "white": game.white,
        "black": game.black,
        "result": shown_result(counts.result) if counts else "",
        "default": bool(counts and counts.default),
        "by_hand": game.by_hand,
        "status": _status(state, told, game, entered, says),
        **_of_board(state, key, says),
    }


def _of_board(state: EventState, key: SeatKey, says: BoardWord | None) -> dict[str, Any]:
    """The board that a game, or a board of a match, was given, and what it says."""
    word = {"says": shown_result(says.result) if says else "", "unusual": says.unusual if says else ""}
    wanted = time_of_event(state).notation
    other_time = says.time_control if says and not says.over and wanted and says.time_control != wanted else ""
    return {"board": state.boards.get(key, ""), "other_time": other_time, **word}


def _status(state: EventState, told: RoundPaired, game: PairedGame, entered: EnteredResult | None, says: BoardWord | None) -> str:
    if entered:
        return DIFFERS if says and not entered.default and _other(says, entered.result) else ENTERED
    if game.pair & state.out:
        return NOT_PLAYED
    if says:
        return WAITS if says.over else PLAYING
    return TO_CATCH_UP if game.pair & set(told.absent) else OPEN


def match_view(state: EventState, game: Mapping[str, Any], said: Mapping[SeatKey, BoardWord], names: Mapping[str, str]) -> dict[str, Any]:
    """The boards of a match: {"boards", "so_far"}, where `so_far` is what it comes to before every board is decided, or empty.

    A board is a game with the keys "number" and "told", its result as it is kept. Its "white" and "black" are those of the match.
    """
    key = (game["round"], game["white"], game["black"])
    kept = boards_of(state, *key)
    score = score_of(state.made.competition, kept)
    has_points = bool(game["result"]) and key not in state.matches
    boards = []
    for number, result in enumerate(kept, 1):
        says = said.get((*key, number))
        white, black = seats_of(state, (*key, number), names)
        status = _board_status(game["status"], result, says)
        view = {"number": number, "told": result, "result": AT_EMPTY.get(result, shown_result(result)), "status": status}
        seats = {"white_name": white, "black_name": black, "default": result in AT_EMPTY, "table": game["table"]}
        match_key = {"round": key[0], "white": key[1], "black": key[2]}
        boards.append({**match_key, **view, **seats, **_of_board(state, (*key, number), says)})
    return {"boards": [] if has_points else boards, "so_far": score.result if any(kept) and not score.is_over else ""}


def play_off_view(
    state: EventState, keys: Sequence[GameKey], said: Mapping[SeatKey, BoardWord], names: Mapping[str, str]
) -> dict[str, Any]:
    """A play-off that is to be played, or was played by boards, as a game of a round; `by_lot` where the arbiter says who has White.

    Its `round` is that of its key, below 0. `keys`: both where the colours are by lot.
    """
    key, says = keys[0], said.get(keys[0])
    place = [one.id for one in state.entrants].index(key[1])
    view = {"round": key[0], "white": key[1], "black": key[2], "result": "", "default": False, "by_lot": len(keys) > 1}
    view |= {"white_name": names[key[1]], "black_name": names[key[2]], "table": f"play-off{key[0]}-{place}"}
    view |= {"status": OPEN if says is None else WAITS if says.over else PLAYING, **_of_board(state, key, says)}
    return {**view, **match_view(state, view, said, names)} if state.is_of_teams else view


def _board_status(of_match: str, result: str, says: BoardWord | None) -> str:
    """How a board of a match stands."""
    if result:
        return DIFFERS if says and result not in AT_EMPTY and _other(says, result) else ENTERED
    if of_match == NOT_PLAYED:
        return NOT_PLAYED
    return OPEN if says is None else WAITS if says.over else PLAYING


def _other(says: BoardWord, result: str) -> bool:
    """Whether the board says something else than what was entered."""
    return says.result != result if says.over else True


def shown_result(result: str) -> str:
    """A result as tables show it."""
    return "½-½" if result == "draw" else result


def group_of(state: EventState, id: str) -> str:
    """The name of the group of that entrant."""
    return group_name(state, next(at for at, ids in enumerate(groups_of(state), 1) if id in ids))


def at_a_glance(rounds: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """The games of all rounds by how they stand: those that run, wait for the arbiter, differ, have no result, or are to be caught up; and
    the play-offs that are to be played."""
    found: dict[str, list[dict[str, Any]]] = {status: [] for status in (WAITS, DIFFERS, PLAYING, OPEN, TO_CATCH_UP, PLAY_OFF)}
    for one in rounds:
        for group in one["groups"]:
            for game in group["games"]:
                of_boards = [board for board in game.get("boards", ()) if board["status"] in (WAITS, DIFFERS, PLAYING)]
                for shown in (game, *of_boards):
                    status = PLAY_OFF if shown["status"] == OPEN and shown["round"] < 0 else shown["status"]
                    if status in found:
                        found[status].append(shown)
    return found
