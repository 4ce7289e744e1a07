"""A folder as whoever tries the commands of the documentation has it."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pi.cli import main
from record.events.about import About
from record.events.of_game import SessionClosed, SessionOpened
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal
from rules.board.fen import write_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from tests.docs.commands import ROOT

SESSION = Path("tests/data/sessions/first_light")
PRESSES = 5
"""Of the shipped session, the last of them irregular: enough to try each command on."""
PASSWORD = "oer it fjild"


@pytest.fixture(scope="session")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder, made once: a clone's data with a short session, a game of it, one that went on paper, and a board's `state`."""
    folder = tmp_path_factory.mktemp("desk")
    shutil.copytree(ROOT / "tests" / "data" / "boards", folder / "tests" / "data" / "boards")
    shutil.copytree(ROOT / "tests" / "data" / "games", folder / "tests" / "data" / "games")
    _shortened(folder / SESSION, PRESSES)
    assert main(["replay", str(folder / SESSION), "--out", str(folder / "game"), "--lang", "en"]) == 0
    _shortened(folder / "left", 1)
    (folder / "left" / "rulings.jsonl").write_text(json.dumps({"seq": 1, "ruling": "paper", "by": "J. Jansen"}) + "\n")
    assert main(["replay", str(folder / "left"), "--out", str(folder / "on-paper"), "--lang", "en"]) == 0
    _closed_game(folder / "state" / "games" / "0012")
    (folder / "tried").mkdir()
    return folder


def _shortened(folder: Path, presses: int) -> None:
    """The shipped session up to that press, as a program gets it."""
    shutil.copytree(ROOT / SESSION, folder, ignore=shutil.ignore_patterns("truth.jsonl"))
    lines = (folder / "presses.jsonl").read_text().splitlines(keepends=True)
    (folder / "presses.jsonl").write_text("".join(lines[:presses]))


def _closed_game(folder: Path) -> None:
    (folder / "frames").mkdir(parents=True)
    (folder / "frames" / "0000.jpg").write_bytes(b"x")
    start = write_fen(Position.start(ruleset("frisian")))
    about = {"white": "Jelle de Vries", "black": "Sytske Hoekstra", "date": "2026.11.21"}
    with Journal.create(folder / JOURNAL_NAME) as journal:
        journal.append(SessionOpened("frisian", 10, start, "80m+60s", 1, 1, About.of(about)), 0)
        journal.append(SessionClosed(3), 3)
    long_ago = (folder / JOURNAL_NAME).stat().st_mtime - 60 * 24 * 3600
    os.utime(folder / JOURNAL_NAME, (long_ago, long_ago))


@pytest.fixture
def at_the_desk(desk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Path]:
    """Changes into a copy of that folder, with the settings of a board whose `state` is in it."""

    def change() -> Path:
        here = Path(shutil.copytree(desk, tmp_path / "desk"))
        monkeypatch.chdir(here)
        monkeypatch.setenv("DAMCAM_BOARD_STATE", str(here / "state"))
        return here

    return change
