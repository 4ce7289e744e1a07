"""The shipped session, and copies of it to spoil; and a board of which a test says what stands on it."""

import json
import random
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from clock.control import parse_control
from link.messages import Command
from link.sending import state_of_game
from pi.game.board_game import BoardGame, GameSetup
from pi.game.keeping import Telling, Writing
from pi.reading.drawings import DRAWN_FOLDER
from record.decisions.arbitration import Decision
from record.decisions.closed_game import write_files
from record.events.about import About
from record.events.of_game import Event
from record.papers.game_pdn import export_pdn
from record.session.pressing import PressMade
from record.session.step import State
from record.store.journal import Journal
from rules.board.evidence import Evidence
from rules.board.fen import parse_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.board.squares import Side
from tests.support.board_service import BoardService
from tests.support.live.table import Table
from tests.support.waiting import wait_until
from vision.camera.source import Frame
from vision.image.geometry import Geometry
from vision.watching.watcher import Sight

SHIPPED = Path(__file__).resolve().parents[1] / "data" / "sessions" / "first_light"


@pytest.fixture
def shipped() -> Path:
    return SHIPPED


@pytest.fixture
def copied(tmp_path: Path) -> Callable[..., Path]:
    """A copy of the shipped session with its first presses only, as a program gets it: without the truth."""

    def copy(presses: int = 3, **about: Any) -> Path:
        folder = tmp_path / "session"
        shutil.copytree(SHIPPED, folder, ignore=shutil.ignore_patterns("truth.jsonl"))
        lines = (SHIPPED / "presses.jsonl").read_text().splitlines(keepends=True)
        (folder / "presses.jsonl").write_text("".join(lines[:presses]))
        kept = json.loads((SHIPPED / "session.json").read_text()) | about
        (folder / "session.json").write_text(json.dumps({key: value for key, value in kept.items() if value is not None}))
        return folder

    return copy


def wait_for_touches(path: Path, times: int = 2) -> None:
    """Wait until the file was touched or written so often, as by a loop that has gone round as often."""
    for _ in range(times):
        before_ns = path.stat().st_mtime_ns
        wait_until(lambda before_ns=before_ns: path.stat().st_mtime_ns != before_ns, lambda: f"{path} is not touched")


class ToldWatcher:
    """Sees what `shows` holds, with the noise of a camera; None is a board that nothing is seen of."""

    turned = False
    geometry = Geometry.from_corners(10, [[8, 72], [72, 72], [72, 8], [8, 8]], (80, 80))

    def __init__(self, seed: int) -> None:
        self.shows: Position | None = None
        self.noise = 0.0
        self._random = random.Random(seed)

    def begin(self, frame: Frame, contents: object, *, surely: bool = False, mirrored: bool = False) -> Geometry:
        return self.geometry

    def look(self, frames: Iterable[Frame]) -> Sight:
        (frame,) = frames
        rows = [[0.0] * 5] * 50
        if self.shows:
            rows = [[self._seen(here == content) for here in range(5)] for content in self.shows.contents()]
        return Sight(Evidence.of(rows), frame, self.geometry)

    def again(self, frame: Frame, contents: object) -> Sight:
        return self.look([frame])

    def glance(self, frame: Frame) -> None:
        """Nothing is seen before the press."""

    def confirm(self, sight: Sight, contents: object) -> None:
        """Nothing is learnt."""

    def _seen(self, is_there: bool) -> float:
        return (0.0 if is_there else -25.0) + self._random.gauss(0.0, self.noise)


class ToldBoard:
    """A board loop in `folder`, its journal `journal.jsonl`, and what it told when so many rows were on disk."""

    def __init__(self, folder: Path, *, start: str = "W:W31-50:B1-20", seed: int = 1, **about: str) -> None:
        (folder / DRAWN_FOLDER).mkdir(parents=True)
        self.folder, self.watcher = folder, ToldWatcher(seed)
        self.told: list[tuple[Event, int]] = []
        self.journal = Journal.create(folder / "journal.jsonl")
        self.game = BoardGame(self.watcher, Writing(self.journal), Telling(self._tell))
        self.t_ns, self.seq = 0, 0
        game = GameSetup(parse_fen(start, ruleset("frisian")), parse_control("80m+60s"), About.of(about))
        self.game.open(game, self._frame())

    @property
    def state(self) -> State:
        return self.game.state

    def press(self, side: str, shows: Position | str | None) -> str:
        """The verdict of a press after which that stands on the board, ten seconds later."""
        self.seq, self.t_ns = self.seq + 1, self.t_ns + 10_000_000_000
        self.watcher.shows = parse_fen(shows, ruleset("frisian")) if isinstance(shows, str) else shows
        self.game.press(PressMade(self.t_ns, Side(side), self.seq, accepted=True), [self._frame()])
        return self.state.rulings[-1].verdict

    def rule(self, ruling: str, **more: Any) -> None:
        self.game.arbitrate(Decision(self.seq, ruling, "J. Jansen", **more), self.t_ns)

    def close(self) -> None:
        self.game.close(self.t_ns)
        self.journal.close()
        write_files(self.folder, self.state)

    def events(self) -> list[Event]:
        return [event for _, event in self.journal.since(0)]

    @property
    def pdn(self) -> str:
        """The movetext of the game as PDN, in one line."""
        return " ".join(export_pdn(self.state).split("\n\n", 1)[1].split())

    def _tell(self, event: Event, state: State) -> None:
        self.told.append((event, self.journal.last_id))

    def _frame(self) -> Frame:
        return Frame(f"frames/{self.seq:04}.jpg", self.t_ns, np.zeros((80, 80, 3), np.uint8))


@pytest.fixture(scope="session")
def told_board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., ToldBoard]]:
    """A function that gives another such board each time."""
    with ExitStack() as journals:

        def make(**more: Any) -> ToldBoard:
            board = ToldBoard(tmp_path_factory.mktemp("board") / "out", **more)
            journals.callback(board.journal.close)
            return board

        yield make


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Services in one folder, one after the other, their time turned by hand."""
    made = Table(tmp_path / "games")
    yield made
    made.close()


@contextmanager
def taking(journal: Path, answer: str | Callable[[Path], str]) -> Iterator[list[object]]:
    """A service that takes what is asked of the game with that journal, and answers so: what it got.

    The answer may be what a function returns that changes the journal first.
    """
    got: list[object] = []

    def obey(command: Command) -> str:
        got.append(command.body)
        return answer if isinstance(answer, str) else answer(journal)

    service = BoardService(state_of_game(journal.parent), obey)
    service.start()
    try:
        yield got
    finally:
        service.stop()


@pytest.fixture(name="taking")
def _taking() -> Callable[[Path, str | Callable[[Path], str]], AbstractContextManager[list[object]]]:
    return taking
