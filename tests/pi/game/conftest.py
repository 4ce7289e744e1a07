"""Small games, whose presses are soon ruled upon."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from hub.access.memory_folder import RUNTIME_FOLDER
from tests.support.live.table import SMALL, Table


@pytest.fixture
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in memory, which outlives a service and no power cut."""
    folder = tmp_path / "run"
    folder.mkdir(mode=0o700)
    monkeypatch.setenv(RUNTIME_FOLDER, str(folder))
    return folder


@pytest.fixture
def table(tmp_path: Path, memory: Path) -> Iterator[Table]:
    """Services in one folder, one after the other, their time turned by hand."""
    made = Table(tmp_path / "games", SMALL)
    yield made
    made.close()
