"""Small games, whose presses are soon ruled upon."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.live.table import SMALL, Table


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Services in one folder, one after the other, their time turned by hand."""
    made = Table(tmp_path / "games", SMALL)
    yield made
    made.close()
