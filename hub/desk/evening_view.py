"""What the evening page shows of the games of one board."""

from collections.abc import Mapping, Sequence
from typing import Any

from hub.boards.kept_games import KeptGame
from hub.boards.readiness import ready_view, view_in
from hub.desk.open_alerts import counted, open_alerts
from hub.evening.evening_games import EveningGames
from link.status import READY, WAITING, Level

TAGS = ("white", "black", "event", "round", "board")


def view_of(games: EveningGames, earlier: Sequence[KeptGame]) -> dict[str, Any]:
    """The board for the page; `told` puts it into a language.

    {"key", "number", "phase", "game", "prepares", "about", "time_control", "timed", "result", "closed", "waits", "checks", "next",
    "earlier"}: `prepares` is the folder of the game that names can be set for, `waits` are the open alerts, `checks` are those that
    fail before a game, `next` is what was set for the next game or null, and `earlier` are games before, the latest first.
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
        "closed": state.closed,
        "waits": open_alerts(games.board),
        "checks": [check for check in view["checks"] if check.level is Level.FAIL],
        "next": prepared and {"about": _about(prepared.about.tags.told), "time_control": prepared.time_control or ""},
        "earlier": [_earlier(one) for one in earlier],
    }


def told(view: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """A board's view in that language, ready for JSON; the open alerts are told as in `counted`."""
    plain = {key: value for key, value in view.items() if key != "waits"}
    return {**view_in(plain, lang), **counted(view["waits"], lang)}


def _about(tags: Mapping[str, str]) -> dict[str, str]:
    return {tag: tags[tag] for tag in TAGS if tags.get(tag)}


def _earlier(game: KeptGame) -> dict[str, Any]:
    short = game.short
    how = {"time_control": short.time_control, "result": short.result, "closed": short.closed}
    return {"game": game.journal.parent.name, "about": _about(short.tags.told), **how}
