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


def test_mid_game_nothing_is_claimed_of_the_way_it_lies(run: Run, shipped: Path) -> None:
    status, rows, _ = run("locate", shipped / "frames" / "0009.jpg", "--fen", "W:W28,32,37,K5:B3,14,19")
    assert (status, rows[0]["order"], rows[0]["turned"], rows[0]["orientation"]) == (0, "image", None, None)
    assert "does not show the expected position" in rows[0]["remark"]


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


@pytest.mark.parametrize("words", ["1,1 2,2 3,3", "1,1 2,2 3,3 4", "a,b c,d e,f g,h", "1,1 2,2 3,3 4,4"])
def test_what_is_not_four_corners_is_wrong_usage(run: Run, start: Path, words: str) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["locate", str(start), "--corners", words])
    assert caught.value.code == 2


def test_corners_elsewhere_are_refused(run: Run, start: Path) -> None:
    status, rows, _ = run("locate", start, "--corners", "20,20 120,20 120,120 20,120")
    assert status == 1
    assert "squares off the board" in rows[0]["error"]


@pytest.mark.parametrize("off", [0.8, 2.0])
def test_corners_more_than_half_a_square_off_are_told_how_far(run: Run, start: Path, off: float) -> None:
    corners = np.array(run("locate", start)[1][0]["corners_px"])
    square = np.hypot(*(corners[1] - corners[0])) / 10
    status, rows, _ = run("locate", start, "--corners", as_words(corners + np.array([off * square, 0])))
    assert status == 1
    assert f"{off:.1f} squares off the board that is seen" in rows[0]["error"] or off == 2
    assert "half a square at most" in rows[0]["error"]


def test_a_board_of_another_size_is_told(run: Run, start: Path, tmp_path: Path) -> None:
    status, rows, _ = run("locate", start, "--size", 8, "--out", tmp_path)
    assert status == 1
    assert "This looks like a board of 10 by 10" in rows[0]["error"]
    assert cv2.imread(str(tmp_path / "0000-grid.jpg")).mean() < 0.6 * cv2.imread(str(start)).mean()
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


def test_a_picture_that_is_read_is_never_overwritten(run: Run, start: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    photo, link = tmp_path / "photo.jpg", tmp_path / "link.jpg"
    photo.write_bytes(start.read_bytes())
    link.symlink_to(photo)
    (tmp_path / "1-photo.jpg").write_bytes(start.read_bytes())
    monkeypatch.chdir(tmp_path)
    for words in (
        ("locate", "photo.jpg", "--out", "photo.jpg"),
        ("locate", "photo.jpg", "--out", link),
        ("locate", "other.jpg", "1-photo.jpg", "photo-1.jpg", "photo.jpg", "--out", "photo.jpg"),
        ("read", "other.jpg", "--start", "photo.jpg", "--explain", tmp_path / "photo.jpg"),
    ):
        (tmp_path / "photo-1.jpg").write_bytes(start.read_bytes())
        status, rows, err = run(*words)
        assert (status, rows) == (1, [])
        assert "would be overwritten" in err
    assert photo.read_bytes() == start.read_bytes()


def test_in_a_folder_the_drawing_has_another_name_than_the_picture(run: Run, start: Path, tmp_path: Path) -> None:
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(start.read_bytes())
    assert run("locate", photo, "--out", tmp_path)[0] == 0
    assert run("read", photo, "--explain", tmp_path)[0] == 0
    assert {path.name for path in tmp_path.iterdir()} == {"photo.jpg", "photo-grid.jpg", "photo-explained.png"}
    assert photo.read_bytes() == start.read_bytes()


@pytest.mark.parametrize("words", [("locate", "--out"), ("read", "--explain")])
def test_an_empty_name_is_wrong_usage(start: Path, words: tuple[str, str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main([words[0], str(start), words[1], ""])
    assert caught.value.code == 2


def test_a_picture_that_cannot_be_written_is_told(run: Run, start: Path, tmp_path: Path) -> None:
    status, _, err = run("locate", start, "--out", tmp_path / "grid.gif")
    assert status == 1
    assert "written as .jpg or .png" in err
    (tmp_path / "file").write_text("")
    status, _, err = run("locate", start, "--out", tmp_path / "file" / "grid.jpg")
    assert status == 1
    assert "cannot be written" in err
