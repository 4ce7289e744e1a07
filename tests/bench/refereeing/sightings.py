"""What the pictures of a press show: of which board, with what covered, and whether heights are seen."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from refereeing.naming import Contents, differing
from refereeing.presses import Game, Press

from rules.board import board
from rules.position import Position

Chance = random.Random

HAND = (1.0, 3.2)
"""How far a hand and its shadow reach, in fields."""
NEAR = 0.6
"""So often a hand lies where something was moved, and not anywhere."""


UNNAMED = ("unsure", "jumbled")
"""What no rule describes is always seen: of what no picture shows besides, nothing could be asked."""


@dataclass(frozen=True)
class Weather:
    """How often a press is seen badly, in one game."""

    lost: float = 0.0
    """No picture shows anything."""
    hidden: float = 0.0
    """A hand covers a part of the board."""
    quick: float = 0.0
    """The picture shows the opponent's answer already."""
    flat: bool = False
    """The camera sees no heights at all."""


FAIR = Weather()
MIXED = (FAIR, FAIR, Weather(lost=0.01, hidden=0.06, quick=0.02), Weather(lost=0.04, hidden=0.12, quick=0.04))
FLAT_GAMES = 0.25
"""So many games are seen straight from above."""


@dataclass(frozen=True)
class View:
    """What the picture of one press shows; the squares in `hidden` show nothing."""

    contents: Contents
    hidden: frozenset[int]
    quick: bool = False

    @property
    def blind(self) -> bool:
        """Nothing is seen."""
        return len(self.hidden) == len(self.contents)


def weather(chance: Chance, times: float = 1.0) -> Weather:
    """Of one game, so many times worse than usual."""
    drawn = chance.choice(MIXED)
    return Weather(drawn.lost * times, drawn.hidden * times, drawn.quick * times, chance.random() < FLAT_GAMES)


def seen(chance: Chance, game: Game, today: Weather) -> tuple[list[Press], list[View]]:
    """The presses with what may be said of them as far as they were seen, and what each shows."""
    views = [_view(chance, game, place, today) for place in range(len(game.presses))]
    return [press.unseen() if view.hidden or view.quick else press for press, view in zip(game.presses, views, strict=True)], views


def _view(chance: Chance, game: Game, place: int, today: Weather) -> View:
    press = game.presses[place]
    if press.event in UNNAMED:
        return View(press.board, frozenset())
    before = game.presses[place - 1].board if place else game.start.contents()
    draw = chance.random()
    everything = frozenset(range(1, len(before) + 1))
    if draw < today.lost:
        return View(press.board, everything)
    following = game.presses[place + 1] if place + 1 < len(game.presses) else press
    quick = chance.random() < today.quick and press.kind == following.kind == "play"
    contents = following.board if quick else press.board
    hidden = _hand(chance, game.start, differing(before, contents)) if draw < today.lost + today.hidden else frozenset()
    return View(contents, hidden, quick)


def _hand(chance: Chance, position: Position, moved: Sequence[int]) -> frozenset[int]:
    """The squares under a hand."""
    layout = board(position.rules.board_size)
    centre = chance.choice(moved) if moved and chance.random() < NEAR else chance.randint(1, layout.squares)
    row, col = (place + chance.uniform(-1, 1) for place in layout.row_col(centre))
    reach = chance.uniform(*HAND)
    places = {square: layout.row_col(square) for square in range(1, layout.squares + 1)}
    return frozenset(square for square, (r, c) in places.items() if (r - row) ** 2 + (c - col) ** 2 <= reach**2)
