"""`damcam locate` and what `damcam read` shares with it: corners by hand, pictures written, sentences for what is no board."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from pi.cli import main

Run = Callable[..., tuple[int, list[dict[str, Any]], str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command: exit status, rows printed, messages."""

    def call(*words: object) -> tuple[int, list[dict[str, Any]], str]:
        status = main([str(word) for word in words])
        told = capsys.readouterr()
        return status, [json.loads(line) for line in told.out.splitlines()], told.err

    return call


@pytest.fixture
def start(shipped: Path) -> Path:
    return shipped / "frames" / "0000.jpg"


def as_words(corners: np.ndarray) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)


def test_the_start_position_tells_which_edge_is_whites(run: Run, start: Path, tmp_path: Path) -> None:
    status, rows, _ = run("locate", start, "--out", tmp_path / "grid.jpg")
    assert status == 0
    assert (rows[0]["order"], rows[0]["turned"], rows[0]["size"]) == ("white", False, 10)
    assert rows[0]["confidence"] > 0.9
    assert rows[0]["lens_bend"] < 0
    grid, plain = cv2.imread(str(tmp_path / "grid.jpg")), cv2.imread(str(start))
    assert grid.shape[1] <= 960
    assert np.abs(grid.astype(int) - cv2.resize(plain, grid.shape[1::-1])).mean() > 0.5


def test_without_a_known_position_the_corners_are_as_in_the_picture(run: Run, start: Path) -> None:
    status, rows, _ = run("locate", start, "--fen", "W:WK50:BK1")
    assert (status, rows[0]["order"], rows[0]["turned"]) == (0, "image", None)
    x, y = np.array(rows[0]["corners_px"])[0]
    assert x == np.array(rows[0]["corners_px"])[:, 0].min()
    assert y > 500


def test_corners_by_hand_are_refined(run: Run, start: Path) -> None:
    _, found, _ = run("locate", start)
    corners = np.array(found[0]["corners_px"])
    by_hand = corners[[2, 0, 3, 1]] + np.array([(9, -8), (-10, 9), (8, 8), (-7, -9)])
    status, rows, _ = run("locate", start, "--corners", as_words(by_hand))
    assert status == 0
    assert np.array(rows[0]["corners_px"]) == pytest.approx(corners, abs=3)
    status, read, _ = run("read", start, "--corners", as_words(by_hand))
    assert status == 0
    assert read[0]["fen"].startswith("W:W31,32")


@pytest.mark.parametrize("words", ["1,1 2,2 3,3", "1,1 2,2 3,3 4", "a,b c,d e,f g,h"])
def test_what_is_not_four_corners_is_wrong_usage(run: Run, start: Path, words: str) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["locate", str(start), "--corners", words])
    assert caught.value.code == 2


def test_corners_elsewhere_are_refused(run: Run, start: Path) -> None:
    for words, sentence in (("20,20 120,20 120,120 20,120", "has its corners there"), ("1,1 2,2 3,3 4,4", "no four-sided outline")):
        status, rows, _ = run("locate", start, "--corners", words)
        assert status == 1
        assert sentence in rows[0]["error"]


def test_a_board_of_another_size_is_told(run: Run, start: Path, tmp_path: Path) -> None:
    status, rows, _ = run("locate", start, "--size", 8, "--out", tmp_path)
    assert status == 1
    assert "This looks like a board of 10 by 10" in rows[0]["error"]
    assert cv2.imread(str(tmp_path / "0000.jpg")).mean() < 0.6 * cv2.imread(str(start)).mean()
    status, rows, _ = run("read", "--rules", "english", start)
    assert status == 1
    assert "This looks like a board of 10 by 10" in rows[0]["error"]


def test_no_board(run: Run, tmp_path: Path) -> None:
    pictures = {"grey": np.full((600, 800, 3), 128, np.uint8), "small": np.zeros((90, 120, 3), np.uint8)}
    for name, picture in pictures.items():
        cv2.imwrite(str(tmp_path / f"{name}.png"), picture)
    (tmp_path / "broken.jpg").write_bytes(b"\xff\xd8 and then nothing")
    files = [tmp_path / name for name in ("grey.png", "small.png", "broken.jpg", "missing.jpg")]
    for command in ("locate", "read"):
        status, rows, _ = run(command, *files)
        assert status == 1
        sentences = ("no board of 10 x 10 fields was found", "too small", "half-written", "is missing")
        for row, file, sentence in zip(rows, files, sentences, strict=True):
            assert str(file) in row["error"]
            assert sentence in row["error"]


def test_a_huge_photograph_tells_corners_in_its_own_pixels(run: Run, start: Path, tmp_path: Path) -> None:
    small = cv2.imread(str(start))
    huge = cv2.resize(small, None, fx=6, fy=6, interpolation=cv2.INTER_LINEAR)
    cv2.imwrite(str(tmp_path / "huge.jpg"), huge)
    corners = np.array(run("locate", start)[1][0]["corners_px"])
    status, rows, _ = run("locate", tmp_path / "huge.jpg")
    assert status == 0
    assert np.array(rows[0]["corners_px"]) == pytest.approx((corners + 0.5) * 6 - 0.5, abs=6)


def test_read_explains_itself(run: Run, shipped: Path, start: Path, tmp_path: Path) -> None:
    frames = shipped / "frames"
    status, rows, _ = run("read", "--start", start, frames / "0004a.jpg", frames / "0005.jpg", "--explain", tmp_path / "seen.png")
    assert status == 0
    assert rows[0]["hidden"]
    for number in (1, 2):
        picture = cv2.imread(str(tmp_path / f"seen-{number}.png"))
        assert picture.shape[1] == 1080
        assert picture.shape[0] > 1080


def test_a_picture_that_cannot_be_written_is_told(run: Run, start: Path, tmp_path: Path) -> None:
    status, _, err = run("locate", start, "--out", tmp_path / "grid.gif")
    assert status == 1
    assert "written as .jpg or .png" in err
    (tmp_path / "file").write_text("")
    status, _, err = run("locate", start, "--out", tmp_path / "file" / "grid.jpg")
    assert status == 1
    assert "cannot be written" in err
