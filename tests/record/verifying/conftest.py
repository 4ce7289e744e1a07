"""Whole games as the service leaves them: one that was closed, with faults and rulings, and one that a power cut ended."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from record.decisions.arbitration import Decision
from record.decisions.closed_game import write_files
from record.decisions.words import CloseGame, Describe, PlayerSays
from record.events.about import About
from record.verifying.findings import Finding
from record.verifying.game import VerifiedGame, verified
from tests.support.cards import copied_card
from tests.support.live.table import Table, ruled
from tests.support.live.turns import turns
from tests.support.live.world import World
from vision.image.picture import damage_of

PRESSES = 10


@dataclass(frozen=True)
class Games:
    """The folders of the games as they were left; nothing changes them."""

    closed: Path
    cut: Path


@pytest.fixture(scope="session")
def whole_games(tmp_path_factory: pytest.TempPathFactory) -> Games:
    folder = tmp_path_factory.mktemp("whole")
    table = Table(folder / "games")
    world = table.world(turns(PRESSES, 7, faulty=0.6))
    world.run(ruled(world, PRESSES - 2))
    say(world, Describe("J", About.of({"white": "Anke"})), Decision(PRESSES - 2, "take-back", "J. Jansen", "both agree", plies=1))
    world.run(ruled(world, PRESSES))
    say(world, PlayerSays("white", "draw-offered"))
    cut = folder / "cut"
    copied_card(world.folder, cut)
    say(world, Decision(PRESSES, "end", "J. Jansen", "agreed", result="draw"), CloseGame("J. Jansen"))
    world.run(lambda: world.service.closed)
    table.close()
    write_files(world.folder, world.state)
    return Games(world.folder, cut)


def say(world: World, *words: object) -> None:
    for word in words:
        world.service.hear(word, world.now_ns())


@pytest.fixture
def closed(whole_games: Games, tmp_path: Path) -> Path:
    """A copy of the closed game, to be spoilt."""
    return copied_card(whole_games.closed, tmp_path / "closed")


@pytest.fixture
def cut(whole_games: Games, tmp_path: Path) -> Path:
    """A copy of the game that a power cut ended."""
    return copied_card(whole_games.cut, tmp_path / "cut")


@pytest.fixture
def verify() -> Callable[[Path], VerifiedGame]:
    return lambda folder: verified(folder, damage_of, lambda: None)


@pytest.fixture
def kinds(verify: Callable[[Path], VerifiedGame]) -> Callable[[Path], set[tuple[str, str]]]:
    """The kinds of the differences in a folder, each with its file."""
    return lambda folder: {(one.kind, one.file) for one in verify(folder).differences}


def texts(found: tuple[Finding, ...]) -> list[str]:
    return [str(one.said) for one in found]
