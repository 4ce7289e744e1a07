"""A watcher through a game: nudged, slid and turned boards, pictures that cannot be read, discs off their centres."""

import copy
from dataclasses import replace

import cv2
import numpy as np
import pytest

from rules.board.squares import Content
from vision.camera.source import Frame
from vision.image.geometry import rectify
from vision.locating.locate import BoardNotFound
from vision.watching.following import Shift
from vision.watching.health import Health, NothingSeen, PictureFault, light_fault, white_or_black
from vision.watching.watcher import Watcher


def start(size=10):
    squares, men = size * size // 2, (size * size // 2 - size) // 2
    return (Content.BLACK_MAN,) * men + (Content.EMPTY,) * (squares - 2 * men) + (Content.WHITE_MAN,) * men


def played(size=10):
    """The position after one move of each side."""
    contents = list(start(size))
    for origin, target in ((32, 28), (19, 23)) if size == 10 else ((22, 18), (11, 15)):
        contents[origin - 1], contents[target - 1] = contents[target - 1], contents[origin - 1]
    return tuple(contents)


def laid(board, shift=(0.0, 0.0), degrees=0.0, **changes):
    """The same board, shifted (in squares) and turned clockwise about its middle."""
    n, turn = board.size, np.radians(degrees)
    around = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    corners = (np.array([(0, n), (n, n), (n, 0), (0, 0)]) - n / 2) @ around + n / 2 + shift
    return replace(board, corners=tuple(map(tuple, board.geometry.to_px(corners))), **changes)


def frame(board, number, **changes):
    return Frame(f"{number:04}.jpg", number, replace(board, seed=number + 1, **changes).picture())


_BEGUN = {}


def watching(board):
    """A watcher that has begun with this board. Equal boards share the beginning, which takes longest."""
    key = (board.size, board.corners, board.contents)
    if key not in _BEGUN:
        _BEGUN[key] = Watcher(board.size)
        _BEGUN[key].begin(frame(board, 0), board.contents or start(board.size))
    return copy.deepcopy(_BEGUN[key])


def off_by(geometry, board):
    """The largest error of a corner, in squares."""
    truth = board.geometry
    return float(np.linalg.norm(truth.to_board(geometry.corners_px()) - truth.to_board(truth.corners_px()), axis=1).max())


def colours(contents):
    return [content.side for content in contents]


@pytest.fixture
def board(drawn):
    return drawn(corners=((230, 640), (700, 655), (675, 190), (255, 175)))


@pytest.mark.parametrize(("shift", "degrees"), [((0.1, 0), 0), ((-0.2, 0.3), 0), ((0.45, 0), 0), ((0.1, 0.1), 2)])
def test_a_nudge_is_followed_silently(board, shift, degrees):
    now = laid(board, shift, degrees, contents=played())
    sight = watching(board).look([frame(now, 1)])
    assert off_by(sight.geometry, now) < 0.1
    assert sight.moved is None
    assert colours(sight.evidence.best()) == colours(played())


@pytest.mark.parametrize(
    ("shift", "degrees"),
    [
        ((0.6, 0.0), 0),
        ((0.8, 0.0), 0),
        ((1.0, 0.0), 0),
        ((0.0, -1.0), 0),
        ((1.0, 1.0), 0),
        ((-1.5, 0.2), 0),
        ((2.0, 0.0), 0),
        ((0.0, 0.0), 10),
        ((0.3, -0.3), -25),
        ((0.0, 0.0), 90),
        ((0.0, 0.0), 180),
        ((0.0, 0.0), -90),
        ((1.0, 0.0), 175),
    ],
)
def test_a_board_that_was_moved_is_found_anew_and_told(board, shift, degrees):
    now = laid(board, shift, degrees, contents=played())
    sight = watching(board).look([frame(now, 1)])
    assert off_by(sight.geometry, now) < 0.1
    assert colours(sight.evidence.best()) == colours(played())
    assert (sight.moved.before.name, sight.moved.after.name) == ("0000.jpg", "0001.jpg")
    assert sight.moved.shift.middle_squares == pytest.approx(np.hypot(*shift), abs=0.1)
    assert abs(sight.moved.shift.degrees) == pytest.approx(abs(degrees), abs=1)


def test_an_8x8_board_slid_by_one_field_is_not_caught_one_field_off(drawn):
    board = drawn(size=8, corners=((230, 640), (700, 655), (675, 190), (255, 175)))
    now = laid(board, (0.0, 1.0), contents=played(8))
    sight = watching(board).look([frame(now, 1)])
    assert off_by(sight.geometry, now) < 0.1
    assert sight.moved.shift.corner_squares == pytest.approx(1, abs=0.1)


