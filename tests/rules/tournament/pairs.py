"""Questions of `pair`, and an engine of the tests' own: it tries every way to pair a handful of players."""

from rules.tournament.swiss import SwissRound


def plainly(players, number, rounds):
    """Pairs as it finds them, the first with the first whom he did not meet; where the number is odd, the last one who can be is free."""
    numbers = [player.number for player in players]
    met = {player.number: player.met for player in players}
    last_first = sorted(players, key=lambda player: (player.unplayed.byes, -player.number))
    for free in [player.number for player in last_first] if len(players) % 2 else [None]:
        pairs = _all_paired([one for one in numbers if one != free], met)
        if pairs is not None:
            return SwissRound(tuple(pairs), () if free is None else (free,))
    return SwissRound((), ())


def _all_paired(numbers, met):
    """Pairs of all of them; None where there are none."""
    if not numbers:
        return []
    first, *others = numbers
    for other in others:
        if other not in met[first]:
            rest = _all_paired([one for one in others if one != other], met)
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
