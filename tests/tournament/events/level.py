"""Events in memory that end with two who are equal, so that they play off."""

from tests.tournament.events.conftest import InMemory
from tournament.events.changes import LineUpGiven
from tournament.events.drawing import drawn

PLAYERS = {"a": ("Anna", "Bate", "Cor", "Durk"), "b": ("Elske", "Feike", "", "Hinke")}


def two_equal(*, with_lists: bool = False) -> InMemory:
    """A match of fours of three teams of which a and b share the first place."""
    event = InMemory("G", "a", "b", "c")
    for team, players in PLAYERS.items() if with_lists else ():
        event.put(LineUpGiven(team, players, "2026-11-21T09:40"))
    for _ in range(3):
        event.pair()
        event.fill(lambda game: {frozenset("ab"): "2-2"}.get(game.pair, "1-3" if game.white == "c" else "3-1"))
    return event


TIE = {1: ["p1 p2 draw", "p3 p4 1-0"], 2: ["p2 p3 draw", "p4 p1 0-1"], 3: ["p1 p3 draw", "p2 p4 draw"]}


def four_equal() -> InMemory:
    """A club evening of four of whom p1 and p3 are equal to the end."""
    event = InMemory("A", "p1", "p2", "p3", "p4")
    for number, games in TIE.items():
        event.pair()
        for game in games:
            event.result(number, *game.split())
    return event


def by_lot() -> InMemory:
    """A round of F whose two winners are equal; who has White in their play-off is by lot."""
    event = InMemory("F", "p1", "p2", "p3", "p4", rounds=1)
    event.pair()
    event.fill(lambda game: "1-0")
    return event


WON = {frozenset("ab"): "a", frozenset("bc"): "b", frozenset("bd"): "b", frozenset("cd"): "c"}


def match_of_two() -> InMemory:
    """Four juniors of whom a and b are equal, and play a match of two games: a won theirs by default, so that the colours are by lot."""
    event = InMemory("E", *"abcd", in_class="junioren")
    for number in (1, 2, 3):
        for game in event.pair().games:
            winner = WON.get(game.pair)
            result = "draw" if winner is None else "1-0" if winner == game.white else "0-1"
            event.result(number, game.white, game.black, result, default=game.pair == {"a", "b"})
    return event


def two_groups() -> tuple[InMemory, str, str]:
    """Two groups of four, each won by the first of its lot with three points, and the winners."""
    event = InMemory("A", *[f"s{number}" for number in range(8)])
    event.put(drawn(event.state, 5))
    order = [id for group in event.state.lot.groups for id in group]
    for _ in range(3):
        event.pair()
    event.fill(lambda game: "1-0" if order.index(game.white) < order.index(game.black) else "0-1")
    return event, *(group[0] for group in event.state.lot.groups)
