"""Single photographs: which way round they are read, and what is only assumed."""

from pathlib import Path

import numpy as np
import pytest

from rules.board.fen import parse_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.board.squares import Content
from vision.image.picture import read_picture
from vision.watching.photograph import Learned, learn, read_photograph

FRAMES = Path(__file__).resolve().parents[2] / "data" / "sessions" / "first_light" / "frames"
FRISIAN = ruleset("frisian")
AFTER_PRESS_4 = parse_fen("W:W27,31,32,33,34,35,37-50:B1-16,19,20,21,23", FRISIAN).contents()


@pytest.fixture(scope="module")
def learned() -> Learned:
    return learn(read_picture(FRAMES / "0000.jpg"), 10, Position.start(FRISIAN).contents())


def test_the_same_place_is_read_the_same_way_round(learned: Learned) -> None:
    seen = read_photograph(read_picture(FRAMES / "0004.jpg"), learned)
    assert seen.contents() == AFTER_PRESS_4
    assert (seen.assumed, seen.turned) == (False, False)


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_picture_from_another_side_is_read_with_white_below(learned: Learned, quarters: int) -> None:
    seen = read_photograph(np.ascontiguousarray(np.rot90(read_picture(FRAMES / "0004.jpg"), quarters)), learned)
    assert seen.contents() == AFTER_PRESS_4
    assert seen.assumed


def test_men_are_not_taken_for_kings(learned: Learned) -> None:
    for name in ("0000.jpg", "0005.jpg", "0014.jpg"):
        assert not any(content.is_king for content in read_photograph(read_picture(FRAMES / name), learned).contents())


def test_hidden_squares_say_nothing(learned: Learned) -> None:
    seen = read_photograph(read_picture(FRAMES / "0004a.jpg"), learned)
    assert seen.reading.hidden
    margins = seen.evidence.margins()
    assert all(margins[square - 1] is None for square in seen.reading.hidden)
    assert all(seen.contents()[square - 1] in (Content.EMPTY, Content.BLACK_MAN, Content.WHITE_MAN) for square in seen.reading.hidden)
