"""A series of worlds in one folder, as after power cuts, with all events that they told."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from record.events.of_game import Event
from record.session.step import State
from tests.bench.live.turns import MS, Turn, turns
from tests.bench.live.world import World

SECOND = 1000 * MS


def calm(count: int, think_ns: int = 5 * SECOND) -> list[Turn]:
    """Return turns with legal moves only, without faults, bounces or extra presses."""
    return [replace(turn, think_ns=think_ns, bounces_ns=(), doubled_ns=None, wrong_ns=None) for turn in turns(count, 5, faulty=0.0)]


class Table:
    """The worlds in a folder, and all events that they told."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.told: list[Event] = []
        self.worlds: list[World] = []

    def world(self, script: list[Turn], **more: Any) -> World:
        """Start a new service in the same folder, as after a power cut."""
        self.worlds.append(World(self.folder, script, lambda _: self._tell, **more))
        return self.worlds[-1]

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
