"""Whether an event is over, and its order final."""

from collections.abc import Mapping
from typing import Any

from hub.events.groups import is_swiss, rounds_of_swiss
from hub.events.state import EventState
from hub.events.tables import rounds_of_tables


def rounds_in_all(state: EventState) -> int:
    """How many rounds the event has; TournamentError where the regulation has no table for it."""
    return rounds_of_swiss(state) if is_swiss(state) else len(rounds_of_tables(state))


def is_over(state: EventState) -> bool:
    """Whether all rounds are paired and no game waits for a result."""
    return bool(state.rounds) and len(state.rounds) >= rounds_in_all(state) and not state.missing()


def is_final(state: EventState, answered: Mapping[str, Any]) -> bool:
    """Whether the event is over, and by the answer of `all_standings` no place is to be played off or decided any more."""
    groups = answered.get("groups", [answered])
    return is_over(state) and not any(told["needs"] != "nothing" for one in groups for told in one["open"])
