"""Evidence from a picture is right where the picture is clear, flat where nothing is seen, and never sure of something wrong."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from rules.board.squares import Content
from vision.reading.calibration import CLASS_OF, EMPTY, WHITE, calibrate
from vision.reading.reader import fuse, read
from vision.reading.relearn import adapt
from vision.reading.resettle import settled


def start(size=10):
    squares, men = size * size // 2, (size * size // 2 - size) // 2
    return [Content.BLACK_MAN] * men + [Content.EMPTY] * (squares - 2 * men) + [Content.WHITE_MAN] * men


def middle_game(seed=3):
    rng = np.random.default_rng(seed)
    return [Content(int(kind)) for kind in rng.choice([0, 0, 1, 3], 50)]


def margins(evidence, contents):
    """The margin of the true colour over the likeliest wrong one, (squares,)."""
    rows = np.array(evidence.log_p)
    colours = np.column_stack([rows[:, 0], rows[:, 1:3].max(axis=1), rows[:, 3:].max(axis=1)])
    true = CLASS_OF[np.array(contents)]
    own = np.take_along_axis(colours, true[:, None], 1)[:, 0]
    return own - np.where(np.arange(3) == true[:, None], -np.inf, colours).max(axis=1)


@pytest.fixture
def board(drawn):
    return drawn()


@pytest.fixture
def calibration(board):
    return calibrate(board.picture(), board.geometry, start())


def shown(board, contents, **changes):
    return replace(board, contents=tuple(contents), seed=7, **changes).picture()


def test_clear_picture_is_read_surely(board, calibration):
    contents = middle_game()
    reading = read(shown(board, contents), board.geometry, calibration)
    assert reading.hidden == ()
    assert reading.light == pytest.approx(1, abs=0.05)
    assert margins(reading.evidence, contents).min() > 12


@pytest.mark.parametrize(
    "light",
    [{"light": 0.45}, {"light": 1.15}, {"tint": (0.75, 0.95, 1.1)}, {"shadows": ((3.0, 4.0, 2.2),)}, {"noise": 9.0}],
    ids=["dim", "bright", "warm", "shadow", "noise"],
)
def test_light_changes_and_the_reading_stands(board, calibration, light):
    contents = middle_game()
    reading = read(shown(board, contents, **light), board.geometry, calibration)
    seen = np.array([square not in reading.hidden for square in range(1, 51)])
    assert margins(reading.evidence, contents)[seen].min() > 1.5
    assert seen.sum() >= 48


def linear(picture):
    return (picture / 255.0) ** 2.2


def encoded(light):
    return np.round(255 * np.clip(light, 0, 1) ** (1 / 2.2)).astype(np.uint8)


SPOILED = {
    "stray light": lambda picture: encoded(0.85 * linear(picture) + 0.15),
    "softer tones": lambda picture: np.round(255 * (picture / 255.0) ** 0.65).astype(np.uint8),
    "harder tones": lambda picture: np.round(255 * (picture / 255.0) ** 1.6).astype(np.uint8),
    "a tenth of the light": lambda picture: encoded(0.1 * linear(picture)),
    "out of focus": lambda picture: cv2.GaussianBlur(picture, (0, 0), 2.5),
    "poor JPEG": lambda picture: cv2.imdecode(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 20])[1], cv2.IMREAD_COLOR),
}


@pytest.mark.parametrize("spoil", SPOILED.values(), ids=SPOILED.keys())
def test_what_lenses_sensors_and_files_do_is_borne(board, calibration, spoil):
    contents = middle_game()
    reading = read(spoil(shown(board, contents)), board.geometry, calibration)
    seen = np.array([square not in reading.hidden for square in range(1, 51)])
    assert margins(reading.evidence, contents)[seen].min() > 1.5
    assert seen.sum() >= 48


def test_the_worse_a_picture_fits_the_less_is_said(board, calibration):
    picture = shown(board, middle_game())
    said = []
    for radius in (0.5, 3.0, 6.0, 9.0):
        reading = read(cv2.GaussianBlur(picture, (0, 0), radius), board.geometry, calibration)
        said.append(np.median([margin or 0.0 for margin in reading.evidence.margins()]))
    assert said == sorted(said, reverse=True)
    assert said[-1] < 5 < 14 < said[0]


def test_across_the_edge_of_a_deep_shadow_less_is_said(board, calibration):
    contents = middle_game()
    picture = linear(shown(board, contents))
    picture[:, : picture.shape[1] // 2] *= 0.12
    reading = read(encoded(picture), board.geometry, calibration)
    sure = np.array([margin or 0.0 for margin in reading.evidence.margins()]).reshape(10, 5)
    assert sure[:, 2].mean() < 0.8 * sure[:, (0, 4)].mean()
    assert margins(reading.evidence, contents).min() > -5


def test_hand_makes_squares_flat_and_leaves_the_others(board, calibration):
    contents = middle_game()
    reading = read(shown(board, contents, hands=((3.5, 4.5, 1.6),)), board.geometry, calibration)
    assert {17, 18, 22, 27, 28} <= set(reading.hidden)
    for square in reading.hidden:
        assert len(set(reading.evidence.log_p[square - 1])) == 1
    seen = np.array([square not in reading.hidden for square in range(1, 51)])
    assert seen.sum() > 30
    assert margins(reading.evidence, contents)[seen].min() > -3


def test_burst_takes_hidden_squares_from_the_clear_picture(board, calibration):
    contents = middle_game()
    left = read(shown(board, contents, hands=((3.5, 4.5, 1.6),)), board.geometry, calibration)
    right = read(shown(board, contents, hands=((7.5, 4.5, 1.6),)), board.geometry, calibration)
    assert left.hidden
    assert right.hidden
    assert margins(fuse([left, right]), contents).min() > 0


def test_the_last_clear_picture_wins(board, calibration):
    before, after = start(), start()
    after[31 - 1], after[27 - 1] = Content.EMPTY, Content.WHITE_MAN
    readings = [read(shown(board, contents), board.geometry, calibration) for contents in (before, after)]
    assert margins(fuse(readings), after).min() > 10


def test_offsets_are_measured(board, calibration):
    reading = read(shown(board, start(), offsets={33: (0.2, -0.1)}), board.geometry, calibration)
    assert reading.offsets[32] == pytest.approx((0.2, -0.1), abs=0.06)
    assert reading.offsets[24] is None


def test_disc_half_over_the_edge_of_the_board_is_found(board, calibration):
    contents = start()
    reading = read(shown(board, contents, offsets={36: (-0.42, 0.05)}), board.geometry, calibration)
    assert margins(reading.evidence, contents).min() > 0
    assert reading.offsets[35] == pytest.approx((-0.42, 0.05), abs=0.12)


def test_no_square_says_more_than_twenty_nats(board, calibration):
    rows = np.array(read(board.picture(), board.geometry, calibration).evidence.log_p)
    assert (rows.max(axis=1) - rows.min(axis=1)).max() <= 20 + 1e-9


def test_kings_and_men_are_not_told_apart_from_flat_drawings(board, calibration):
    reading = read(shown(board, middle_game()), board.geometry, calibration)
    assert max(abs(row[1] - row[2]) for row in reading.evidence.log_p) < 4


def test_a_disc_like_nothing_known_is_hardly_spoken_of(board, calibration):
    picture, middle = board.picture().copy(), board.geometry.to_px([[5.5, 4.5]])[0].round().astype(int)
    cv2.circle(picture, middle.tolist(), round(0.38 * board.geometry.px_per_square()), (70, 60, 60), -1, cv2.LINE_AA)
    margin = read(picture, board.geometry, calibration).evidence.margins()[23 - 1]
    assert margin is None or margin < 1.5


@pytest.mark.parametrize("veil", [0.5, 0.9])
def test_what_a_veil_makes_all_alike_is_hardly_spoken_of(board, veil):
    """Glare in the first picture makes bare squares look like anything, so every square fits well."""
    contents, lit = start(), np.zeros((800, 960, 1), np.float32)
    cv2.circle(lit, board.geometry.to_px([[5, 3]])[0].round().astype(int).tolist(), 90, 1, -1)
    glare = 260 * cv2.GaussianBlur(lit, (0, 0), 40)[..., None]
    first, later = (np.clip(picture + glare, 0, 255).astype(np.uint8) for picture in (board.picture(), shown(board, contents)))
    calibration = calibrate(first, board.geometry, contents)
    clear = read(later, board.geometry, calibration)
    assert np.median(margins(clear.evidence, contents)) > 12
    veiled = np.round(255 * ((later / 255) ** 2.2 * (1 - veil) + veil) ** (1 / 2.2)).astype(np.uint8)
    assert margins(read(veiled, board.geometry, calibration).evidence, contents).min() > -3


def test_a_square_that_looks_as_when_it_was_known_speaks_for_what_it_held(board, calibration):
    def bare(held):
        kinds = calibration.there.known.kinds.copy()
        kinds[23 - 1] = held
        there = replace(calibration.there, known=replace(calibration.there.known, kinds=kinds))
        return read(board.picture(), board.geometry, replace(calibration, there=there)).evidence.margins()[23 - 1]

    assert bare(EMPTY) >= bare(-1) > bare(WHITE) + 3


def test_after_a_move_nothing_is_remembered_of_how_the_squares_looked_elsewhere(board, calibration):
    moved = replace(board, corners=((120, 600), (700, 750), (830, 160), (260, 60)), light=0.8)
    lies = settled(calibration, moved.picture(), moved.geometry)
    assert lies.same_place(moved.geometry)
    seen = lies.survey(moved.picture(), moved.geometry)
    known = lies.there.known
    assert not np.any(known.log_ratios(known.changes(seen), np.zeros(50, bool), np.ones(50, bool)))


def test_board_seen_from_elsewhere(board, calibration):
    contents = middle_game()
    elsewhere = replace(
        board, contents=tuple(contents), corners=((120, 600), (700, 750), (830, 160), (260, 60)), seed=4, tint=(0.9, 1, 1.05)
    )
    reading = read(elsewhere.picture(), elsewhere.geometry, calibration)
    assert margins(reading.evidence, contents).min() > 8


def test_black_and_grey_pictures_say_nothing(board, calibration):
    for level in (0, 128):
        picture = np.full((800, 960, 3), level, np.uint8)
        rows = read(picture, board.geometry, calibration).evidence.log_p
        assert max(max(row) - min(row) for row in rows) < 3


def test_a_mislaid_lattice_is_not_believed_overmuch(board, calibration):
    contents = middle_game()
    nudged = np.roll(shown(board, contents), (20, 20), axis=(0, 1))
    assert margins(read(nudged, board.geometry, calibration).evidence, contents).min() > -8


def test_adapting_follows_the_light_and_refuses_contradiction(board, calibration):
    contents = middle_game()
    dimmer = shown(board, contents, light=0.7)
    adapted = adapt(calibration, dimmer, board.geometry, contents)
    assert read(dimmer, board.geometry, adapted).light > read(dimmer, board.geometry, calibration).light
    assert margins(read(dimmer, board.geometry, adapted).evidence, contents).min() > 14
    assert adapt(calibration, dimmer, board.geometry, start()) is calibration


def test_foreign_colours_are_learned_from_the_picture_itself(board, calibration):
    contents = middle_game()
    foreign = np.clip(shown(board, contents).astype(float) ** 1.6 / 255**0.6 * (0.5, 0.9, 0.7), 0, 255).astype(np.uint8)
    reading = read(foreign, board.geometry, calibration)
    assert margins(reading.evidence, contents).min() > -3
