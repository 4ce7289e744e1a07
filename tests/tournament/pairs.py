"""Questions of `pair`, and an engine of the tests' own: it tries every way to pair a handful of players."""

from tournament.swiss import SwissRound


def plainly(event):
    """Pairs as it finds them, the first with the first whom he did not meet; where the number is odd, the last one who can has the bye."""
    players = sorted(event.to_pair)
    byes = [player for player in reversed(players) if player not in event.had_bye] if len(players) % 2 else [None]
    for bye in byes:
        pairs = _all_paired([player for player in players if player != bye], event.met)
        if pairs is not None:
            return SwissRound(tuple(pairs), bye)
    return None


def _all_paired(numbers, met):
    """Pairs of all of them; None where there are none."""
    if not numbers:
        return []
    first, *others = numbers
    for other in others:
        if {first, other} not in met:
            rest = _all_paired([player for player in others if player != other], met)
            if rest is not None:
                return [(first, other), *rest]
    return None


def asked(**fields):
    return {
        "competition": "F",
        "rounds": 6,
        "round": 1,
        "players": [f"p{number}" for number in range(1, 9)],
        "games": [],
        "byes": [],
        **fields,
    }


def pairs_of(found):
    return [(row["white"], row["black"]) for row in found["pairs"]]