def test_a_board_that_lies_still_again_is_told_once(board):
    watcher = watching(board)
    now = laid(board, (1.0, 0.0), contents=played())
    assert watcher.look([frame(now, 1)]).moved
    assert watcher.look([frame(now, 2)]).moved is None


def test_a_quarter_turn_of_a_position_that_looks_alike_both_ways_round_is_not_decided(board):
    half = [Content.WHITE_MAN, Content.BLACK_MAN, Content.EMPTY, Content.EMPTY, Content.BLACK_MAN] * 5
    alike = replace(board, contents=(*half, *half[::-1]))
    watcher = watching(alike)
    with pytest.raises(NothingSeen) as told:
        watcher.look([frame(laid(alike, degrees=90), 1)])
    assert told.value.fault is PictureFault.WHICH_WAY
    assert colours(watcher.look([frame(alike, 2)]).evidence.best()) == colours(alike.contents)


def test_pieces_thrown_about_are_not_taken_for_a_turned_board(board):
    rng = np.random.default_rng(5)
    thrown = tuple(Content(int(kind)) for kind in rng.permutation(start()))
    sight = watching(board).look([frame(board, 1, contents=thrown)])
    assert sight.moved is None
    assert colours(sight.evidence.best()) == colours(thrown)


def test_a_burst_tells_of_a_board_moved_between_its_pictures(board):
    now = laid(board, (0.9, 0.0), contents=played())
    sight = watching(board).look([frame(board, 1), frame(now, 2)])
    assert (sight.moved.before.name, sight.moved.after.name) == ("0001.jpg", "0002.jpg")


def test_after_a_move_the_new_place_is_learned(board):
    watcher = watching(board)
    now = laid(board, (1.5, 0.0), contents=played())
    watcher.confirm(watcher.look([frame(now, 1)]), played())
    hand = frame(now, 2, hands=((5.0, 5.0, 1.6),))
    hidden = [square for square, margin in enumerate(watcher.look([hand]).evidence.margins(), 1) if margin is None]
    assert {23, 28} <= set(hidden)
    assert len(hidden) < 25


def spoiled(board, how, contents=None):
    image = frame(board, 1, contents=contents or played()).image
    noise = np.random.default_rng(1).normal(0, 2, image.shape)
    match how:
        case PictureFault.BLACK:
            spoilt = image * 0.02 + noise
        case PictureFault.BLINDED:
            spoilt = image * 6.0 + noise
        case PictureFault.OUT_OF_FOCUS:
            spoilt = cv2.GaussianBlur(image, (0, 0), 0.2 * board.geometry.px_per_square()) + noise
        case PictureFault.COVERED:
            spoilt = np.array((90, 80, 140)) + 3 * noise
        case _:
            return frame(board, 0).image
    return np.clip(spoilt, 0, 255).astype(np.uint8)


@pytest.mark.parametrize(
    "fault", [PictureFault.BLACK, PictureFault.BLINDED, PictureFault.OUT_OF_FOCUS, PictureFault.COVERED, PictureFault.FROZEN]
)
def test_a_picture_that_tells_nothing_has_its_reason_and_nothing_is_made_of_it(board, fault):
    watcher = watching(board)
    with pytest.raises(NothingSeen, match="0001") as told:
        watcher.look([Frame("0001.jpg", 1, spoiled(board, fault))])
    assert told.value.fault is fault
    after = watcher.look([frame(board, 2, contents=played())])
    assert colours(after.evidence.best()) == colours(played())
    assert after.moved is None


def test_a_good_picture_of_a_burst_is_enough(board):
    sight = watching(board).look([frame(board, 1, contents=played()), Frame("0001b.jpg", 1, spoiled(board, PictureFault.BLACK))])
    assert colours(sight.evidence.best()) == colours(played())
    assert sight.frame.name == "0001.jpg"


def test_no_picture_is_a_fault(board):
    with pytest.raises(NothingSeen, match="no picture was taken"):
        watching(board).look([])


def test_the_same_file_named_again_is_no_frozen_camera(board):
    watcher = watching(board)
    same = replace(frame(board, 1, contents=played()), name="0001.jpg")
    assert watcher.look([same]).evidence == watcher.look([replace(same, t_ns=2)]).evidence


