"""What `damcam selftest --out` writes: the board alone, or the whole picture where no board is found, which is said."""

from pathlib import Path

import numpy as np
import pytest

from pi.cli import main
from vision.image.picture import Image, encode_jpeg, read_picture


@pytest.fixture
def seen(shipped: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A function that has a picture looked at: the picture that was written."""
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path))

    def look(picture: Path) -> Image:
        main(["selftest", "--picture", str(picture), "--no-buttons", "--out", str(tmp_path / "seen.png")])
        return read_picture(tmp_path / "seen.png")

    return look


def test_around_the_board_nothing_is_left(seen, shipped, capfd) -> None:
    first = shipped / "frames" / "0000.jpg"
    before, after = read_picture(first), seen(first)
    assert after.shape == before.shape
    edges = np.concatenate([after[0], after[-1], after[:, 0], after[:, -1]])
    assert len(np.unique(edges, axis=0)) == 1, "one colour"
    assert "the whole picture" not in capfd.readouterr().err
    assert np.count_nonzero(np.any(after != after[0, 0], axis=2)) > after.size / 30, "the board is there"


def test_where_no_board_is_found_the_whole_picture_is_written_and_it_is_said(seen, shipped, tmp_path, capfd) -> None:
    part = read_picture(shipped / "frames" / "0000.jpg")[:, :400]
    (tmp_path / "part.jpg").write_bytes(encode_jpeg(part))
    assert np.array_equal(seen(tmp_path / "part.jpg"), read_picture(tmp_path / "part.jpg"))
    assert "the whole picture, with whoever is on it" in capfd.readouterr().err
