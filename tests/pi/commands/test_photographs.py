"""`damcam locate` and `damcam read`: corners by hand, pictures that are written, and what is not said of one that shows too little."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from pi.cli import main
from pi.commands.locate import LocatingSays
from pi.commands.read import ReadingSays
from rules.board.fen import parse_fen, write_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.board.squares import board
from tests.pi.conftest import SHIPPED
from tests.support.commands import refusal
from tests.support.says import says
from vision.image.geometry import Geometry
from vision.image.picture import read_picture
from vision.locating.locate import locate
from vision.watching.orient import Lies, orient

Damcam = Callable[..., tuple[int, list[dict[str, Any]], str]]
START = Position.start(ruleset("frisian"))
AFTER_PRESS_4 = "W:W27,31,32,33,34,35,37-50:B1-16,19,20,21,23"


@pytest.fixture(scope="module")
def frames(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pictures of the shipped session, smaller, which are faster to read."""
    folder = tmp_path_factory.mktemp("frames")
    for name in ("0000.jpg", "0004.jpg", "0009.jpg"):
        picture = cv2.resize(read_picture(SHIPPED / "frames" / name), (640, 480), interpolation=cv2.INTER_AREA)
        cv2.imwrite(str(folder / name), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
    return folder


@pytest.fixture(scope="module")
def start(frames: Path) -> Path:
    return frames / "0000.jpg"


@pytest.fixture(scope="module")
def corners(start: Path) -> np.ndarray:
    """Where the corners of the board are in the picture `start`, White's left one first."""
    image = read_picture(start)
    return np.array(orient(image, locate(image, 10).geometry, START.contents()).geometry.corners_px())


def test_the_start_position_tells_which_edge_is_whites_and_the_drawing_has_another_name_than_the_picture(
    damcam: Damcam, start: Path, corners: np.ndarray, tmp_path: Path
) -> None:
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(start.read_bytes())
    status, (row,), _ = damcam("locate", photo, "--out", tmp_path)
    assert (status, row["order"], row["turned"], row["size"]) == (0, "white", False, 10)
    assert np.array(row["corners_px"]) == pytest.approx(corners, abs=0.1)
    assert {path.name for path in tmp_path.iterdir()} == {"photo.jpg", "photo-grid.jpg"}
    assert row["confidence"] > 0.9
    assert row["lens_bend"] < 0
    grid, plain = cv2.imread(str(tmp_path / "photo-grid.jpg")), cv2.imread(str(start))
    assert np.abs(grid.astype(int) - cv2.resize(plain, grid.shape[1::-1])).mean() > 0.5


def test_of_a_position_that_does_not_tell_nothing_is_claimed(damcam: Damcam, frames: Path) -> None:
    status, (row,), _ = damcam("locate", frames / "0009.jpg", "--fen", "W:W28,32,37,K5:B3,14,19")
    assert (status, row["order"], row["turned"], row["orientation"]) == (0, "image", None, None)
    assert row["remark"] == str(LocatingSays.ANOTHER_POSITION.said())
    x, y = np.array(row["corners_px"])[0]
    assert x == np.array(row["corners_px"])[:, 0].min()
    assert y > 333


def test_corners_by_hand_are_refined_and_refused_far_from_the_board(damcam: Damcam, start: Path, corners: np.ndarray) -> None:
    def as_words(corners: np.ndarray) -> str:
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)

    by_hand = as_words(corners[[2, 0, 3, 1]] + np.array([(6, -5), (-6, 6), (5, 5), (-5, -6)]))
    status, (row,), _ = damcam("locate", start, "--corners", by_hand)
    assert status == 0
    assert np.array(row["corners_px"]) == pytest.approx(corners, abs=2)
    status, (row,), _ = damcam("read", start, "--corners", by_hand)
    assert (status, row["fen"]) == (0, write_fen(START))
    square = np.hypot(*(corners[1] - corners[0])) / 10
    status, (row,), _ = damcam("locate", start, "--corners", as_words(corners + np.array([0.8 * square, 0])))
    assert (status, row.keys(), "0.8 " in row["error"]) == (1, {"file", "error"}, True)


def test_a_board_that_lies_mirrored_is_read_as_its_mirror_image_where_that_is_asked_for(
    damcam: Damcam, start: Path, frames: Path, corners: np.ndarray, tmp_path: Path
) -> None:
    files = [tmp_path / path.name for path in (start, frames / "0004.jpg")]
    for path in files:
        cv2.imwrite(str(path), cv2.flip(read_picture(frames / path.name), 1), [cv2.IMWRITE_JPEG_QUALITY, 95])
    status, (row,), _ = damcam("locate", files[0])
    assert (status, row["turned"], row["remark"]) == (0, True, str(Lies.WRONG.said(Lies.TURN_IT.said())))
    status, (row,), _ = damcam("locate", files[0], "--mirrored")
    assert (status, row["order"], row["turned"], row["mirrored"]) == (0, "white", False, True)
    across = corners[[1, 0, 3, 2]] * (-1, 1) + (639, 0)
    assert np.array(row["corners_px"]) == pytest.approx(across, abs=1), "White's lower left first, counter-clockwise, as the board lies"
    status, (row,), _ = damcam("read", files[0])
    assert (status, "--mirrored" in row["error"]) == (1, True)
    status, rows, _ = damcam("read", "--mirrored", "--start", files[0], *files)
    assert (status, [row["fen"] for row in rows]) == (0, [write_fen(START), write_fen(parse_fen(AFTER_PRESS_4, START.rules))])
    assert damcam("read", start, "--mirrored")[0] == 1, "a board that lies right is not read so"