@pytest.mark.parametrize("light", [{"light": 0.3}, {"light": 1.2}, {"noise": 8.0}, {"hands": ((2.5, 3.5, 1.5),)}])
def test_poor_but_readable_pictures_are_read(board, light):
    sight = watching(board).look([frame(board, 1, contents=played(), **light)])
    assert sight.moved is None
    assert off_by(sight.geometry, board) < 0.1
    shown = [square for square, margin in enumerate(sight.evidence.margins()) if margin is not None]
    assert len(shown) >= (35 if "hands" in light else 45)
    assert [sight.evidence.best()[square].side for square in shown] == [played()[square].side for square in shown]


def test_a_legible_board_whose_light_fields_are_burnt_out_is_not_blinded(board):
    bright = replace(board, light=1.65)  # burns out the light fields and white discs only
    image = frame(bright, 1, contents=played()).image
    assert (rectify(image, board.geometry, 12).min(axis=2) >= 250).mean() > 0.4
    assert light_fault(image, board.geometry) is None
    assert watching(board).look([Frame("0001.jpg", 1, image)]).moved is None  # far from the light that was learned, but no fault
    watcher = Watcher(10)
    watcher.begin(frame(bright, 0), start())
    assert colours(watcher.look([Frame("0001.jpg", 1, image)]).evidence.best()) == colours(played())


def test_a_legible_white_board_on_a_white_table_is_not_blinded(board):
    image = frame(board, 1).image.copy()
    image[cv2.fillConvexPoly(np.ones(image.shape[:2], np.uint8), board.geometry.corners_px().astype(np.int32), 0) == 1] = 255
    image[image.min(axis=2) > 150] = 255
    assert (image.min(axis=2) >= 250).mean() > 0.7
    assert white_or_black(image) is None
    assert light_fault(image, board.geometry) is None


UNFIT = {
    PictureFault.BLACK: "0000.jpg: the picture is black: .*turn the light on and take it again",
    PictureFault.BLINDED: "0000.jpg: the picture is far too bright: .*shorten the exposure and take it again",
    PictureFault.OUT_OF_FOCUS: "0000.jpg: the picture is out of focus: .*focus the camera and take it again",
}


@pytest.mark.parametrize("fault", UNFIT)
def test_a_start_picture_that_is_unfit_to_learn_from_is_refused(board, fault):
    with pytest.raises(NothingSeen, match=UNFIT[fault]) as told:
        Watcher(10).begin(Frame("0000.jpg", 0, spoiled(board, fault, start())), start())
    assert told.value.fault is fault


@pytest.mark.parametrize("blur", [0.15, 0.25, 0.5])
def test_a_blurred_start_picture_is_out_of_focus_whether_the_board_is_found_or_not(board, blur):
    blurred = cv2.GaussianBlur(frame(board, 0).image, (0, 0), blur * board.geometry.px_per_square())
    with pytest.raises(NothingSeen, match="out of focus"):
        Watcher(10).begin(Frame("0000.jpg", 0, blurred), start())


def test_a_red_board_whose_fields_differ_in_one_colour_alone_is_in_focus(board):
    image = frame(board, 0).image.copy()
    image[..., :2] = 60 + image[..., :2] // 40
    health = Health.learn(Frame("0000.jpg", 0, image), board.geometry)
    assert health.channel == 2
    assert health.sharpness > 0.7


def test_a_start_picture_without_a_board_is_not_said_to_be_out_of_focus():
    noise = np.random.default_rng(2).integers(0, 255, (400, 500, 3), np.uint8)
    with pytest.raises(BoardNotFound, match=r"0000\.jpg"):
        Watcher(10).begin(Frame("0000.jpg", 0, noise), start())


def test_a_camera_that_repeats_black_pictures_is_black(board):
    watcher = watching(board)
    for level, name in ((3, "0001.jpg"), (3, "0002.jpg"), (24, "0003.jpg"), (24, "0004.jpg")):
        with pytest.raises(NothingSeen) as told:
            watcher.look([Frame(name, int(name[:4]), np.full((800, 960, 3), level, np.uint8))])
        assert told.value.fault is PictureFault.BLACK


def test_a_picture_of_another_size_is_no_move(board):
    watcher = watching(board)
    for number, factor in ((1, 0.5), (2, 0.5), (3, 1.0), (4, 1.3)):
        image = cv2.resize(frame(board, number, contents=played()).image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        sight = watcher.look([Frame(f"{number:04}.jpg", number, image)])
        assert sight.moved is None
        assert off_by(sight.geometry.scaled(1 / factor), board) < 0.1
        assert colours(sight.evidence.best()) == colours(played())


def test_a_board_moved_in_a_picture_of_another_size_is_told_as_far_as_it_moved(board):
    image = frame(laid(board, (1.0, 0.0)), 1).image
    sight = watching(board).look([Frame("0001.jpg", 1, cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))])
    assert sight.moved.shift.middle_squares == pytest.approx(1, abs=0.1)


