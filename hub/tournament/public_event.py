"""An event as the public may see it: with the names that it is published with, and without results that a delay still holds back."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hub.events.published import NOBODY, shown_names, with_shown_names
from hub.events.state import EventState, GameKey
from hub.tournament.board_results import BoardWord


def is_public(state: EventState) -> bool:
    """Whether everybody may see the event."""
    return state.settled.public != NOBODY and not state.is_contest


def public_said(said: Mapping[GameKey, BoardWord]) -> dict[GameKey, BoardWord]:
    """What the public may know of what the boards say: a game that is withheld goes on for it."""
    return {key: replace(one, over=False, result="", unusual="") if one.is_withheld else one for key, one in said.items()}


def public_state(state: EventState, said: Mapping[GameKey, BoardWord]) -> EventState:
    """The event as the public may see it: without appeals."""
    held = {key for key, one in said.items() if one.is_withheld}
    results = {key: one for key, one in state.results.items() if key not in held}
    return with_shown_names(replace(state, results=results, appeals={}, commissions={}, verdicts={}))


def public_names(state: EventState) -> Mapping[str, str]:
    """The name of each entrant as it is published."""
    return shown_names(state)


def public_game(game: Mapping[str, Any]) -> dict[str, Any]:
    """A game of the pairings as the public sees it: nothing of what the arbiter has still to look at."""
    status = {"differs": "entered", "catch up": "open"}.get(game["status"], game["status"])
    return {**game, "status": status, "white": "", "black": "", "unusual": ""}
