"""A series of worlds in one folder, as after power cuts, with all events that they told."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from pi.game.board_game import GameSetup
from record.events.of_game import Event
from record.session.step import State
from rules.board.fen import parse_fen
from rules.board.position import Position
from rules.irregularity import Verdict
from rules.play.moves import legal_moves, play
from tests.support.live.turns import MS, Turn, turns
from tests.support.live.world import GAME, World

SECOND = 1000 * MS


def calm(count: int, think_ns: int = 5 * SECOND) -> list[Turn]:
    """Return turns with legal moves only, without faults, bounces or extra presses."""
    return [replace(turn, think_ns=think_ns, bounces_ns=(), doubled_ns=None, wrong_ns=None) for turn in turns(count, 5, faulty=0.0)]


SMALL = replace(GAME, start=parse_fen("W:W36,38,40,46,48:B3,5,11,13,15", GAME.start.rules))
"""Few pieces, but enough to find the board by: the referee has soon weighed what may follow."""


def quiet(count: int, think_ns: int = 5 * SECOND, position: Position = SMALL.start) -> list[Turn]:
    """Return such turns of a small game, without a capture."""
    made = list[Turn]()
    for _ in range(count):
        after = [play(position, move) for move in legal_moves(position)]
        side, position = str(position.side), next(one for one in after if not legal_moves(one)[0].captured)
        made.append(Turn(side, think_ns, position.visible_contents(), Verdict.LEGAL, ()))
    return made


class Table:
    """The worlds in a folder, and all events that they told."""

    def __init__(self, folder: Path, game: GameSetup = GAME) -> None:
        self.folder, self.game = folder, game
        self.told: list[Event] = []
        self.worlds: list[World] = []

    def world(self, script: list[Turn], *, until_pressed: int = 0, until_ruled: int = 0, until_begun: bool = False, **more: Any) -> World:
        """Start a new service in the same folder, as after a power cut; it plays until so many presses are made or ruled upon."""
        self.close()
        world = World(self.folder, script, lambda _: self._tell, **{"game": self.game} | more)
        self.worlds.append(world)
        if until_begun:
            world.run(lambda: world.service.begun)
        if until_pressed:
            world.run(pressed(world, until_pressed))
        if until_ruled:
            world.run(ruled(world, until_ruled))
        return world

    def of(self, kind: type) -> list:
        return [event for event in self.told if isinstance(event, kind)]

    def close(self) -> None:
        for world in self.worlds:
            world.close()

    def _tell(self, event: Event, _: State) -> None:
        self.told.append(event)


def pressed(world: World, count: int) -> Callable[[], bool]:
    return lambda: len(world.state.presses) == count


def ruled(world: World, count: int) -> Callable[[], bool]:
    return lambda: len(world.state.rulings) == count