def test_a_board_of_another_size_is_told(damcam: Damcam, tmp_path: Path) -> None:
    picture = SHIPPED / "frames" / "0000.jpg"
    status, (row,), _ = damcam("locate", picture, "--size", 8, "--out", tmp_path)
    assert (status, "10" in row["error"]) == (1, True)
    assert cv2.imread(str(tmp_path / "0000-grid.jpg")).mean() < 0.6 * cv2.imread(str(picture)).mean()


def test_each_picture_that_shows_no_board_has_a_row_of_its_own(damcam: Damcam, tmp_path: Path) -> None:
    for name, picture in (("grey", np.full((600, 800, 3), 128, np.uint8)), ("small", np.zeros((90, 120, 3), np.uint8))):
        cv2.imwrite(str(tmp_path / f"{name}.png"), picture)
    (tmp_path / "broken.jpg").write_bytes(b"\xff\xd8 and then nothing")
    files = [tmp_path / name for name in ("grey.png", "small.png", "broken.jpg", "missing.jpg")]
    for command in ("locate", "read"):
        status, rows, _ = damcam(command, *files)
        assert status == 1
        assert [row["error"].startswith(f"{file}: ") for row, file in zip(rows, files, strict=True)] == [True] * 4
        assert len({row["error"].partition(": ")[2] for row in rows}) == 4


def test_a_huge_photograph_tells_corners_in_its_own_pixels(damcam: Damcam, start: Path, corners: np.ndarray, tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "huge.jpg"), cv2.resize(cv2.imread(str(start)), None, fx=6, fy=6, interpolation=cv2.INTER_LINEAR))
    status, (row,), _ = damcam("locate", tmp_path / "huge.jpg", "--out", tmp_path / "grid.jpg")
    assert status == 0
    assert np.array(row["corners_px"]) == pytest.approx((corners + 0.5) * 6 - 0.5, abs=6)
    assert cv2.imread(str(tmp_path / "grid.jpg")).shape[1] == 960


def test_a_picture_that_is_read_is_never_overwritten_and_one_that_cannot_be_written_is_refused(
    start: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    photo, link = tmp_path / "photo.jpg", tmp_path / "link.jpg"
    photo.write_bytes(start.read_bytes())
    link.symlink_to(photo)
    for name in ("1-photo.jpg", "photo-1.jpg"):
        (tmp_path / name).write_bytes(start.read_bytes())
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("")
    cv2.imwrite("black.png", np.zeros((200, 200, 3), np.uint8))
    for code, words in (
        ("is-read", ("locate", "photo.jpg", "--out", "photo.jpg")),
        ("is-read", ("locate", "photo.jpg", "--out", link)),
        ("is-read", ("locate", "other.jpg", "1-photo.jpg", "photo-1.jpg", "photo.jpg", "--out", "photo.jpg")),
        ("is-read", ("read", "other.jpg", "--start", "photo.jpg", "--explain", tmp_path / "photo.jpg")),
        ("no-format", ("locate", "photo.jpg", "--out", "grid.gif")),
        ("not-written", ("locate", "black.png", "--out", "file/grid.jpg")),
    ):
        assert says(f"DrawingFault.{code}")(refusal(*words))
    assert photo.read_bytes() == start.read_bytes()


def test_each_picture_that_was_read_is_explained_and_at_a_terminal_nothing_is_cut_and_nothing_kept_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.chdir(SHIPPED / "frames")
    assert main(["read", "--start", "0000.jpg", "0005.jpg", "0004a.jpg", "--explain", str(tmp_path / "seen.png")]) == 0
    for number in (1, 2):
        height, width, _ = cv2.imread(str(tmp_path / f"seen-{number}.png")).shape
        assert (width, height > 1080) == (1080, True)
    told = capsys.readouterr().out
    assert str(ReadingSays.HIDDEN.said(squares=())).rstrip() in told
    assert "(Art. 25)" in told
    assert [line.partition("  W:")[2][-9:] for line in told.splitlines()[-2:]] == [",20,21,29", ",19,20,23"]


def test_a_picture_to_learn_from_shows_the_start_or_what_is_said_of_it_and_one_that_hides_most_squares_is_not_an_empty_board(
    damcam: Damcam, frames: Path, start: Path, corners: np.ndarray, tmp_path: Path
) -> None:
    image, covered = read_picture(start), tmp_path / "covered.png"
    geometry = Geometry.from_corners(10, corners, (image.shape[1], image.shape[0]))
    for square in range(1, 46):  # a grey sheet of paper on each, and the lattice is seen between them
        row, col = board(10).row_col(square)
        x, y = geometry.to_px([(col + 0.5, row + 0.5)])[0]
        cv2.circle(image, (round(x), round(y)), round(0.47 * geometry.px_per_square()), (128, 128, 128), -1)
    cv2.imwrite(str(covered), image)
    status, rows, _ = damcam("read", "--start", frames / "0004.jpg", "--fen", AFTER_PRESS_4, start, covered, "--explain", tmp_path)
    assert (status, rows[0]["fen"]) == (1, write_fen(START))
    assert (rows[1].keys(), "50" in rows[1]["error"]) == ({"file", "error"}, True)
    assert (tmp_path / "2-covered-explained.png").exists()
    status, (told,), _ = damcam("read", frames / "0009.jpg")
    assert (status, "--start" in told["error"]) == (1, True)
    assert says("ReadingSays.other-start", position="ReadingSays.of-start")(refusal("read", "--start", frames / "0009.jpg", start))
