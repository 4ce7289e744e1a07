"""The pictures of a press: the board that they show, the squares that are covered, and whether heights are seen."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from rules.board.position import Position
from rules.board.squares import Content, board
from tests.bench.refereeing.naming import Contents, differing, sides
from tests.bench.refereeing.presses import PLAY, Game, Press, Word

Chance = random.Random

HAND = (1.0, 3.2)
"""The least and the largest radius of a hand and its shadow, in fields."""
HAND_NEAR_P = 0.6
"""The chance that a hand lies near a moved piece rather than anywhere."""
CORRECTION_FACTOR = 5
"""How many times more often than an answer a correction is already in the picture: its player waits for the turn."""


UNNAMED = ("unsure", "jumbled")
"""Events that no rule describes. They are always seen, because no right ruling exists for them otherwise."""


@dataclass(frozen=True)
class Weather:
    """The rates of badly seen presses in one game."""

    lost: float = 0.0
    """No picture shows anything."""
    hidden: float = 0.0
    """A hand covers a part of the board."""
    quick: float = 0.0
    """The picture already shows the opponent's answer; equally often, his piece for it is in his hand."""
    flat: bool = False
    """The camera sees no heights at all."""


FAIR = Weather()
MIXED = (FAIR, FAIR, Weather(lost=0.01, hidden=0.06, quick=0.02), Weather(lost=0.04, hidden=0.12, quick=0.04))
FLAT_GAME_P = 0.25
"""The share of the games that are seen straight from above."""


@dataclass(frozen=True)
class View:
    """The picture of one press; the squares in `hidden` show nothing."""

    contents: Contents
    hidden: frozenset[int]
    ahead: str = ""
    """A description of what the picture already shows of the next press."""

    @property
    def clear(self) -> bool:
        """Whether the picture shows the whole board of the press, and nothing later."""
        return not (self.hidden or self.ahead)

    @property
    def blind(self) -> bool:
        """Whether nothing is seen."""
        return len(self.hidden) == len(self.contents)


def weather(chance: Chance, times: float = 1.0) -> Weather:
    """The weather of one game, with `times` the usual rates."""
    drawn = chance.choice(MIXED)
    return Weather(drawn.lost * times, drawn.hidden * times, drawn.quick * times, chance.random() < FLAT_GAME_P)


def seen(chance: Chance, game: Game, today: Weather) -> tuple[list[Press], list[View]]:
    """The presses, accepting what fits as far as they were seen, and their views."""
    views: list[View] = []
    for place in range(len(game.presses)):
        views.append(_view(chance, game, place, today, not views or views[-1].clear))
    return [_told(game, place, view) for place, view in enumerate(views)], views


def _told(game: Game, place: int, view: View) -> Press:
    """The press with all accepted words. If the correction was seen in place of the fault, an earlier correction is accepted too."""
    press = game.presses[place]
    if press.hands_back and view.ahead:
        restored = game.presses[place + 1].start.contents()
        if sides(restored) != sides(press.board):
            return press.accepting(Word(press.event, None, restored))
    return press if view.clear else press.unseen()


def _view(chance: Chance, game: Game, place: int, today: Weather, followed: bool) -> View:
    """The view of that press. The last one is clear: the board lies there when the game is over, and no later press would decide it."""
    press = game.presses[place]
    if press.event in UNNAMED or press is game.presses[-1]:
        return View(press.board, frozenset())
    before = game.presses[place - 1].board if place else game.start.contents()
    draw = chance.random()
    everything = frozenset(range(1, len(before) + 1))
    if draw < today.lost:
        return View(press.board, everything)
    following = game.presses[place + 1] if place + 1 < len(game.presses) else None
    contents, ahead = _shown(chance, press, following, today, followed)
    hidden = _hand(chance, game.start, differing(before, contents)) if draw < today.lost + today.hidden else frozenset()
    return View(contents, hidden, ahead)


def _shown(chance: Chance, press: Press, following: Press | None, today: Weather, followed: bool) -> tuple[Contents, str]:
    """The board that the picture shows, of the press or already changed for the next one, and a description of that change.

    If the press before was not `followed`, no piece is in a hand and nothing is corrected, because no picture could have shown it.
    """
    draw = chance.random()
    answered = (
        following and following.kind == PLAY and following.side is not press.side
    )  # a player who presses again has waited for his own press
    move = following.words[0].move if following and answered else None
    if following and move:
        if press.hands_back and followed and draw < CORRECTION_FACTOR * today.quick:
            return following.board, "the correction already"
        if press.kind == PLAY and draw < today.quick:
            return following.board, "the answer already"
        if press.kind == PLAY and followed and draw < 2 * today.quick:
            left = list(press.board)
            left[move.origin - 1] = Content.EMPTY
            return tuple(left), "a piece in hand"
    return press.board, ""


def _hand(chance: Chance, position: Position, moved: Sequence[int]) -> frozenset[int]:
    """The squares under a hand."""
    layout = board(position.rules.board_size)
    centre = chance.choice(moved) if moved and chance.random() < HAND_NEAR_P else chance.randint(1, layout.squares)
    row, col = (place + chance.uniform(-1, 1) for place in layout.row_col(centre))
    reach = chance.uniform(*HAND)
    places = {square: layout.row_col(square) for square in range(1, layout.squares + 1)}
    return frozenset(square for square, (r, c) in places.items() if (r - row) ** 2 + (c - col) ** 2 <= reach**2)
