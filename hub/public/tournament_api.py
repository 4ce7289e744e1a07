"""Events for programs: the published ones, and of each the pairings and the standings, as the public may know them."""

from typing import Any

from hub.tournament.event_feed import EventFeed
from hub.tournament.pairings_view import rounds_view
from hub.tournament.public_event import is_public, public_game
from hub.tournament.standings_view import FIGURES, play_offs_view, standings_view
from tournament.errors import TournamentError
from tournament.events.anonymous import in_language

RESULTS = {"½-½": "draw"}


def tournaments_of(feed: EventFeed) -> list[dict[str, Any]]:
    """The events that are published, in short."""
    return [{"key": key, **_made(state.made), "rounds": len(state.rounds)} for key, state in feed.published().items()]


def tournament_of(feed: EventFeed, key: str, lang: str) -> dict[str, Any] | None:
    """An event with its rounds and standings, its sentences in that language; None where none is published under that key."""
    try:
        state, said = feed.read_public(key)
        if not is_public(state):
            return None
        state = in_language(state, lang)
        names = state.names
        rounds = [_round(one) for one in rounds_view(state, said, names)]
        none: dict[str, Any] = {"groups": [], "missing": 0, "over": False}
        standings = standings_view(state, names, lang) if rounds else none
    except TournamentError:
        return None
    told = {"key": key, **_made(state.made), "rounds": rounds, "groups": [_group(one) for one in standings["groups"]]}
    play_offs = [{**game, "result": RESULTS.get(game["result"], game["result"])} for game in play_offs_view(state, names)]
    return {**told, "missing": standings["missing"], "over": standings["over"], "play_offs": play_offs}


def _made(made: Any) -> dict[str, Any]:
    return {"name": made.name or None, "competition": made.competition, "class": made.in_class or None, "date": made.date or None}


def _round(told: dict[str, Any]) -> dict[str, Any]:
    games = [_game(group["name"], public_game(game)) for group in told["groups"] for game in group["games"]]
    return {"round": told["round"], "games": games, "free": [one["name"] for one in told["free"]]}


def _game(group: str, game: dict[str, Any]) -> dict[str, Any]:
    result = RESULTS.get(game["result"], game["result"]) or None
    named = {"group": group or None, "number": game["table"], "white": game["white_name"], "black": game["black_name"]}
    return {**named, "result": result, "default": game["default"], "board": game["board"] or None}


def _group(told: dict[str, Any]) -> dict[str, Any]:
    rows = []
    for row in told["rows"]:
        figures = dict(zip(told["figures"], row["figures"], strict=True))
        named = {"place": row["place"], "name": row["name"], "withdrawn": row["withdrawn"], "club": row["club"] or None}
        rows.append({**named, **{key: figures.get(key) for key in FIGURES}, "why": row["why"]})
    return {"group": told["name"] or None, "rows": rows}