def test_a_disc_badly_off_its_centre_is_named_once(board):
    watcher = watching(board)
    off = {12: (0.36, 0.05), 33: (-0.1, 0.34), 40: (0.18, 0.0)}
    assert watcher.look([frame(board, 1, offsets=off)]).off_centre == (12, 33)
    assert watcher.look([frame(board, 2, offsets=off)]).off_centre == ()
    off = {12: (0.36, 0.05), 33: (0.0, 0.0), 40: (0.36, 0.0)}
    assert watcher.look([frame(board, 3, offsets=off)]).off_centre == (40,)
    off[33] = (0.0, -0.36)
    assert watcher.look([frame(board, 4, offsets=off)]).off_centre == (33,)


def test_a_disc_off_its_centre_is_named_after_a_press_alone(board):
    watcher, off = watching(board), {12: (0.36, 0.05)}
    assert watcher.again(frame(board, 1, offsets=off), start()).off_centre == ()
    assert watcher.find(frame(board, 2, offsets=off), start()).off_centre == ()
    assert watcher.look([frame(board, 3, offsets=off)]).off_centre == (12,)


@pytest.mark.parametrize("degrees", [90, 180])
def test_what_all_discs_seem_off_after_a_turn_is_not_held_against_one(board, degrees):
    off = dict.fromkeys(range(1, 51), (0.1, 0.02)) | {12: (0.42, 0.02), 40: (0.26, 0.02)}
    turned = laid(board, degrees=degrees, contents=played())
    assert watching(board).look([frame(turned, 1, offsets=off)]).off_centre == (12,)


def test_few_discs_after_a_turn_must_stand_worse_to_be_named(board):
    few = tuple(content if square in (1, 3, 12, 40, 42, 50) else Content.EMPTY for square, content in enumerate(start(), 1))
    off = {12: (0.3, 0.0), 40: (0.46, 0.0)}
    here = watching(board).look([frame(board, 1, contents=few, offsets=off)])
    there = watching(board).look([frame(laid(board, (0.9, 0.0)), 1, contents=few, offsets=off)])
    assert (here.off_centre, there.off_centre) == ((12, 40), (40,))


def test_another_disc_on_the_square_is_another_remark(board):
    watcher = watching(board)
    off = {28: (0.36, 0.0)}
    contents = played()
    assert watcher.look([frame(board, 1, contents=contents, offsets=off)]).off_centre == (28,)
    emptied = [Content.EMPTY if square == 28 else content for square, content in enumerate(contents, 1)]
    assert watcher.look([frame(board, 2, contents=tuple(emptied), offsets=off)]).off_centre == ()
    assert watcher.look([frame(board, 3, contents=contents, offsets=off)]).off_centre == (28,)


def test_a_disc_under_a_hand_is_not_judged(board):
    sight = watching(board).look([frame(board, 1, offsets={12: (0.36, 0.05)}, hands=((4.0, 2.5, 1.2),))])
    assert sight.off_centre == ()


def test_a_shift_is_measured_in_squares_and_degrees(board):
    shift = Shift.between(board.geometry, laid(board, (3.0, 4.0), 30).geometry)
    assert shift.middle_squares == pytest.approx(5, abs=0.05)
    assert shift.degrees == pytest.approx(30, abs=0.5)


def test_corners_by_hand_are_looked_at_first_and_the_board_is_found_elsewhere_too(drawn):
    small = drawn(contents=start(), corners=((600, 300), (760, 300), (760, 140), (600, 140)))
    image = drawn(contents=start(), corners=((60, 760), (560, 760), (560, 260), (60, 260))).picture()
    image[100:340, 580:800] = small.picture()[100:340, 580:800]
    large = Watcher(10).begin(Frame("0000.jpg", 0, image), start()).px_per_square()
    by_hand = Watcher(10, [(602, 302), (757, 298), (759, 142), (601, 138)])
    assert by_hand.begin(Frame("0000.jpg", 0, image), start()).px_per_square() < large / 2
    moved = Watcher(10, [(800, 300), (900, 300), (900, 200), (800, 200)])
    assert moved.begin(Frame("0000.jpg", 0, image), start()).px_per_square() == pytest.approx(large, rel=0.01)
