"""Single photographs: the rendered boards of tests/data/boards, to which the reader was not tuned; which way round a picture is read."""

import json
import math
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from rules.board.fen import parse_fen
from rules.board.ruleset import ruleset
from tests.vision.shipped import FRAMES, contents, picture
from vision.image.picture import read_picture
from vision.watching.photograph import DISPUTED_NATS, learn, read_photograph

FOLDER = Path(__file__).resolve().parents[2] / "data" / "boards"
LABELS = json.loads((FOLDER / "labels.json").read_text())
OFF_SQUARES = 0.1
"""The largest error of a corner. It moves no piece to another square, and less than a third of its face out of its own."""
DOUBTFUL = 1
"""The squares of a picture, in glare that the start picture did not have, that may be read wrongly without being claimed."""
CLAIMED = math.log(100)
"""The margin in nats (100 to 1) from which on a square counts as claimed."""


def stands(file):
    return parse_fen(LABELS[file]["fen"], ruleset(LABELS[file]["rules"])).contents()


@cache
def learned(start):
    return learn(read_picture(FOLDER / start), ruleset(LABELS[start]["rules"]).board_size, stands(start))


@cache
def seen(file):
    """The photograph as it is read; that of the start position where it was learned from it."""
    image, known = read_picture(FOLDER / file), learned(LABELS[file]["start"])
    if file == LABELS[file]["start"]:
        return known.photograph(image, known.geometry, known.start, known.turned, known.assumed)
    return read_photograph(image, known)


@pytest.mark.parametrize("file", LABELS)
def test_the_board_is_located_and_its_pieces_are_seen_and_no_man_is_taken_for_a_king(file):
    read, there = seen(file), stands(file)
    off = np.linalg.norm(read.geometry.corners_px() - LABELS[file]["corners_px"], axis=1)
    assert off.max() < OFF_SQUARES * read.geometry.px_per_square()
    pairs = list(enumerate(zip(read.contents(), there, strict=True), 1))
    wrong = [square for square, (one, other) in pairs if one.side is not other.side]
    assert len(wrong) <= DOUBTFUL, wrong
    for square in wrong:
        log_p = read.evidence.log_p[square - 1]
        assert max(log_p) - log_p[there[square - 1]] < CLAIMED, square
    assert [square for square, (one, other) in pairs if one.is_king and not other.is_king] == []


@cache
def learned_of_session():
    return learn(picture(0), 10, contents(0))


@pytest.mark.parametrize(("press", "quarters"), [(14, 0), (4, 1), (4, 2)])
def test_a_picture_from_any_side_is_read_with_white_below(press, quarters):
    read = read_photograph(np.ascontiguousarray(np.rot90(picture(press), quarters)), learned_of_session())
    assert read.contents() == contents(press)
    assert (read.assumed, read.turned) == (quarters > 0, False)


def test_hidden_squares_say_nothing():
    read = read_photograph(read_picture(FRAMES / "0004a.jpg"), learned_of_session())
    hidden = [square - 1 for square in read.reading.hidden]
    assert hidden
    assert {read.evidence.margins()[square] for square in hidden} == {None}
    assert not any(read.contents()[square].is_king for square in hidden)


@pytest.mark.parametrize("quarters", [0, 1])
def test_a_board_that_lies_mirrored_is_read_as_its_mirror_image(quarters):
    learned = learn(np.ascontiguousarray(picture(0)[:, ::-1]), 10, contents(0), mirrored=True)
    read = read_photograph(np.ascontiguousarray(np.rot90(picture(4)[:, ::-1], quarters)), learned)
    assert read.contents() == contents(4)
    assert (read.assumed, read.turned, read.geometry.is_mirrored) == (quarters > 0, False, True)


def veiled(image, share, veil):
    """The picture with this share of its light in each channel (B, G, R), and with a veil of stray light."""
    return np.round(255 * np.clip((image / 255) ** 2.2 * share + veil, 0, 1) ** (1 / 2.2)).astype(np.uint8)


@pytest.mark.parametrize(("share", "veil"), [((0.245, 0.35, 0.56), 0.05), ((0.2, 0.3, 0.6), 0.1)])
def test_little_is_claimed_of_a_picture_in_a_light_that_is_not_explained(share, veil):
    """The look of its own fields explains it well, with most men read wrong; a veil reads most of them right, and explains it less well."""
    read = read_photograph(veiled(picture(14), share, veil), learned_of_session())
    assert read.other_light
    wrong = [-read.evidence.colour_margin(square, content) for square, content in enumerate(contents(14), 1)]
    assert max(wrong) < math.log(10)


def test_an_explanation_of_the_light_that_fits_far_worse_takes_nothing_from_the_other(monkeypatch):
    image, known = veiled(picture(14), 0.7, 0.05), learned_of_session()
    margins = {}
    for nats in (0.0, 4.0):
        monkeypatch.setattr("vision.watching.photograph.REFUTED_NATS", nats)
        margins[nats] = min(read_photograph(image, known).evidence.margins())
    assert margins[4.0] <= DISPUTED_NATS < margins[0.0]


def shining(image, x, light=110, width_px=60):
    """The picture with the reflection of a window that lies upright at column x."""
    across = np.arange(image.shape[1])
    return np.clip(image + light * np.exp(-(((across - x) / width_px) ** 2))[None, :, None], 0, 255).astype(np.uint8)


@pytest.mark.parametrize("squares", [0.4, 0.6])
def test_a_camera_in_the_hand_that_moved_sees_the_light_elsewhere(squares):
    """What was known of the light on each field no longer holds, though the board lies nearly where it lay."""
    known = learn(shining(picture(0), x=400), 10, contents(0))
    shift = np.array([[1, 0, squares * known.geometry.px_per_square()], [0, 1, 0]])
    later = shining(picture(14), x=200)
    read = read_photograph(cv2.warpAffine(later, shift, later.shape[1::-1], borderMode=cv2.BORDER_REPLICATE), known)
    assert [content.side for content in read.contents()] == [content.side for content in contents(14)]
    assert read.reading.hidden == ()
