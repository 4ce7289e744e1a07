"""The first place of all groups of a club evening (A 5): who shares it, and what was played off or decided for it."""

from collections.abc import Mapping, Sequence
from typing import Any

from hub.events.asking import asked
from hub.events.faults import TournamentError
from hub.events.groups import groups_of
from hub.events.state import EventState
from rules.errors import Phrase

BY_GROUP_OF_A = "A"


class FirstFault(Phrase):
    """Why the first place of all groups is not told."""

    NO_WINNER = "the first place of all groups was played off or decided, and group {group} has no winner"


def first_of_groups(state: EventState, told: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """The answer of `first-of-groups`, by the standings of all groups; None until each is over and has a winner.

    TournamentError: what was played off or decided for that place no longer rests on the standings.
    """
    if state.made.competition != BY_GROUP_OF_A:
        return None
    games = [
        {"white": one.white, "black": one.black, "result": one.result} for one in state.play_offs if _is_across(state, one.white, one.black)
    ]
    decided = [list(one.ids) for one in state.decided if _is_across(state, *one.ids)]
    winners = [[row for row in one["table"] if one["over"] and row["place"] == [1, 1]] for one in told]
    without = [one["group"] for one, of_group in zip(told, winners, strict=True) if len(of_group) != 1]
    if without and (games or decided):
        raise TournamentError(FirstFault.NO_WINNER.said(group=without[0]))
    if without:
        return None
    rows = [{"id": row["id"], "points": row["points"]} for (row,) in winners]
    question = {"ask": "first-of-groups", "winners": rows, "playoffs": games, "withdrawn": sorted(state.out)}
    return asked({**question, "decided": decided[0] if decided else []})


def _is_across(state: EventState, *ids: str) -> bool:
    """Whether they are not all of one group."""
    return not any(set(ids) <= set(group) for group in groups_of(state))
