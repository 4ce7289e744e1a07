"""The script `damcam` of a clone, where it cannot make its environment."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.repository.test_checks import ROOT


@pytest.mark.parametrize("words", [["moves"], ["test"], ["texts", "check"]])
def test_in_a_clone_that_cannot_be_written_to_there_is_a_sentence(tmp_path: Path, words: list[str]) -> None:
    for name in ("damcam", "pyproject.toml", "requirements.lock", "requirements-test.lock"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / ".venv.lock").mkdir()  # root may write anywhere, but not into a folder as if it were a file
    before = sorted(tmp_path.iterdir())
    done = subprocess.run([tmp_path / "damcam", *words], capture_output=True, text=True, check=False, timeout=60)
    wanted = (
        f"{tmp_path} cannot be written to, and its environment .venv is missing or stale; run the command as a user who may write there"
    )
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"damcam: {wanted}\n")
    assert sorted(tmp_path.iterdir()) == before
