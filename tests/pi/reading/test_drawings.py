"""What an alert is shown by: the pictures before and after the press laid straight, its squares outlined, and how long they are kept."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from pi.reading.drawings import DRAWN_FOLDER, REMEMBERED, Drawings
from record.events.of_game import Ruled
from record.events.of_record import Why
from record.store.dropping import drop_pictures
from rules.board.fen import parse_fen
from rules.board.ruleset import ruleset
from rules.board.squares import board
from tests.pi.conftest import SHIPPED
from vision.camera.source import Frame
from vision.image.geometry import Geometry
from vision.image.only_board import only_board
from vision.image.picture import Image, encode_jpeg, read_picture
from vision.locating.locate import locate
from vision.watching.draw import AROUND, OUTLINE, STRAIGHT_PX, draw_grid

START = "W:W31-50:B1-20"


@pytest.fixture(scope="module")
def seen() -> list[tuple[Frame, Geometry]]:
    """Presses 7 and 8 of the shipped session: 29x18 was played, and the man on 23 left standing."""
    frames = [Frame(f"frames/{seq:04}.jpg", seq, read_picture(SHIPPED / f"frames/{seq:04}.jpg")) for seq in (7, 8)]
    lies = locate(frames[0].image, 10).geometry
    return [(frame, lies) for frame in frames]


@pytest.fixture
def drawings(tmp_path: Path) -> Drawings:
    (tmp_path / DRAWN_FOLDER).mkdir()
    return Drawings(tmp_path)


def field(image: Image, square: int, inset: int = 12) -> Image:
    """The middle of that square in a picture laid straight."""
    row, col = board(10).row_col(square)
    top, left = (round((place + AROUND) * STRAIGHT_PX) for place in (row, col))
    return image[top + inset : top + STRAIGHT_PX - inset, left + inset : left + STRAIGHT_PX - inset]


def is_outlined(image: Image, square: int) -> bool:
    around = field(image, square, 0).astype(int)
    return bool((np.abs(around - OUTLINE).sum(axis=2) < 90).sum() > STRAIGHT_PX)


def test_the_pictures_lie_straight_with_the_squares_outlined(drawings, seen, tmp_path):
    for seq, (frame, geometry) in enumerate(seen, 7):
        drawings.remember(seq, frame, geometry)
    names = drawings.straight(8, (23,), 8)
    assert names == ("drawn/0008-before.jpg", "drawn/0008-after.jpg")
    before, after = (read_picture(tmp_path / name) for name in names)
    assert before.shape == after.shape == (550, 550, 3)
    assert [is_outlined(image, square) for image in (before, after) for square in (23, 18, 29)] == [True, False, False] * 2
    light = [[float(field(image, square).mean()) > 120 for square in (18, 29, 23, 39, 1)] for image in (before, after)]
    assert light == [[False, True, False, True, False], [True, False, False, True, False]], "29x18, and black's man stands on 23"


def test_an_amended_ruling_has_pictures_of_its_own_as_long_as_they_are_remembered(drawings, seen):
    for seq in range(REMEMBERED + 2):
        drawings.remember(seq, *seen[0])
    last = REMEMBERED + 1
    assert drawings.straight(last - 1, (), last) == (f"drawn/{last - 1:04}-before-{last}.jpg", f"drawn/{last - 1:04}-after-{last}.jpg")
    assert drawings.straight(2, (), last) == (None, f"drawn/0002-after-{last}.jpg")
    assert drawings.straight(1, (), last) == (None, None)
    drawings.remember(last + 2, *seen[1])
    missed = (None, f"drawn/{last + 2:04}-after.jpg")
    assert drawings.straight(last + 2, (23,), last + 2) == missed, "what was not seen right before the press is not shown for it"


def test_a_picture_that_finds_no_room_is_not_named(tmp_path, seen):
    kept = []
    drawings = Drawings(tmp_path, lambda name, data: bool(kept.append((name, data))))
    drawings.remember(1, *seen[0])
    assert drawings.straight(1, (23,), 1) == (None, None)
    name, trouble = drawings.grid(*seen[0], ())
    assert (name, trouble.startswith(f"{tmp_path}/drawn/0007.jpg: ")) == (None, True)
    assert [name for name, _ in kept] == ["drawn/0001-after.jpg", "drawn/0007.jpg"], "both are the store's to count"
    assert cv2.imdecode(np.frombuffer(kept[0][1], np.uint8), cv2.IMREAD_COLOR).shape == (550, 550, 3)


def test_the_journal_names_them_with_what_is_told_and_they_stay_as_long_as_the_alert_needs_them(told_board):
    made = told_board()
    made.press("white", "B:W28,31,33-50:B1-20")
    made.press("black", "W:W28,31,33-50:B1-20")  # nothing moved
    rulings = [event for event in made.events() if isinstance(event, Ruled)]
    assert [ruled.straight for ruled in rulings] == [(), ("drawn/0002-before.jpg", "drawn/0002-after.jpg")]
    made.close()
    drop_pictures(made.folder, Why.CLOSED, "")
    stay = ["0001.jpg", "0002-after.jpg", "0002-before.jpg", "0002.jpg"]  # the first was read before the press that is told
    assert sorted(path.name for path in (made.folder / DRAWN_FOLDER).iterdir()) == stay
    drop_pictures(made.folder, Why.ASKED, "")
    assert list((made.folder / DRAWN_FOLDER).iterdir()) == []


def test_the_guess_for_a_press_that_was_not_read_is_not_drawn(told_board):
    """Article 24: the public sees these pictures."""
    board = told_board()
    geometry, bare = board.watcher.geometry, only_board(np.zeros((80, 80, 3), np.uint8), board.watcher.geometry)
    stands = "B:W27,32-50:B1-20"
    assert [board.press("white", stands), board.press("black", None)] == ["legal", "unsure"]
    read, guessed = ((board.folder / str(ruling.drawn)).read_bytes() for ruling in board.state.rulings)
    assert board.state.rulings[1].move is None
    assert read == encode_jpeg(draw_grid(bare, geometry, parse_fen(stands, ruleset("frisian")).contents()))
    assert guessed == encode_jpeg(draw_grid(bare, geometry))
