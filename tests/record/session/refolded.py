"""A game folded again from its events, to compare with the game that was played."""

from collections.abc import Iterable

from record.events.of_game import Event
from record.session.running import RunningGame


def running_game(events: Iterable[Event]) -> RunningGame:
    """The game after these events, in order; every press is ruled again. Raises what `step` raises."""
    game = RunningGame()
    for event in events:
        game = game.after(event)
    return game
