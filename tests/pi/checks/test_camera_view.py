"""The camera's picture of now: written while somebody looks, the board alone where it is known to lie, and gone after that."""

import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from link.camera_view import ABOUT_NAME, PICTURE_NAME, read_view
from link.messages import ViewWanted
from pi.checks.camera_view import CameraView
from pi.machine import clicked_corners
from pi.reading.live_reader import Begun, NotBegun
from pi.reading.look import Look
from rules.errors import Sentence
from tests.pi.conftest import SHIPPED
from vision.camera.ring import Ring
from vision.camera.source import Frame
from vision.image.geometry import Geometry
from vision.image.picture import Image, read_picture
from vision.locating.locate import locate

SECOND = 1_000_000_000
FILES = {PICTURE_NAME, ABOUT_NAME}


class Place:
    """A camera over a board, and the view of it in `folder`."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.ring, self.now_ns = folder, Ring(wait_s=0.0), 10 * SECOND
        self.wanted: ViewWanted | None = None
        self.view = CameraView(folder, self.ring, lambda: self.now_ns, time.monotonic_ns, lambda: self.wanted)

    def shoot(self, image: Image) -> Frame:
        self.now_ns += SECOND
        frame = Frame("", self.now_ns, image)
        self.ring.add(frame)
        return frame

    @property
    def hall(self) -> float:
        """How bright the hall is shown in the picture's corner."""
        return float(read_picture(self.folder / PICTURE_NAME)[:60, :60].mean())

    @property
    def files(self) -> set[str]:
        return {path.name for path in self.folder.iterdir()}


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    made = Place(tmp_path)
    yield made
    made.view.close()


@pytest.fixture(scope="module")
def picture() -> Image:
    """A board in a hall: what lies beyond its margin is bright."""
    image = read_picture(SHIPPED / "frames" / "0007.jpg")
    image[:60, :60] = 255
    return image


@pytest.fixture(scope="module")
def lies(picture: Image) -> Geometry:
    return locate(picture, 10).geometry


def test_the_board_alone_is_shown_with_its_corners_light_and_focus(place, picture, lies):
    frame = place.shoot(picture)
    place.view.hear(Begun(frame, lies, False))
    place.wanted = ViewWanted()
    place.now_ns += SECOND // 2
    place.view.update()
    told = read_view(place.folder)
    assert [told[key] for key in ("age_ms", "width", "height", "whole")] == [500, 960, 720, False]
    assert np.abs(np.array(told["corners_px"]) - lies.corners_px()).max() < 0.1
    assert [(check["name"], check["level"]) for check in told["checks"]] == [("focus", "ok"), ("light", "ok")]
    assert place.hall < 150, "the hall is painted over"
    assert {(place.folder / name).stat().st_mode & 0o077 for name in FILES} == {0}


def test_all_is_shown_where_the_board_is_not_found_or_when_it_is_asked_for(place, picture, lies):
    frame = place.shoot(picture)
    for message, wants_all, whole in (
        (None, False, True),
        (Begun(frame, lies, False), False, False),
        (None, True, True),
        (NotBegun(Sentence.plain(""), look=Look()), False, True),
    ):
        place.view.hear(message)
        place.wanted = ViewWanted(wants_all)
        place.view.update()
        told = read_view(place.folder)
        assert (told["whole"], place.hall > 240) == (whole, whole)
        assert (told["corners_px"] is None) == ((message is None and not wants_all) or isinstance(message, NotBegun))


def test_while_nobody_looks_nothing_is_written_and_it_is_gone_when_nobody_looks_any_more_and_when_the_service_ends(place, picture):
    place.shoot(picture)
    for name in FILES:
        (place.folder / name).write_text("what a power cut left")
    place.view.update()
    assert place.files == set()
    for age_ms in (0, 2000):
        place.wanted = ViewWanted()
        place.view.update()
        assert (place.files, read_view(place.folder)["age_ms"]) == (FILES, age_ms)
        (place.folder / PICTURE_NAME).write_bytes(b"as it was")
        place.now_ns += 2 * SECOND
    assert (place.folder / PICTURE_NAME).read_bytes() == b"as it was", "it is written once"
    place.wanted = None
    place.view.update()
    assert place.files == set()
    place.wanted = ViewWanted()
    place.view.update()
    place.view.close()
    assert list(place.folder.iterdir()) == []


@pytest.mark.parametrize("text", ["", "[]", '{"boot": "another", "t_ns": 1, "checks": []}', '{"checks": 3}', "\xff"])
def test_what_cannot_be_read_is_no_picture(tmp_path, text):
    (tmp_path / ABOUT_NAME).write_text(text, encoding="latin-1")
    assert read_view(tmp_path) is None


def test_the_corners_where_the_board_was_found_are_kept_for_later_games(tmp_path):
    corners = ((1.5, 2.0), (30.0, 2.0), (30.0, 40.0), (1.0, 40.0))
    assert clicked_corners.kept_corners(tmp_path) is None
    clicked_corners.keep_corners(tmp_path, corners)
    assert clicked_corners.kept_corners(tmp_path) == corners
    for nonsense in ("", "[[1, 2]]", "[1, 2, 3, 4]", "[[1,2],[3,4],[5,6],[NaN,1]]"):
        (tmp_path / clicked_corners.NAME).write_text(nonsense)
        assert clicked_corners.kept_corners(tmp_path) is None
