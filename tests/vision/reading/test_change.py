"""The last known look of a square tells what it holds, but only in the same place."""

import numpy as np
import pytest

from rules.board.squares import Content
from tests.vision.conftest import DrawnBoard, start
from vision.reading.calibration import BLACK, CLASS_OF, EMPTY, WHITE
from vision.reading.change import MAX_NATS, Known
from vision.reading.features import survey


def of(contents, seed=1, **other):
    shown = DrawnBoard(contents=tuple(contents), seed=seed, **other)
    return survey(shown.picture(), shown.geometry)


def kinds(contents):
    return CLASS_OF[np.array(contents, int)]


def after(*changes):
    contents = list(start())
    for square, content in changes:
        contents[square - 1] = content
    return tuple(contents)


LATER = after((32, Content.EMPTY), (19, Content.WHITE_MAN))
"""The position after 32-28, 19-23 and 28x19."""


@pytest.fixture(scope="module")
def known():
    """What is known of the squares after the start position was seen."""
    return Known.of(of(start()), kinds(start()))


@pytest.fixture(scope="module")
def seen():
    """The later position."""
    return of(LATER)


def told_by(known, seen, hidden=None):
    """All that the changes tell, when every square may tell how far apart the classes look now."""
    told = known.log_ratios(known.changes(seen), np.zeros(50, bool) if hidden is None else hidden, np.ones(50, bool))
    return told.changed + told.remembered


def margins(known, seen, contents):
    told = told_by(known, seen)
    own = np.take_along_axis(told, kinds(contents)[:, None], axis=1)[:, 0]
    return own - np.where(np.arange(3) == kinds(contents)[:, None], -np.inf, told).max(axis=1)


@pytest.mark.parametrize("light", [{}, {"light": 0.6, "tint": (0.9, 1.0, 1.1)}], ids=["the same light", "another light"])
def test_squares_that_look_the_same_speak_for_what_they_held_and_those_that_changed_against_it(known, light):
    margin = margins(known, of(LATER, **light), start())
    assert margin[:18].min() > 1  # every disc after the first change is drawn in a new place
    if not light:
        assert margin[[18, 31]].max() < -1


def test_no_square_says_more_than_a_clear_look_does_nor_the_same_picture_again_anything_endless(known, seen):
    told = told_by(known, seen)
    assert told.min() == pytest.approx(-MAX_NATS)  # the bound is reached and not exceeded
    assert (np.sort(told, axis=1)[:, -1] == 0).all()
    assert np.isfinite(told_by(known, of(start()))).all()


def test_hidden_squares_and_squares_not_known_before_say_nothing(seen):
    before = kinds(start()).copy()
    before[4] = -1
    hidden = np.zeros(50, bool)
    hidden[40:] = True
    told = told_by(Known.of(of(start()), before), seen, hidden)
    assert not told[4].any()
    assert not told[40:].any()
    assert told[:4].any()


def test_a_class_that_was_not_there_is_not_ruled_out():
    alone = [Content.EMPTY] * 45 + [Content.WHITE_MAN] * 5
    crowded = [Content.BLACK_MAN, *alone[1:]]
    told = told_by(Known.of(of(alone), kinds(alone)), of(crowded))
    assert told[0, BLACK] > told[0, EMPTY] + 1
    assert told[0, BLACK] > told[0, WHITE] - 3
