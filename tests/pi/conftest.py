"""The shipped session, and copies of it to spoil."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

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
