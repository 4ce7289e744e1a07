"""Serves the games of a soak test, one after the other, in its own process."""

import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

import cv2
import numpy as np

from pi.programs.run import set_up_process
from pi.reading.reading import Eyes
from pi.setup.settings import BoardSettings, EvidenceSettings, Settings
from rules.board.squares import Content
from tests.support.cameras.hanging import HURRIES, SHOWS, hanging_program
from tests.support.live.scene import Draw
from tests.support.live.serving import serve_games
from tests.support.live.truth import TruthEyes, picture
from tests.support.live.turns import Turn, hurried, turns
from vision.camera.apart import CameraProcesses
from vision.camera.device import SIZE
from vision.camera.drawn import Drawer, Grain
from vision.image.picture import Image
from vision.watching.watcher import Watcher

PLAYED = "played.jsonl"
"""The file in the state folder with a line for each game played: the times of its presses in ns."""


@dataclass(frozen=True)
class Plan:
    """The plan of a soak test: presses in all and per game, which games the reader reads, the budget and the seed."""

    presses: int
    a_game: int
    read_every: int
    budget_mb: int
    """The budget for kept pictures: less than they need, so that pictures of earlier games are deleted."""
    seed: int = 1

    def changed(self, **given: int | None) -> "Plan":
        """Return a copy with the values that are not None."""
        return replace(self, **{name: value for name, value in given.items() if value is not None})

    @property
    def games(self) -> int:
        return -(-self.presses // self.a_game)

    def turns(self, game: int) -> list[Turn]:
        """Return the turns of a game; the first game is 0."""
        return hurried(turns(min(self.a_game, self.presses - game * self.a_game), self.seed * 1000 + game))


def play(plan: Plan, state: Path) -> None:
    """Serve the games with that state folder."""
    cv2.setNumThreads(1)
    set_up_process()
    settings = Settings(board=BoardSettings(state=str(state)), evidence=EvidenceSettings(budget_mb=plan.budget_mb, keep="all"))
    drawer, number = Drawer(), count()

    def eyes() -> tuple[Eyes, Draw]:
        is_read = next(number) % plan.read_every == 0
        return (Watcher(10), drawer.picture) if is_read else (TruthEyes(), _plain)

    with (state / PLAYED).open("w") as played:

        def over(pressed_ns: list[int]) -> None:
            print(json.dumps(pressed_ns), file=played, flush=True)
            print("over", flush=True)

        games: Iterator[list[Turn]] = (plan.turns(game) for game in range(plan.games))
        with camera_process() as grain:
            serve_games(state, games, eyes, grain, settings, over, pages=True)


@contextmanager
def camera_process() -> Iterator[Callable[[Image], Image]]:
    """The process of a camera, as at a board: each picture comes from there, and what is drawn is put into it with its noise."""
    grain = Grain()
    with tempfile.TemporaryDirectory() as orders:
        np.save(Path(orders) / SHOWS, np.full((SIZE[1], SIZE[0], 3), 120, np.uint8))
        (Path(orders) / HURRIES).touch()
        with closing(CameraProcesses(hanging_program(orders))()) as camera:

            def on(drawn: Image) -> Image:
                taken = camera.take().held
                return grain.on(drawn, taken if taken.shape == drawn.shape else None)

            yield on


def _plain(contents: tuple[Content, ...], hand: int | None) -> Image:
    return picture(contents, hand is not None)
