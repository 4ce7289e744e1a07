"""The standings of an event, and in words why each has his place."""

from collections.abc import Mapping, Sequence
from typing import Any

from hub.events.asking import asked
from hub.events.ending import still_to_play
from hub.events.first_of_groups import first_of_groups
from hub.events.groups import group_name, groups_of
from hub.events.questions import booked_wins, standings_question
from hub.events.state import EventState, GameKey
from rules.errors import Phrase, Sentence
from tournament.articles import article_said


class PlaceSays(Phrase):
    """Why somebody has his place, and what is still open."""

    POINTS = "by points"
    MATCH_POINTS = "by match points"
    BOARD_POINTS = "by board points, {mine} against {other}, {article}"
    SB = "by Sonneborn-Berger, {mine} against {other}, {article}"
    RESISTANCE = "by resistance, {mine} against {other}, {article}"
    MUTUAL = "by the mutual result with {others}, {article}"
    PLAY_OFF = "by play-off with {others}, {article}"
    DECIDED = "by the arbiter's decision, equal with {others}, {article}"
    OPEN = "equal with {others}, {article}"
    OPEN_MANY = "equal with {count} others, {article}"
    NOT_YET = "not decided yet"
    OPEN_ALONE = "still open, {article}"
    MATCH = "places {first} to {last}: {names} play a match of two games"
    GAME = "places {first} to {last}: {names} play a game"
    TEAM_MATCH = "places {first} to {last}: {names} play a match, colours of each player reversed"
    ARBITER = "places {first} to {last}: the arbiter decides the order of {names}"
    NOTHING = "places {first} to {last} are shared by {names}"
    NEXT = "next: {games}"
    NEXT_BY_LOT = "next: {games}, colours by lot"
    LAPSED = "the games of {names} do not count (C 14)"
    AWARDED = "{winner} wins by default against {loser} in round {round} (C 14)"
    AS_IT_STANDS = "as it stands: {count} game has no result", "as it stands: {count} games have no result"
    FIRST_BY_POINTS = "the first of all groups is {name}, by points (A 5)"
    FIRST_BY_PLAY_OFF = "the first of all groups is {name}, by play-off (A 5 C)"
    FIRST_BY_DECIDED = "the first of all groups is {name}, by the arbiter's decision (A 5 C)"
    FIRST_GAME = "first place of all groups: {names} play a game (A 5 C)"
    FIRST_ARBITER = "first place of all groups: the arbiter decides the order of {names} (A 5 C)"
    DIFFERENT_SIZES = "the groups differ in size; points are compared all the same (A 5)"


VALUES = {"board-points": "board_points", "sb": "sb", "resistance": "resistance"}
"""The key of the figure by which a place was told."""
NAMED = 3
"""So many who are equal are named; more are counted."""


def standings_of(state: EventState, group: int = 1) -> dict[str, Any]:
    """The answer of `standings` for a group; TournamentError where there is none. Nobody who withdrew is to play off.

    `over`: the last game of the group is in; before it what is open is not yet meant.
    """
    answered = asked(standings_question(state, group))
    left = [_without_play_off(one) if state.out & {*one["ids"]} else one for one in answered["open"]]
    return {**answered, "open": left, "over": still_to_play(state, group) is None}


def awarded_wins(state: EventState, group: int, answered: Mapping[str, Any]) -> dict[GameKey, str]:
    """The results of the games that are booked as won, by C 14 in the answer of `standings` or by the arbiter, by their keys."""
    by_c_14 = {(one["round"], one["white"], one["black"]): one["result"] for one in answered.get("awarded", ())}
    return by_c_14 | {(one.round, one.white, one.black): one.result for one in booked_wins(state, group)}


