"""Evidence from a picture is right where the picture is clear, flat where nothing is seen, and never sure of something wrong."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from rules.board.squares import Content
from tests.vision.conftest import SIZE, DrawnBoard, start
from vision.reading.calibration import CLASS_OF, EMPTY, WHITE, calibrate
from vision.reading.reader import fuse, read
from vision.reading.relearn import adapt
from vision.reading.resettle import settled

BOARD = DrawnBoard()
FIRST = BOARD.picture()
MIDDLE_GAME = [Content(int(kind)) for kind in np.random.default_rng(3).choice([0, 0, 1, 3], 50)]
ELSEWHERE = ((80, 400), (467, 500), (553, 107), (173, 40))


def margins(evidence, contents=MIDDLE_GAME):
    """The margin of the true colour over the likeliest wrong one, (squares,)."""
    rows = np.array(evidence.log_p)
    colours = np.column_stack([rows[:, 0], rows[:, 1:3].max(axis=1), rows[:, 3:].max(axis=1)])
    true = CLASS_OF[np.array(contents)]
    own = np.take_along_axis(colours, true[:, None], 1)[:, 0]
    return own - np.where(np.arange(3) == true[:, None], -np.inf, colours).max(axis=1)


@pytest.fixture(scope="module")
def calibration():
    return calibrate(FIRST, BOARD.geometry, start())


def shown(contents=MIDDLE_GAME, **changes):
    return replace(BOARD, contents=tuple(contents), seed=7, **changes).picture()


CLEAR = shown()


def test_clear_picture_is_read_surely(calibration):
    reading = read(CLEAR, BOARD.geometry, calibration)
    assert reading.hidden == ()
    assert reading.light == pytest.approx(1, abs=0.05)
    assert margins(reading.evidence).min() > 12
    assert max(max(row) - min(row) for row in reading.evidence.log_p) <= 20 + 1e-9, "no square says more than twenty nats"
    assert max(abs(row[1] - row[2]) for row in reading.evidence.log_p) < 4, "kings and men are not told apart from flat drawings"


def linear(picture):
    return (picture / 255.0) ** 2.2


def encoded(light):
    return np.round(255 * np.clip(light, 0, 1) ** (1 / 2.2)).astype(np.uint8)


LIT = {
    "dim": {"light": 0.45},
    "bright": {"light": 1.15},
    "warm": {"tint": (0.75, 0.95, 1.1)},
    "shadow": {"shadows": ((3.0, 4.0, 2.2),)},
    "noise": {"noise": 6.0},
}
SPOILED = {
    "stray light": lambda picture: encoded(0.85 * linear(picture) + 0.15),
    "softer tones": lambda picture: np.round(255 * (picture / 255.0) ** 0.65).astype(np.uint8),
    "harder tones": lambda picture: np.round(255 * (picture / 255.0) ** 1.6).astype(np.uint8),
    "a tenth of the light": lambda _: encoded(0.1 * linear(shown(noise=0.7))),
    "out of focus": lambda picture: cv2.GaussianBlur(picture, (0, 0), 1.7),
    "poor JPEG": lambda picture: cv2.imdecode(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 20])[1], cv2.IMREAD_COLOR),
}


@pytest.mark.parametrize("name", [*LIT, *SPOILED])
def test_what_light_lenses_sensors_and_files_do_is_borne(calibration, name):
    reading = read(SPOILED[name](CLEAR) if name in SPOILED else shown(**LIT[name]), BOARD.geometry, calibration)
    seen = np.array([square not in reading.hidden for square in range(1, 51)])
    assert margins(reading.evidence)[seen].min() > 1.5
    assert seen.sum() >= 48


def test_the_worse_a_picture_fits_the_less_is_said(calibration):
    said = []
    for radius in (0.3, 2.0, 4.0, 6.0):
        reading = read(cv2.GaussianBlur(CLEAR, (0, 0), radius), BOARD.geometry, calibration)
        said.append(np.median([margin or 0.0 for margin in reading.evidence.margins()]))
    assert said == sorted(said, reverse=True)
    assert said[-1] < 5 < 12 < said[0]


SPOILT = {
    "noise": lambda chance: CLEAR + chance.normal(0, 60, CLEAR.shape),
    "much noise": lambda chance: CLEAR + chance.normal(0, 120, CLEAR.shape),
    "nearly dark": lambda chance: 0.15 * CLEAR + chance.normal(0, 4, CLEAR.shape),
}


@pytest.mark.parametrize("name", SPOILT)
@pytest.mark.parametrize("seed", range(2))
def test_a_picture_that_is_spoilt_says_little_and_nothing_wrong_surely(calibration, name, seed):
    """In most of these some squares look like something else."""
    picture = np.clip(SPOILT[name](np.random.default_rng(seed)), 0, 255).astype(np.uint8)
    evidence = read(picture, BOARD.geometry, calibration).evidence
    assert margins(evidence).min() > -3, "20 to 1"
    assert np.median([margin or 0.0 for margin in evidence.margins()]) < 3


def test_across_the_edge_of_a_deep_shadow_less_is_said(calibration):
    picture = linear(CLEAR)
    picture[:, : picture.shape[1] // 2] *= 0.12
    reading = read(encoded(picture), BOARD.geometry, calibration)
    sure = np.array([margin or 0.0 for margin in reading.evidence.margins()]).reshape(10, 5)
    assert sure[:, 2].mean() < 0.8 * sure[:, (0, 4)].mean()
    assert margins(reading.evidence).min() > -5


def test_a_hand_makes_squares_flat_which_a_burst_takes_from_its_clear_picture(calibration):
    left, right = (read(shown(hands=((x, 4.5, 1.6),)), BOARD.geometry, calibration) for x in (3.5, 7.5))
    assert {17, 18, 22, 27, 28} <= set(left.hidden)
    for square in left.hidden:
        assert len(set(left.evidence.log_p[square - 1])) == 1
    seen = np.array([square not in left.hidden for square in range(1, 51)])
    assert seen.sum() > 30
    assert margins(left.evidence)[seen].min() > -3
    assert right.hidden
    assert margins(fuse([left, right])).min() > 0


def test_the_last_clear_picture_wins(calibration):
    before, after = start(), list(start())
    after[31 - 1], after[27 - 1] = Content.EMPTY, Content.WHITE_MAN
    readings = [read(shown(contents), BOARD.geometry, calibration) for contents in (before, after)]
    assert margins(fuse(readings), after).min() > 10


def test_offsets_are_measured_of_a_disc_half_over_the_edge_of_the_board_too(calibration):
    reading = read(shown(start(), offsets={33: (0.2, -0.1), 36: (-0.42, 0.05)}), BOARD.geometry, calibration)
    assert reading.offsets[32] == pytest.approx((0.2, -0.1), abs=0.06)
    assert reading.offsets[35] == pytest.approx((-0.42, 0.05), abs=0.12)
    assert reading.offsets[24] is None
    assert margins(reading.evidence, start()).min() > 0


def test_a_disc_like_nothing_known_is_hardly_spoken_of(calibration):
    picture, middle = FIRST.copy(), BOARD.geometry.to_px([[5.5, 4.5]])[0].round().astype(int)
    cv2.circle(picture, middle.tolist(), round(0.38 * BOARD.geometry.px_per_square()), (70, 60, 60), -1, cv2.LINE_AA)
    margin = read(picture, BOARD.geometry, calibration).evidence.margins()[23 - 1]
    assert margin is None or margin < 1.5


def test_what_a_veil_makes_all_alike_is_hardly_spoken_of():
    """Glare in the first picture makes bare squares look like anything, so every square fits well."""
    contents, lit = start(), np.zeros((*SIZE[::-1], 1), np.float32)
    cv2.circle(lit, BOARD.geometry.to_px([[5, 3]])[0].round().astype(int).tolist(), 60, 1, -1)
    glare = 260 * cv2.GaussianBlur(lit, (0, 0), 27)[..., None]
    first, later = (np.clip(picture + glare, 0, 255).astype(np.uint8) for picture in (FIRST, shown(contents)))
    calibration = calibrate(first, BOARD.geometry, contents)
    assert np.median(margins(read(later, BOARD.geometry, calibration).evidence, contents)) > 12
    for veil in (0.5, 0.9):
        veiled = encoded(linear(later) * (1 - veil) + veil)
        assert margins(read(veiled, BOARD.geometry, calibration).evidence, contents).min() > -3


def test_a_square_that_looks_as_when_it_was_known_speaks_for_what_it_held(calibration):
    def bare(held):
        kinds = calibration.there.known.kinds.copy()
        kinds[23 - 1] = held
        there = replace(calibration.there, known=replace(calibration.there.known, kinds=kinds))
        return read(FIRST, BOARD.geometry, replace(calibration, there=there)).evidence.margins()[23 - 1]

    assert bare(EMPTY) >= bare(-1) > bare(WHITE) + 3


def test_after_a_move_nothing_is_remembered_of_how_the_squares_looked_elsewhere(calibration):
    moved = replace(BOARD, corners=ELSEWHERE, light=0.8)
    picture = moved.picture()
    lies = settled(calibration, picture, moved.geometry)
    assert lies.same_place(moved.geometry)
    known = lies.there.known
    assert not np.any(known.log_ratios(known.changes(lies.survey(picture, moved.geometry)), np.zeros(50, bool), np.ones(50, bool)))


def test_a_board_seen_from_elsewhere_is_read(calibration):
    elsewhere = replace(BOARD, contents=tuple(MIDDLE_GAME), corners=ELSEWHERE, seed=4, tint=(0.9, 1, 1.05))
    assert margins(read(elsewhere.picture(), elsewhere.geometry, calibration).evidence).min() > 8


@pytest.mark.parametrize("level", [0, 128])
def test_black_and_grey_pictures_say_nothing(calibration, level):
    rows = read(np.full((*SIZE[::-1], 3), level, np.uint8), BOARD.geometry, calibration).evidence.log_p
    assert max(max(row) - min(row) for row in rows) < 3


def test_adapting_follows_the_light_and_refuses_contradiction(calibration):
    dimmer = shown(light=0.7)
    adapted = adapt(calibration, dimmer, BOARD.geometry, MIDDLE_GAME)
    assert read(dimmer, BOARD.geometry, adapted).light > read(dimmer, BOARD.geometry, calibration).light
    assert margins(read(dimmer, BOARD.geometry, adapted).evidence).min() > 14
    assert adapt(calibration, dimmer, BOARD.geometry, start()) is calibration


FOREIGN = np.clip(CLEAR.astype(float) ** 1.6 / 255**0.6 * (0.5, 0.9, 0.7), 0, 255).astype(np.uint8)


@pytest.mark.parametrize(("picture", "least"), [(np.roll(CLEAR, (13, 13), axis=(0, 1)), -8), (FOREIGN, -3)], ids=["mislaid", "foreign"])
def test_neither_a_mislaid_lattice_nor_foreign_colours_make_it_sure_of_something_wrong(calibration, picture, least):
    assert margins(read(picture, BOARD.geometry, calibration).evidence).min() > least
