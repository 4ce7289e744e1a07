"""A black disc on a black field is known by its rim; reflections, shadows and scratches have edges, but none around a centre."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from rules.board.squares import Content, board
from tests.vision.conftest import start
from vision.image.geometry import Geometry
from vision.reading.calibration import calibrate, log_evidence
from vision.reading.discs import describe
from vision.reading.reader import LookedAt, coloured_by_rims, read
from vision.reading.roundness import Rims, find_rims
from vision.watching.photograph import learn, read_photograph

PX = 60
"""Pixels of the drawings to a square."""
AROUND = 60
SIZE = 8
SIDE = SIZE * PX + 2 * AROUND
GEOMETRY = Geometry.from_corners(
    SIZE, [(AROUND, SIDE - AROUND), (SIDE - AROUND, SIDE - AROUND), (SIDE - AROUND, AROUND), (AROUND, AROUND)], (SIDE, SIDE)
)
RADIUS_PX = 0.36 * 24
DISC, SCRATCHED, REFLECTING, SHADED, EDGED = 10, 11, 14, 15, 18
"""Squares, from 1: one with a black disc, and bare ones on which something else shows."""


def middle(square):
    row, col = board(SIZE).row_col(square)
    return np.array([col + 0.5, row + 0.5]) * PX + AROUND


def drawn(contents, mirrored=0.0, seed=1, off=(0, 0), lit_from=1):
    """A board with black discs on black fields, with noise; `mirrored` (SIDE, SIDE) is the light, of 1, that its gloss adds.

    The discs stand `off` their centres, in pixels, and are lit from the lower right (1) or the upper left (-1).
    """
    rows, cols = np.indices((SIDE, SIDE))
    inside = (np.minimum(rows, cols) >= AROUND) & (np.maximum(rows, cols) < SIDE - AROUND)
    light = ((rows - AROUND) // PX + (cols - AROUND) // PX) % 2 == 0
    shown = np.where(inside, np.where(light, 0.6, 0.016), 0.2) + mirrored
    for square, content in enumerate(contents, 1):
        if content:
            x, y = middle(square) + off
            away = np.hypot(cols - x, rows - y)
            lit = 0.5 + lit_from * 0.5 * (cols - x + rows - y) / (1.5 * 0.36 * PX)
            rim = np.exp(-(((away - 0.35 * PX) / 2) ** 2)) * lit
            grooves = np.exp(-(((away - 0.22 * PX) / 1.5) ** 2)) * (1 - lit)
            top = (0.5 if content.side.name == "WHITE" else 0.014) * (1 + 0.5 * rim + 0.4 * grooves)
            shown = np.where(away < 0.36 * PX, top, shown)
    noise = np.random.default_rng(seed).normal(0, 1, (SIDE, SIDE))
    levels = 255 * np.clip(shown, 0, 1) ** (1 / 2.2) + noise
    return np.repeat(np.clip(levels, 0, 255).round().astype(np.uint8)[..., None], 3, axis=2)


def gloss():
    """What gloss and light do to bare fields: a smooth blob, the straight edge of a shadow, a scratch, and a blot."""
    result = np.zeros((SIDE, SIDE))
    rows, cols = np.indices((SIDE, SIDE))
    x, y = middle(REFLECTING)
    result += 0.03 * np.exp(-(((cols - x) / 25) ** 2 + ((rows - y) / 14) ** 2))
    x, y = middle(SHADED)
    result += 0.015 * ((cols - x) + 0.6 * (rows - y) > 4) * (np.abs(cols - x) < PX / 2) * (np.abs(rows - y) < PX / 2)
    x, y = middle(SCRATCHED).astype(int)
    cv2.polylines(result, [np.array([(x - 18, y + 10), (x - 2, y + 2), (x + 15, y - 14)])], False, 0.3, 2, cv2.LINE_AA)
    x, y = middle(EDGED).astype(int)
    cv2.fillPoly(result, [np.array([(x - 30, y - 30), (x + 8, y - 30), (x - 2, y - 8), (x + 6, y + 9), (x - 30, y + 30)])], 0.015)
    return cv2.GaussianBlur(result, (0, 0), 1)


@pytest.fixture(scope="module")
def position():
    return tuple(Content.BLACK_MAN if square == DISC else Content.EMPTY for square in range(1, 33))


def test_edges_run_around_the_centre_of_a_disc_only(position):
    values = find_rims(drawn(position, gloss()), GEOMETRY, np.arange(32), RADIUS_PX).roundness
    assert int(values.argmax()) + 1 == DISC
    assert values[DISC - 1] > 1.5 * np.delete(values, DISC - 1).max()


@pytest.mark.parametrize("change", [{"off": (-12, 8)}, {"lit_from": -1}])
def test_a_disc_is_as_round_off_its_centre_and_whichever_side_is_lit(position, change):
    usual, other = (find_rims(drawn(position, **how), GEOMETRY, np.array([DISC - 1]), RADIUS_PX).roundness[0] for how in ({}, change))
    assert other > 0.7 * usual


def test_a_faint_spot_of_light_has_less_of_a_rim_than_a_disc(position):
    spot = np.zeros((SIDE, SIDE))
    cv2.circle(spot, middle(REFLECTING).astype(int).tolist(), round(0.36 * PX), 0.02, -1)
    values = find_rims(drawn(position, cv2.GaussianBlur(spot, (0, 0), 0.13 * PX)), GEOMETRY, np.arange(32), RADIUS_PX).roundness
    assert values[REFLECTING - 1] < 0.4 * values[DISC - 1]


def test_a_disc_is_as_round_in_a_fifth_of_the_light(position):
    picture = drawn(position)
    dim = np.round(255 * (0.2 * (picture / 255.0) ** 2.2) ** (1 / 2.2)).astype(np.uint8)
    usual, other = (find_rims(seen, GEOMETRY, np.array([DISC - 1]), RADIUS_PX).roundness[0] for seen in (picture, dim))
    assert other > 0.7 * usual


@pytest.mark.parametrize("off", [(0, 0), (-12, 8), (10, 10)])
def test_a_rim_tells_where_its_disc_stands(position, off):
    rims = find_rims(drawn(position, off=off), GEOMETRY, np.array([DISC - 1]), RADIUS_PX)
    assert rims.offset_px[0] == pytest.approx(np.array(off[::-1]) * 24 / PX, abs=1)


@pytest.mark.parametrize("hidden", [False, True])
def test_a_disc_that_the_look_placed_beside_its_rim_has_the_colour_at_its_rim(position, hidden):
    calibration = calibrate(drawn(start(SIZE)), GEOMETRY, start(SIZE))
    at, off = DISC - 1, np.array([-12, -12])
    seen = calibration.survey(drawn([content and Content.WHITE_MAN for content in position], off=off), GEOMETRY)
    placing, _, classes = calibration.describe(seen)
    beside = replace(placing, offset_px=placing.offset_px.copy())
    beside.offset_px[at] = 8
    colours = log_evidence(describe(seen, beside, calibration.discs.radius_px), classes)
    nothing, none = np.zeros_like(colours), np.zeros(len(colours), bool)
    look = LookedAt(calibration, beside, classes, colours, nothing, none | hidden, none, none, 1.0, nothing[:, 0])
    rims = np.full((len(colours), 2), np.nan)
    rims[at] = off * 24 / PX
    placed = coloured_by_rims(look, rims, seen)
    bare, white, black = placed.colours[at]
    assert (white > black + 5) is not hidden
    assert bare == colours[at, 0]
    assert max(white, black) >= colours[at, 1:].max(), "the look at the rim does not tell that no disc stands there"


def test_a_reading_takes_the_colours_at_the_rims(position, monkeypatch):
    calibration = calibrate(drawn(start(SIZE)), GEOMETRY, start(SIZE))
    white = np.tile([-50.0, 0.0, -50.0], (32, 1))
    monkeypatch.setattr("vision.reading.reader.coloured_by_rims", lambda look, *_: replace(look, colours=white))
    reading = read(drawn(position), GEOMETRY, calibration)
    assert [row.index(max(row)) for row in reading.evidence.log_p] == [Content.WHITE_MAN] * 32


def test_no_rim_is_rounder_than_usual_and_blur_leaves_doubt():
    rims = Rims(np.array([0.05, 0.4, 0.25]), np.array([0.03, 0.04, 0.04]))
    values, black = np.array([0.0, 0.05, 0.15, 0.25, 0.5], np.float32), np.ones(5, int)
    ratios = rims.log_ratios(values, black, 0.0)
    assert (np.diff(ratios) >= 0).all()
    assert ratios[0] <= ratios[1] < -4
    assert ratios[-1] >= ratios[3] > 4
    assert (np.abs(rims.log_ratios(values, black, 2.0)) < 0.5 * np.abs(ratios)).all()
    assert (rims.log_ratios(values, black - 1, 0.0)[2:4] < ratios[2:4] - 2).all(), "a white disc has a clearer rim"


def test_black_discs_on_black_fields_are_read_in_reflections_that_the_start_had_not():
    began = np.zeros((SIDE, SIDE))
    began[AROUND + 3 * PX : AROUND + 5 * PX] = 0.02
    calibration = calibrate(drawn(start(SIZE), began), GEOMETRY, start(SIZE))
    contents = list(start(SIZE))
    for source, target in ((9, 13), (5, 17), (22, 18)):
        contents[source - 1], contents[target - 1] = Content.EMPTY, contents[source - 1]
    for square in (1, 3, 8, DISC, SCRATCHED, 30):
        contents[square - 1] = Content.EMPTY
    evidence = read(drawn(contents, gloss(), seed=2), GEOMETRY, calibration).evidence
    assert min(evidence.colour_margin(square, content) for square, content in enumerate(contents, 1)) > 2


@pytest.mark.parametrize(("mirrored", "other_light"), [(0.0, False), (0.02, True)])
def test_a_start_picture_in_another_light_is_told_and_the_fields_of_the_picture_itself_are_used(mirrored, other_light):
    learned = learn(drawn(start(SIZE)), SIZE, start(SIZE), GEOMETRY.corners_px())
    contents = list(start(SIZE))
    for source, target in ((9, 14), (24, 19), (2, 18)):
        contents[source - 1], contents[target - 1] = Content.EMPTY, contents[source - 1]
    read_now = read_photograph(drawn(contents, mirrored, seed=2), learned, GEOMETRY.corners_px())
    assert read_now.other_light is other_light
    assert min(read_now.evidence.colour_margin(square, content) for square, content in enumerate(contents, 1)) > 2


def test_a_veil_over_fields_and_discs_makes_no_disc_a_bare_field():
    learned = learn(drawn(start(SIZE)), SIZE, start(SIZE), GEOMETRY.corners_px())
    contents = list(start(SIZE))
    for source, target in ((9, 14), (24, 19), (2, 18)):
        contents[source - 1], contents[target - 1] = Content.EMPTY, contents[source - 1]
    seen = drawn(contents, seed=2)
    veiled = np.clip(255 * (0.8 * (seen / 255) ** 2.2 + 0.03) ** (1 / 2.2), 0, 255).astype(np.uint8)
    read_now = read_photograph(veiled, learned, GEOMETRY.corners_px())
    assert read_now.other_light
    assert min(read_now.evidence.colour_margin(square, content) for square, content in enumerate(contents, 1)) > -1.1
