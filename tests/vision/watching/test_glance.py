"""A glance reads a picture like any other and does not change the watcher."""

import numpy as np
import pytest

from rules.board.squares import Content
from vision.camera.source import Frame
from vision.watching.watcher import Watcher


def start():
    return (Content.BLACK_MAN,) * 20 + (Content.EMPTY,) * 10 + (Content.WHITE_MAN,) * 20


def moved(*moves):
    contents = list(start())
    for origin, target in moves:
        contents[origin - 1], contents[target - 1] = contents[target - 1], contents[origin - 1]
    return tuple(contents)


@pytest.fixture
def watcher(drawn):
    eyes = Watcher(10)
    eyes.begin(Frame("0000.jpg", 0, drawn(contents=start()).picture()), start())
    return eyes


def test_what_is_seen_in_passing_is_read_and_not_remembered(watcher, drawn):
    press = Frame("0001.jpg", 5, drawn(contents=moved((32, 28)), seed=2, hands=((2.0, 2.0, 1.2),)).picture())
    slid = drawn(contents=moved((33, 28)), seed=3, corners=((154, 742), (804, 762), (764, 112), (194, 92)))
    plain = Watcher(10)
    plain.begin(Frame("0000.jpg", 0, drawn(contents=start()).picture()), start())
    wanted = plain.look([press])
    assert [content.side for content in watcher.glance(Frame("b1.jpg", 4, slid.picture())).best()] == [
        content.side for content in moved((33, 28))
    ]
    assert watcher.glance(press) is not None
    assert watcher.glance(press) is not None  # the same pixels again, also as a picture of the press, are not a frozen camera
    seen = watcher.look([press])
    assert seen.evidence == wanted.evidence
    assert (seen.off_centre, seen.moved) == (wanted.off_centre, wanted.moved)
    np.testing.assert_array_equal(seen.geometry.corners_px(), wanted.geometry.corners_px())


def test_a_picture_that_tells_nothing_is_none(watcher):
    assert watcher.glance(Frame("b1.jpg", 4, np.zeros((800, 960, 3), np.uint8))) is None


def test_on_a_board_whose_squares_cannot_be_numbered_nothing_is_seen(drawn):
    eyes = Watcher(10)
    picture = drawn(contents=start()).picture()[:, ::-1].copy()
    eyes.begin(Frame("0000.jpg", 0, picture), start())
    assert eyes.turned
    assert eyes.glance(Frame("b1.jpg", 4, picture)) is None
