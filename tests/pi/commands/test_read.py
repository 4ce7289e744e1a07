"""`damcam read`: single photographs, what is told of them, and what is not said of a picture that shows too little."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import pytest

from pi.cli import main
from pi.commands import read
from rules.board.fen import write_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.board.squares import board
from vision.image.picture import read_picture
from vision.locating.locate import locate
from vision.watching.orient import orient

Run = Callable[..., tuple[int, list[dict[str, Any]], str]]
AFTER_PRESS_4 = "W:W27,31,32,33,34,35,37-50:B1-16,19,20,21,23"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command: exit status, rows printed, messages."""

    def call(*words: object) -> tuple[int, list[dict[str, Any]], str]:
        status = main(["read", *map(str, words)])
        told = capsys.readouterr()
        return status, [json.loads(line) for line in told.out.splitlines()], told.err

    return call


@pytest.fixture
def frames(shipped: Path) -> Path:
    return shipped / "frames"


@pytest.fixture
def covered(frames: Path, tmp_path: Path) -> Path:
    """A picture of the board with a grey sheet of paper on each of 45 squares, and the lattice seen between them."""
    image = read_picture(frames / "0000.jpg")
    geometry = orient(image, locate(image, 10).geometry, Position.start(ruleset("frisian")).contents()).geometry
    for square in range(1, 46):
        row, col = board(10).row_col(square)
        x, y = geometry.to_px([(col + 0.5, row + 0.5)])[0]
        cv2.circle(image, (round(x), round(y)), round(0.47 * geometry.px_per_square()), (128, 128, 128), -1)
    path = tmp_path / "covered.png"
    cv2.imwrite(str(path), image)
    return path


def test_it_explains_itself(run: Run, frames: Path, tmp_path: Path) -> None:
    pictures = frames / "0004a.jpg", frames / "0005.jpg"
    status, rows, _ = run("--start", frames / "0000.jpg", *pictures, "--explain", tmp_path / "seen.png")
    assert status == 0
    assert rows[0]["hidden"]
    for number in (1, 2):
        picture = cv2.imread(str(tmp_path / f"seen-{number}.png"))
        assert picture.shape[1] == 1080
        assert picture.shape[0] > 1080


def test_a_picture_that_hides_most_squares_is_not_an_empty_board(run: Run, frames: Path, covered: Path, tmp_path: Path) -> None:
    status, rows, _ = run("--start", frames / "0000.jpg", covered, "--explain", tmp_path / "seen.png")
    assert status == 1
    assert rows[0].keys() == {"file", "error"}
    assert "50 squares tell what stands on them" in rows[0]["error"]
    assert (tmp_path / "seen.png").exists()


def test_mid_game_a_picture_of_the_start_is_asked_for(run: Run, frames: Path) -> None:
    status, rows, _ = run(frames / "0009.jpg")
    assert status == 1
    assert "without --start the picture itself must show the start position: give --start" in rows[0]["error"]


def test_a_picture_to_learn_from_may_show_another_position(run: Run, frames: Path) -> None:
    status, rows, _ = run("--start", frames / "0004.jpg", "--fen", AFTER_PRESS_4, frames / "0000.jpg")
    assert (status, rows[0]["fen"]) == (0, write_fen(Position.start(ruleset("frisian"))))
    status, _, err = run("--start", frames / "0009.jpg", frames / "0000.jpg")
    assert status == 1
    assert "say with --fen what it shows" in err


def test_on_a_terminal_nothing_is_cut_and_nothing_is_kept_back(
    frames: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(read, "wants_json", lambda asked: asked)
    monkeypatch.setenv("COLUMNS", "60")
    assert main(["read", "--start", str(frames / "0000.jpg"), str(frames / "0004a.jpg")]) == 0
    told = capsys.readouterr().out
    assert "hidden or strange:" in told
    fen = json.loads(_as_json(frames, capsys))["fen"]
    assert fen in told.splitlines()[-1]


def _as_json(frames: Path, capsys: pytest.CaptureFixture[str]) -> str:
    main(["read", "--json", "--start", str(frames / "0000.jpg"), str(frames / "0004a.jpg")])
    return capsys.readouterr().out
