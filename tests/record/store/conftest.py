"""A long game, as a power cut leaves it, and programs beside the test's own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from record.events.of_game import Pressed
from record.store.folder import JOURNAL_NAME, PDN_NAME
from record.store.journal import Journal, fold
from record.store.session_files import write_session
from tests.record.conftest import game_of
from tests.support.cards import copied_card

ROOT = Path(__file__).parents[3]


def started(program: str, *args: object) -> subprocess.Popen[str]:
    """Another process that runs this program in Python."""
    command = [sys.executable, "-P", "-c", program, *map(str, args)]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)


@pytest.fixture(scope="session")
def cut_off_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a game of 40 presses, as a power cut leaves it. Nothing changes it."""
    made, left = tmp_path_factory.mktemp("made"), tmp_path_factory.mktemp("cut") / "left"
    (made / "frames").mkdir()
    with Journal.create(made / JOURNAL_NAME) as journal:
        for event in game_of(40):
            journal.append(event, getattr(event, "t_ns", 0))
            if isinstance(event, Pressed):
                (made / "frames" / f"{event.seq:04}.jpg").write_bytes(b"picture")
        write_session(made, fold(journal))
        (made / PDN_NAME).write_text('[GameType "40"]\n\n1. 32-28 19-23 *\n', encoding="utf-8")
        copied_card(made, left)
    return left


@pytest.fixture
def cut_off(cut_off_game: Path, tmp_path: Path) -> Path:
    """A copy of that game, to be spoilt."""
    return copied_card(cut_off_game, tmp_path / "left")
