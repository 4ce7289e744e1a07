"""What the evening page shows of the games of one board, and what it offers for those to come."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import Struct

from hub.boards.kept_games import KeptGame
from hub.boards.readiness import SILENT, ready_view
from hub.desk.open_alerts import open_alerts
from hub.evening.evening_games import LOST, EveningGames
from hub.web.numbers import whole_in
from link.status import OVER, PLAYING, READY, WAITING, Level
from record.decisions.commands import TIME_CONTROL
from record.decisions.known_before import CHECKED
from record.session.opening import has_begun
from record.texts import marked

TAGS = ("white", "black", "event", "round", "board")
STATES = {
    WAITING: marked("Waits for the pieces"),
    "failing": marked("Not ready"),
    READY: marked("Ready"),
    "remarked": marked("Ready, with remarks"),
    PLAYING: marked("A game runs"),
    OVER: marked("Game over"),
    "closed": marked("Between two games"),
    SILENT: marked("No word from it"),
    LOST: marked("Journal damaged"),
}
Row = Mapping[str, Any]
"""A board as `view_of` has it."""


def view_of(games: EveningGames, earlier: Sequence[KeptGame]) -> dict[str, Any]:
    """The board for the page.

    {"key", "number", "phase", "game", "prepares", "about", "time_control", "timed", "result", "unfinished", "closed", "waits", "checks",
    "next", "earlier"}: `prepares` is the folder of the game that names can be set for, `unfinished` is whether the game has begun and has
    no result, also at a board that tells nothing, `waits` are the open alerts, `checks` are those that fail before a game, `next` is what
    was set for the next game or None, and `earlier` are games before, the latest first.
    """
    state, phase, prepared = games.state, games.phase, games.prepared()
    view = ready_view(games.board.status, state, games.tags()) if phase in (WAITING, READY) else {"checks": []}
    return {
        "key": games.board.key,
        "number": games.number,
        "phase": phase,
        "game": games.game,
        "prepares": games.to_prepare,
        "about": _about(games.tags()),
        "time_control": games.time_control(),
        "timed": state.clock.control.main_ns is not None,
        "result": state.result,
        "unfinished": has_begun(state) and not state.over,
        "closed": state.closed,
        "waits": open_alerts(games.board),
        "checks": [check for check in view["checks"] if check.level is Level.FAIL],
        "next": prepared and {"about": _about(prepared.about.tags.told), "time_control": prepared.time_control or ""},
        "earlier": [_earlier(one) for one in earlier],
    }


def state_of(row: Row) -> str:
    """How far the game of the board is: one of STATES."""
    phase = str(row["phase"])
    if phase == OVER and row["closed"]:
        return "closed"
    return {WAITING: "failing", READY: "remarked"}.get(phase, phase) if row["checks"] else phase


def can_start(row: Row) -> bool:
    """Whether the arbiter can start the clock there."""
    return row["phase"] == READY and bool(row["timed"])


def can_go_on(row: Row) -> bool:
    """Whether the game there is over and waits to be closed."""
    return row["phase"] == OVER and not row["closed"]


def left_open(rows: Iterable[Row]) -> list[str]:
    """The numbers of the boards from which no word comes, or whose journal is damaged, with a game that has no result."""
    return [row["number"] for row in rows if row["unfinished"] and row["phase"] in (SILENT, LOST)]


class Known(Struct, frozen=True):
    """What is known of a board's game to come. A list of names rests on it: later changes by others are told before it replaces them."""

    game: str
    """The folder of the game."""
    values: dict[str, str]
    """By the names in CHECKED."""
    is_next: bool = False
    """Another game goes on still. Once the board waits for this one, its settings have filled in what nobody set, which is no change."""


def known_of(row: Row) -> Known | None:
    """What is known of the board's game to come; None where none can be given names."""
    if row["phase"] == SILENT or not row["prepares"]:
        return None
    is_next, about = row["prepares"] != row["game"], _to_come(row)
    control = (row["next"] or {}).get(TIME_CONTROL, "") if is_next else row[TIME_CONTROL]
    return Known(row["prepares"], {name: about.get(name, "") for name in CHECKED} | {TIME_CONTROL: control}, is_next)


@dataclass(frozen=True, slots=True)
class NamedGame:
    """A game whose names can be corrected."""

    kind: str
    """Which of the board's games it is: `awaited`, `this`, `next`, or an `earlier` one."""
    values: Mapping[str, str]
    """The names and tags, and of a game that has not begun its time control."""
    needs_reason: bool = False


def named_game(row: Row, game: str) -> NamedGame | None:
    """The game in that folder at the board; None where it is gone."""
    if game == row["game"]:
        if game == row["prepares"]:
            return NamedGame("awaited", _named(row["about"], row[TIME_CONTROL]))
        return NamedGame("this", _named(row["about"]), needs_reason=row["phase"] == OVER)
    if game == row["prepares"]:
        following = row["next"] or {"about": {}, TIME_CONTROL: ""}
        return NamedGame("next", _named(following["about"], following[TIME_CONTROL]))
    earlier = next((one for one in row["earlier"] if one["game"] == game), None)
    return NamedGame("earlier", _named(earlier["about"]), needs_reason=True) if earlier else None


def offered(rows: Sequence[Row]) -> dict[str, str]:
    """Event, round and time control of the games to come: {"event", "round", "time_control"}, from what the boards know.

    Where nobody named them yet: the event of the games before, with their time control, and the number of its next round.
    """
    to_come, past = [_to_come(row) for row in rows], [_begun(row) for row in rows]
    latest = [games[0] for games in past if games]
    event = _first("event", to_come) or _first("event", [game["about"] for game in latest])
    of_event = [game for games in past for game in games if game["about"].get("event", "") == event]
    named = _first("round", to_come)
    before = [] if named else [game for game in latest if game["about"].get("event", "") == event]
    control = next((control for one in (*before, *rows) if (control := one[TIME_CONTROL])), "")
    return {"event": event, "round": named or _round_after(of_event), TIME_CONTROL: control}


def _to_come(row: Row) -> Mapping[str, str]:
    about: Mapping[str, str] = row["about"] if row["prepares"] == row["game"] else (row["next"] or {}).get("about", {})
    return about


def _begun(row: Row) -> list[Mapping[str, Any]]:
    """The games of the board that have begun, the latest first."""
    return row["earlier"] if row["prepares"] == row["game"] else [row, *row["earlier"]]


def _first(tag: str, abouts: Sequence[Mapping[str, str]]) -> str:
    return next((value for about in abouts if (value := about.get(tag))), "")


def _round_after(games: Sequence[Mapping[str, Any]]) -> str:
    """One more than the latest round; empty where no round is a number."""
    rounds = (game["about"].get("round", "") for game in games)
    latest = max(map(whole_in, rounds), default=0)
    return str(latest + 1) if latest else ""


def _named(about: Mapping[str, str], control: str | None = None) -> dict[str, str]:
    values = {name: about.get(name, "") for name in CHECKED if name != TIME_CONTROL}
    return values if control is None else {**values, TIME_CONTROL: control}


def _about(tags: Mapping[str, str]) -> dict[str, str]:
    return {tag: tags[tag] for tag in TAGS if tags.get(tag)}


def _earlier(game: KeptGame) -> dict[str, Any]:
    short = game.short
    how = {"time_control": short.time_control, "result": short.result, "closed": short.closed}
    return {"game": game.journal.parent.name, "about": _about(short.tags.told), **how}
