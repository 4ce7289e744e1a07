"""Events by the Swiss system, and an engine of the tests' own: it tries every way to pair a handful of players."""

from tournament.competitions import Competition
from tournament.games import Bye, Game, Result
from tournament.swiss import SwissEvent, SwissRound


def swiss(**fields):
    """The first round of an event of F with eight players in six rounds, or what differs from it."""
    event = {"competition": Competition.F, "rounds": 6, "round": 1, "players": tuple(f"p{number}" for number in range(1, 9))}
    return SwissEvent(**event | fields)


def played(round_, white, black, result="draw", by_default=False):
    return Game(round_, white, black, result and Result(result), by_default)


def byes(*rows):
    return tuple(Bye(*row) for row in rows)


def plainly(event):
    """Pairs as it finds them, the first with the first whom he did not meet; where the number is odd, the last one who can has the bye."""
    to_pair = event.to_pair
    players = [id for id in event.players if id in to_pair]
    free = [id for id in reversed(players) if id not in event.had_bye] if len(players) % 2 else [None]
    for bye in free:
        pairs = _all_paired([id for id in players if id != bye], event.met)
        if pairs is not None:
            return SwissRound(tuple(pairs), bye)
    return None


def _all_paired(ids, met):
    """Pairs of all of them; None where there are none."""
    if not ids:
        return []
    first, *others = ids
    for other in others:
        if {first, other} not in met:
            rest = _all_paired([id for id in others if id != other], met)
            if rest is not None:
                return [(first, other), *rest]
    return None
