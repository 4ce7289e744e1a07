"""What a player brings to the next round of a Swiss event: points, colours, floats, byes and opponents (R4, R21)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from rules.tournament.swiss import Float, PlayedColour, SwissPlayer, Unplayed

WIN: Final = Fraction(1)
DRAW: Final = Fraction(1, 2)
BYE: Final = WIN
"""R21."""
RESULTS: Final[Mapping[str, tuple[Fraction, Fraction]]] = {
    "1-0": (WIN, Fraction()),
    "0-1": (Fraction(), WIN),
    "draw": (DRAW, DRAW),
}
"""What White and Black get."""


@dataclass(frozen=True, slots=True)
class SwissGame:
    """A game of an earlier round."""

    number: int
    """The round."""
    white: str
    black: str
    result: str | None
    """A key of RESULTS. None only by default: neither came, and nobody gets a point."""
    default: bool


class _Past:
    """What is added up for one player, round by round."""

    def __init__(self) -> None:
        self.points = Fraction()
        self.colours: list[PlayedColour] = []
        self.floats: list[Float] = []
        self.byes = self.default_wins = 0
        self.met: set[int] = set()


def histories(ids: Sequence[str], games: Sequence[SwissGame], byes: Sequence[tuple[int, str]], before: int) -> dict[str, SwissPlayer]:
    """Each player before that round, in the order of the ids, which is that of the entry numbers.

    A game by default counts for points and for who met whom, not for colours. Who stands in no game or bye of a round was not there.
    """
    numbers = {one: at for at, one in enumerate(ids, 1)}
    past: defaultdict[str, _Past] = defaultdict(_Past)
    for number in range(1, before):
        free = {one for round_of, one in byes if round_of == number}
        _add_round([game for game in games if game.number == number], free, past, numbers)
        for one in ids:
            if len(past[one].floats) < number:
                past[one].floats.append("none")
    return {one: _player(numbers[one], past[one]) for one in ids}


def _add_round(games: Sequence[SwissGame], free: set[str], past: Mapping[str, _Past], numbers: Mapping[str, int]) -> None:
    for one in free:
        past[one].byes += 1
        past[one].points += BYE
        past[one].floats.append("down")
    for game in games:
        white, black = past[game.white], past[game.black]
        white.met.add(numbers[game.black])
        black.met.add(numbers[game.white])
        got = RESULTS[game.result] if game.result else (Fraction(), Fraction())
        if game.default:
            for side, points in ((white, got[0]), (black, got[1])):
                side.default_wins += points == WIN
                side.floats.append("down" if points else "none")
        else:
            white.colours.append("white")
            black.colours.append("black")
            white.floats.append(_float(white.points, black.points))
            black.floats.append(_float(black.points, white.points))
        white.points += got[0]
        black.points += got[1]


def _float(own: Fraction, others: Fraction) -> Float:
    return "none" if own == others else "down" if own > others else "up"


def _player(number: int, past: _Past) -> SwissPlayer:
    return SwissPlayer(
        number=number,
        points=past.points,
        colours=tuple(past.colours),
        floats=tuple(past.floats),
        unplayed=Unplayed(past.byes, past.default_wins),
        met=frozenset(past.met),
    )