def open_with_colours(answered: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What is open in a group; the games of `next` name of teams first the one that has White on the odd boards."""
    return [{**told, "next": [_with_colours(game, answered) for game in told["next"]]} for told in answered["open"]]


def _with_colours(game: dict[str, Any], answered: Mapping[str, Any]) -> dict[str, Any]:
    is_turned = game.get("second") in answered.get("odd_white", ())
    return {"first": game["second"], "second": game["first"]} if is_turned else game


def _without_play_off(told: Mapping[str, Any]) -> dict[str, Any]:
    """Open places of which one has withdrawn: the arbiter decides what is else played off."""
    needs = told["needs"] if told["needs"] == "nothing" else "arbiter"
    return {"places": told["places"], "ids": told["ids"], "needs": needs, "next": []}


def all_standings(state: EventState) -> dict[str, Any]:
    """The answer of `standings`; of several groups `groups`, each with its name, and in A the first of all (A 5) once each is won."""
    groups = groups_of(state)
    if len(groups) == 1:
        return standings_of(state)
    told = [{"group": group_name(state, number), **standings_of(state, number)} for number in range(1, len(groups) + 1)]
    answered: dict[str, Any] = {"groups": told, "article": told[0]["article"]}
    if first := first_of_groups(state, told):
        answered["first_of_groups"] = first
    return answered


def _by(told: Mapping[str, Any]) -> str:
    """What set somebody apart, the arbiter's order by a word of its own."""
    return "decided" if told.get("decided") else str(told["by"])


def reason_of(row: Mapping[str, Any], answered: Mapping[str, Any], names: Mapping[str, str]) -> Sentence:
    """Why this row of the answer's table has its place, with the figures and the article.

    Of an equal place before the last game is in it is said that it is not decided yet: nothing is to be played off.
    """
    by, article = _by(row), article_said(answered["articles"][row["id"]])
    if by in ("points", "match-points"):
        return PlaceSays.POINTS.said() if by == "points" else PlaceSays.MATCH_POINTS.said()
    if by == "open" and not answered["over"]:
        return PlaceSays.NOT_YET.said()
    equals = _equals(row, answered["table"])
    if by in VALUES:
        key = VALUES[by]
        other = _nearest(row, equals, key)
        return PlaceSays[by.upper().replace("-", "_")].said(mine=row[key], other=other, article=article)
    if by == "open":
        others = [one for one in equals if one["place"] == row["place"]]
    else:
        others = [one for one in equals if all(one.get(key) == row.get(key) for key in VALUES.values())] or equals
    if not others:
        return PlaceSays.OPEN_ALONE.said(article=article)
    if by == "open" and len(others) > NAMED:
        return PlaceSays.OPEN_MANY.said(count=len(others), article=article)
    told = tuple(names.get(one["id"], one["id"]) for one in others)
    return PlaceSays[by.upper().replace("-", "_")].said(others=told, article=article)


def _equals(row: Mapping[str, Any], table: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return [one for one in table if one["id"] != row["id"] and one["points"] == row["points"]]


def _nearest(row: Mapping[str, Any], equals: Sequence[Mapping[str, Any]], key: str) -> Any:
    """The figure of the nearest of the equals from whom this figure sets him apart."""
    others = [one[key] for one in equals if one[key] != row[key]]
    return min(others, key=lambda value: abs(value - row[key]), default=row[key])


def open_said(told: Mapping[str, Any], names: Mapping[str, str]) -> Sentence:
    """What is needed for places that are still open."""
    first, last = told["places"]
    called = tuple(names.get(id, id) for id in told["ids"])
    return PlaceSays[told["needs"].upper().replace("-", "_")].said(_next_said(told, names), first=first, last=last, names=called)


def _next_said(told: Mapping[str, Any], names: Mapping[str, str]) -> Sentence | None:
    """The games that are to be played now."""
    games = tuple(_game_said(game, names) for game in told["next"])
    says = PlaceSays.NEXT_BY_LOT if any("players" in game for game in told["next"]) else PlaceSays.NEXT
    return says.said(games=games) if games else None


def _game_said(game: Mapping[str, Any], names: Mapping[str, str]) -> Sentence:
    pair = game.get("players") or list(game.values())[:2]
    return Sentence.plain(" - ".join(names.get(id, id) for id in pair))


def notes_of(told: Mapping[str, Any], names: Mapping[str, str]) -> list[Sentence]:
    """What is told below the table of a group: open places once it is over, games that lapsed or were awarded."""
    notes = [open_said(one, names) for one in open_with_colours(told)] if told["over"] else []
    if told.get("lapsed"):
        notes.append(PlaceSays.LAPSED.said(names=tuple(names.get(id, id) for id in told["lapsed"])))
    for game in told.get("awarded", ()):
        won = game["result"] == "1-0"
        winner, loser = (game["white"], game["black"]) if won else (game["black"], game["white"])
        notes.append(PlaceSays.AWARDED.said(winner=names.get(winner, winner), loser=names.get(loser, loser), round=game["round"]))
    return notes


def notes_of_groups(told: Mapping[str, Any], names: Mapping[str, str]) -> list[Sentence]:
    """What is told below the tables of several groups."""
    if not (first := told.get("first_of_groups")):
        return []
    sizes = {len(one["table"]) for one in told["groups"]}
    notes = [PlaceSays.DIFFERENT_SIZES.said()] if len(sizes) > 1 else []
    if first["open"]:
        return [*notes, first_open_said(first, names)]
    by = PlaceSays[f"FIRST_BY_{_by(first).upper().replace('-', '_')}"]
    return [*notes, by.said(name=names.get(first["first"], first["first"]))]


def first_open_said(first: Mapping[str, Any], names: Mapping[str, str]) -> Sentence:
    """What is needed for the first place of all groups."""
    called = tuple(names.get(id, id) for id in first["open"])
    return PlaceSays[f"FIRST_{first['needs'].upper()}"].said(_next_said(first, names), names=called)
