"""A watcher through a game: nudged, slid and turned boards, pictures that cannot be read, discs off their centres, and its modes."""

import copy
from dataclasses import replace

import cv2
import numpy as np
import pytest

from rules.board.squares import Content
from tests.support.says import says
from tests.vision import scenes
from tests.vision.conftest import SIZE, DrawnBoard, start
from tests.vision.scenes import off_by
from vision.camera.source import Frame
from vision.image.geometry import rectify
from vision.locating.locate import BoardNotFound
from vision.watching.health import Health, NothingSeen, PictureFault, light_fault, white_or_black
from vision.watching.watcher import Watcher

BLACK, BLINDED, OUT_OF_FOCUS = PictureFault.BLACK, PictureFault.BLINDED, PictureFault.OUT_OF_FOCUS
BOARD = DrawnBoard(corners=((153, 427), (467, 437), (450, 127), (170, 117)))
HALF = [Content.WHITE_MAN, Content.BLACK_MAN, Content.EMPTY, Content.EMPTY, Content.BLACK_MAN] * 5
ALIKE = replace(BOARD, contents=(*HALF, *HALF[::-1]))
"""A position that looks the same after half a turn."""


def moved(*moves, size=10):
    contents = list(start(size))
    for origin, target in moves:
        contents[origin - 1], contents[target - 1] = contents[target - 1], contents[origin - 1]
    return tuple(contents)


PLAYED = moved((32, 28), (19, 23))
"""The position after one move of each side."""


def laid(board, shift=(0.0, 0.0), degrees=0.0, **changes):
    """The same board, shifted (in squares) and turned clockwise about its middle."""
    return replace(board, corners=tuple(map(tuple, scenes.laid(board.geometry, shift, degrees).corners_px())), **changes)


def frame(board, number, **changes):
    return Frame(f"{number:04}.jpg", number, replace(board, seed=number + 1, **changes).picture())


_BEGUN = {}


def watching(board=BOARD):
    """A watcher that has begun with this board. Equal boards share the beginning, which takes longest; its state is a frozen value."""
    if repr(board) not in _BEGUN:
        _BEGUN[repr(board)] = Watcher(board.size)
        _BEGUN[repr(board)].begin(frame(board, 0), board.contents or start(board.size))
    return copy.copy(_BEGUN[repr(board)])


def sides(contents):
    return [content.side for content in contents]


def check(sight, lies=BOARD, contents=PLAYED):
    """The board was seen where it lies, with those pieces."""
    assert off_by(sight.geometry, lies.geometry) < 0.1
    assert sides(sight.evidence.best()) == sides(contents)


def tells_nothing(fault, about=None):
    return pytest.raises(NothingSeen, check=lambda told: told.fault is fault and told.about == (about or told.about))


def black(number, level=0):
    return Frame(f"{number:04}.jpg", number, np.full((*SIZE[::-1], 3), level, np.uint8))


@pytest.mark.parametrize(("shift", "degrees"), [((0.45, 0), 0), ((0.1, 0.1), 2)])
def test_a_nudge_is_followed_silently(shift, degrees):
    now = laid(BOARD, shift, degrees, contents=PLAYED)
    sight = watching().look([frame(now, 1)])
    check(sight, now)
    assert sight.moved is None


@pytest.mark.parametrize(("shift", "degrees"), [((0.6, 0.0), 0), ((-1.5, 0.2), 0), ((0.3, -0.3), -25), ((1.0, 0.0), 175)])
def test_a_board_that_was_moved_is_found_anew_and_told_also_within_a_burst(shift, degrees):
    now = laid(BOARD, shift, degrees, contents=PLAYED)
    sight = watching().look([*([frame(BOARD, 1)] if degrees == 0 else []), frame(now, 2)])
    check(sight, now)
    assert (sight.moved.before.name, sight.moved.after.name) == ("0001.jpg" if degrees == 0 else "0000.jpg", "0002.jpg")
    assert sight.moved.shift.middle_squares == pytest.approx(np.hypot(*shift), abs=0.1)
    assert abs(sight.moved.shift.degrees) == pytest.approx(abs(degrees), abs=1)


def test_an_8x8_board_slid_by_one_field_is_not_caught_one_field_off():
    board = replace(BOARD, size=8)
    now = laid(board, (0.0, 1.0), contents=moved((22, 18), (11, 15), size=8))
    sight = watching(board).look([frame(now, 1)])
    assert off_by(sight.geometry, now.geometry) < 0.1
    assert sight.moved.shift.corner_squares == pytest.approx(1, abs=0.1)


def test_a_board_that_lies_still_again_is_told_once_and_its_new_place_is_learned():
    watcher, now = watching(), laid(BOARD, (1.5, 0.0), contents=PLAYED)
    sight = watcher.look([frame(now, 1)])
    assert sight.moved
    assert watcher.look([frame(now, 2)]).moved is None
    watcher.confirm(sight, PLAYED)
    seen = watcher.look([frame(now, 3, hands=((5.0, 5.0, 1.6),))])
    hidden = [square for square, margin in enumerate(seen.evidence.margins(), 1) if margin is None]
    assert {23, 28} <= set(hidden)
    assert len(hidden) < 25


def test_a_quarter_turn_of_a_position_that_looks_alike_both_ways_round_is_not_decided():
    watcher = watching(ALIKE)
    with tells_nothing(PictureFault.WHICH_WAY):
        watcher.look([frame(laid(ALIKE, degrees=90), 1)])
    assert sides(watcher.look([frame(ALIKE, 2)]).evidence.best()) == sides(ALIKE.contents)


def test_after_the_camera_was_gone_the_pieces_must_tell_the_way_until_a_position_is_confirmed():
    watcher = watching(ALIKE)
    before = watcher.look([frame(ALIKE, 1)])
    with tells_nothing(BLACK):
        watcher.again(black(2), ALIKE.contents)
    with tells_nothing(PictureFault.WHICH_WAY):
        watcher.look([frame(ALIKE, 3)])
    watcher.confirm(before, ALIKE.contents)
    assert watcher.look([frame(ALIKE, 4)]).moved is None


def test_pieces_thrown_about_are_not_taken_for_a_turned_board():
    thrown = tuple(Content(int(kind)) for kind in np.random.default_rng(5).permutation(start()))
    sight = watching().look([frame(BOARD, 1, contents=thrown)])
    check(sight, contents=thrown)
    assert sight.moved is None


def spoiled(how, contents=PLAYED, blur=0.2):
    image = frame(BOARD, 1, contents=contents).image
    noise = np.random.default_rng(1).normal(0, 2, image.shape)
    match how:
        case PictureFault.BLACK:
            spoilt = image * 0.02 + noise
        case PictureFault.BLINDED:
            spoilt = image * 6.0 + noise
        case PictureFault.OUT_OF_FOCUS:
            spoilt = cv2.GaussianBlur(image, (0, 0), blur * BOARD.geometry.px_per_square()) + noise
        case PictureFault.COVERED:
            spoilt = np.array((90, 80, 140)) + 3 * noise
        case _:
            return frame(BOARD, 0).image
    return np.clip(spoilt, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("fault", [BLACK, BLINDED, OUT_OF_FOCUS, PictureFault.COVERED, PictureFault.FROZEN])
def test_a_picture_that_tells_nothing_has_its_reason_and_nothing_is_made_of_it(fault):
    watcher = watching()
    with tells_nothing(fault, "0001.jpg"):
        watcher.look([Frame("0001.jpg", 1, spoiled(fault))])
    after = watcher.look([frame(BOARD, 2, contents=PLAYED)])
    check(after)
    assert after.moved is None


def test_a_good_picture_of_a_burst_is_enough_but_without_a_picture_or_one_that_was_learned_from_nothing_is_read():
    sight = watching().look([frame(BOARD, 1, contents=PLAYED), Frame("0001b.jpg", 1, spoiled(BLACK))])
    check(sight)
    assert sight.frame.name == "0001.jpg"
    with pytest.raises(NothingSeen, check=says("PictureSays.no-picture")):
        watching().look([])
    with pytest.raises(RuntimeError):
        Watcher(10).look([frame(BOARD, 1)])


def test_neither_the_same_file_named_again_nor_repeated_black_pictures_are_a_frozen_camera():
    watcher, same = watching(), frame(BOARD, 1, contents=PLAYED)
    assert watcher.look([same]).evidence == watcher.look([replace(same, t_ns=2)]).evidence
    for number, level in enumerate((3, 3, 24, 24), 3):
        with tells_nothing(BLACK):
            watcher.look([black(number, level)])


@pytest.mark.parametrize(("poor", "shown"), [({"light": 0.3, "noise": 4.0}, 45), ({"noise": 8.0, "hands": ((2.5, 3.5, 1.5),)}, 35)])
def test_poor_but_readable_pictures_are_read(poor, shown):
    sight = watching().look([frame(BOARD, 1, contents=PLAYED, **poor)])
    assert sight.moved is None
    assert off_by(sight.geometry, BOARD.geometry) < 0.1
    seen = [square for square, margin in enumerate(sight.evidence.margins()) if margin is not None]
    assert len(seen) >= shown
    assert [sight.evidence.best()[square].side for square in seen] == [PLAYED[square].side for square in seen]


def test_a_legible_board_whose_light_fields_are_burnt_out_is_not_blinded():
    bright = replace(BOARD, light=1.65)  # burns out the light fields and white discs only
    image = frame(bright, 1, contents=PLAYED).image
    assert (rectify(image, BOARD.geometry, 12).min(axis=2) >= 250).mean() > 0.4
    assert light_fault(image, BOARD.geometry) is None
    assert watching().look([Frame("0001.jpg", 1, image)]).moved is None  # far from the light that was learned, but no fault
    assert sides(watching(bright).look([Frame("0001.jpg", 1, image)]).evidence.best()) == sides(PLAYED)


def test_a_legible_white_board_on_a_white_table_is_not_blinded():
    image = frame(BOARD, 1).image.copy()
    image[cv2.fillConvexPoly(np.ones(image.shape[:2], np.uint8), BOARD.geometry.corners_px().astype(np.int32), 0) == 1] = 255
    image[image.min(axis=2) > 150] = 255
    assert (image.min(axis=2) >= 250).mean() > 0.7
    assert white_or_black(image) is None
    assert light_fault(image, BOARD.geometry) is None


@pytest.mark.parametrize(("fault", "blur"), [(BLACK, 0), (BLINDED, 0), (OUT_OF_FOCUS, 0.15), (OUT_OF_FOCUS, 0.5)])
def test_a_start_picture_that_is_unfit_to_learn_from_is_refused_whether_the_board_is_found_or_not(fault, blur):
    with pytest.raises(NothingSeen, check=says(f"UnfitPicture.{fault.name.lower().replace('_', '-')}")) as told:
        Watcher(10).begin(Frame("0000.jpg", 0, spoiled(fault, start(), blur)), start())
    assert (told.value.fault, told.value.about) == (fault, "0000.jpg")
    assert told.value.sentence.remedy.code == "UnfitPicture.and-again"


def test_a_red_board_whose_fields_differ_in_one_colour_alone_is_in_focus():
    image = frame(BOARD, 0).image.copy()
    image[..., :2] = 60 + image[..., :2] // 40
    health = Health.learn(Frame("0000.jpg", 0, image), BOARD.geometry)
    assert health.channel == 2
    assert health.sharpness > 0.7


def test_a_start_picture_without_a_board_is_not_said_to_be_out_of_focus():
    noise = np.random.default_rng(2).integers(0, 255, (250, 320, 3), np.uint8)
    with pytest.raises(BoardNotFound, check=lambda told: told.about == "0000.jpg"):
        Watcher(10).begin(Frame("0000.jpg", 0, noise), start())


def test_a_picture_of_another_size_is_no_move_and_a_move_in_it_is_told_as_far_as_it_was():
    def resized(board, number, factor):
        taken = frame(board, number)
        return replace(taken, held=cv2.resize(taken.image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA))

    watcher, played = watching(), replace(BOARD, contents=PLAYED)
    for number, factor in ((1, 0.7), (2, 0.7), (3, 1.3)):
        sight = watcher.look([resized(played, number, factor)])
        assert sight.moved is None
        check(replace(sight, geometry=sight.geometry.scaled(1 / factor)))
    assert watcher.look([resized(laid(BOARD, (1.0, 0.0)), 4, 0.7)]).moved.shift.middle_squares == pytest.approx(1, abs=0.1)


def test_a_disc_badly_off_its_centre_is_named_once():
    watcher, looks = watching(), []
    off = {12: (0.36, 0.05), 33: (-0.1, 0.34), 40: (0.18, 0.0)}
    for changes in ({}, {}, {33: (0.0, 0.0), 40: (0.36, 0.0)}, {33: (0.0, -0.36)}):
        off |= changes
        looks.append(watcher.look([frame(BOARD, len(looks) + 1, offsets=off)]).off_centre)
    assert looks == [(12, 33), (), (40,), (33,)]


def test_a_disc_off_its_centre_is_named_after_a_press_alone_and_not_under_a_hand():
    watcher, off = watching(), {12: (0.36, 0.05)}
    assert watcher.again(frame(BOARD, 1, offsets=off), start()).off_centre == ()
    assert watcher.find(frame(BOARD, 2, offsets=off), start()).off_centre == ()
    assert watcher.look([frame(BOARD, 3, offsets=off, hands=((4.0, 2.5, 1.2),))]).off_centre == ()
    assert watcher.look([frame(BOARD, 4, offsets=off)]).off_centre == (12,)


def test_what_all_discs_seem_off_after_a_turn_is_not_held_against_one():
    off = dict.fromkeys(range(1, 51), (0.1, 0.02)) | {12: (0.42, 0.02), 40: (0.26, 0.02)}
    turned = laid(BOARD, degrees=90, contents=PLAYED)
    assert watching().look([frame(turned, 1, offsets=off)]).off_centre == (12,)


def test_few_discs_after_a_turn_must_stand_worse_to_be_named():
    few = tuple(content if square in (1, 3, 12, 40, 42, 50) else Content.EMPTY for square, content in enumerate(start(), 1))
    off = {12: (0.3, 0.0), 40: (0.46, 0.0)}
    here = watching().look([frame(BOARD, 1, contents=few, offsets=off)])
    there = watching().look([frame(laid(BOARD, (0.9, 0.0)), 1, contents=few, offsets=off)])
    assert (here.off_centre, there.off_centre) == ((12, 40), (40,))


def test_another_disc_on_the_square_is_another_remark():
    watcher, off = watching(), {28: (0.36, 0.0)}
    emptied = tuple(Content.EMPTY if square == 28 else content for square, content in enumerate(PLAYED, 1))
    for number, (shown, named) in enumerate(((PLAYED, (28,)), (emptied, ()), (PLAYED, (28,))), 1):
        assert watcher.look([frame(BOARD, number, contents=shown, offsets=off)]).off_centre == named


def test_corners_by_hand_are_looked_at_first_and_the_board_is_found_elsewhere_too():
    small = DrawnBoard(corners=((410, 210), (560, 210), (560, 60), (410, 60)))
    image = DrawnBoard(corners=((40, 507), (373, 507), (373, 173), (40, 173))).picture()
    image[30:240, 386:590] = small.picture()[30:240, 386:590]
    large = Watcher(10).begin(Frame("0000.jpg", 0, image), start()).px_per_square()
    by_hand = Watcher(10, [(412, 212), (557, 208), (559, 62), (411, 58)])
    assert by_hand.begin(Frame("0000.jpg", 0, image), start()).px_per_square() < large / 2
    elsewhere = Watcher(10, [(400, 400), (500, 400), (500, 300), (400, 300)])
    assert elsewhere.begin(Frame("0000.jpg", 0, image), start()).px_per_square() == pytest.approx(large, rel=0.01)


def test_what_is_seen_in_passing_is_read_and_not_remembered():
    watcher, press = watching(), frame(BOARD, 1, contents=moved((32, 28)), hands=((2.0, 2.0, 1.2),))
    slid = frame(laid(BOARD, (0.06, 0.03)), 2, contents=moved((33, 28)))
    wanted = watching().look([press])
    assert sides(watcher.glance(slid).best()) == sides(moved((33, 28)))
    assert watcher.glance(press) is not None
    assert watcher.glance(press) is not None  # the same pixels again, also as a picture of the press, are not a frozen camera
    assert watcher.glance(black(4)) is None
    seen = watcher.look([press])
    assert (seen.evidence, seen.off_centre, seen.moved) == (wanted.evidence, wanted.off_centre, wanted.moved)
    np.testing.assert_array_equal(seen.geometry.corners_px(), wanted.geometry.corners_px())


@pytest.mark.parametrize("board", [BOARD, laid(BOARD, (0.06, 0.03)), laid(BOARD, degrees=180)])
def test_pictures_glanced_at_are_seen_as_those_that_were_not(board):
    presses = [
        [frame(board, number, contents=moved((32, 28)), hands=hands) for number, hands in ((1, ((2.0, 2.0, 1.2),)), (2, ()))],
        [frame(board, number, contents=moved((33, 28))) for number in (3, 4)],
    ]
    watcher, other = watching(), watching()
    for press in presses:
        for one in press:
            watcher.glance(one)
        seen, wanted = watcher.look([replace(one, name=f"{one.name} kept") for one in press]), other.look(press)
        assert (seen.evidence, seen.off_centre, seen.frame.held is wanted.frame.held) == (wanted.evidence, wanted.off_centre, True)
        np.testing.assert_array_equal(seen.geometry.corners_px(), wanted.geometry.corners_px())
        for one in (watcher, other):
            one.confirm(seen, moved((32, 28)))


def test_a_picture_glanced_at_is_not_read_again_until_something_is_learned():
    watcher, press = watching(), frame(BOARD, 1)
    glanced = watcher.glance(press)
    assert watcher.glance(press) is glanced
    sight = watcher.look([replace(press, name="renamed")])
    assert sight.evidence is glanced
    later = watcher.glance(press)
    assert watcher.glance(press) is later
    watcher.confirm(sight, start())
    assert watcher.glance(press) is not later


def test_a_picture_glanced_at_that_repeats_an_earlier_one_is_of_a_frozen_camera():
    watcher, first = watching(), frame(BOARD, 1, contents=PLAYED)
    watcher.look([first])
    repeated = replace(first, name="0002.jpg", t_ns=2)
    assert watcher.glance(repeated) is not None
    with tells_nothing(PictureFault.FROZEN):
        watcher.look([repeated])


def test_after_the_camera_was_gone_what_a_glance_showed_before_is_not_taken_over():
    watcher, press = watching(ALIKE), frame(ALIKE, 2)
    assert watcher.glance(press) is not None
    with tells_nothing(BLACK):
        watcher.again(black(3), ALIKE.contents)
    with tells_nothing(PictureFault.WHICH_WAY):
        watcher.look([press])


def test_nothing_is_read_from_a_board_with_the_dark_corner_at_whites_right():
    watcher = Watcher(10)
    mirrored = cv2.flip(frame(BOARD, 0).image, 1)
    geometry = watcher.begin(Frame("0000.jpg", 0, mirrored), start())
    assert watcher.turned
    later = Frame("0002.jpg", 2, mirrored)
    sight = watcher.look([Frame("0001.jpg", 1, mirrored), later])
    assert (sight.frame, sight.geometry, set(sight.evidence.margins())) == (later, geometry, {None})
    assert watcher.glance(later) is None
    assert watcher.again(later, start()).evidence == sight.evidence


def mirrored(frame):
    """The same picture of a board that lies mirrored."""
    return replace(frame, held=np.ascontiguousarray(cv2.flip(frame.image, 1)))


def test_a_board_that_lies_mirrored_is_followed_turned_and_learned_anew_as_its_mirror_image():
    """Each picture is that of a board which lies right, as a mirror shows it, and each must be read as that one is."""
    plain, watcher = watching(), Watcher(10)
    watcher.begin(mirrored(frame(BOARD, 0)), start(), mirrored=True)
    turned = laid(BOARD, (0.1, 0.2), 25, contents=PLAYED)
    for number, board in enumerate((replace(BOARD, contents=PLAYED), laid(BOARD, (1.0, 0), contents=PLAYED), turned), 1):
        picture = frame(board, number)
        wanted, sight = plain.look([picture]), watcher.look([mirrored(picture)])
        assert sides(sight.evidence.best()) == sides(wanted.evidence.best()) == sides(PLAYED)
        across = wanted.geometry.corners_px()[[1, 0, 3, 2]] * (-1, 1) + (picture.image.shape[1] - 1, 0)
        assert np.abs(sight.geometry.corners_px() - across).max() < 1
    assert wanted.moved.shift.degrees == pytest.approx(25, abs=1)
    assert sight.moved.shift.degrees == pytest.approx(-25, abs=1), "in a mirror it turns the other way"
    elsewhere = frame(laid(BOARD, (0, 0), 90, contents=PLAYED), 5)
    assert sides(watcher.again(mirrored(elsewhere), PLAYED).evidence.best()) == sides(PLAYED)
    watcher.point_at([(x, y) for x, y in watcher.geometry.corners_px()])
    assert watcher.find(mirrored(frame(turned, 6)), PLAYED).geometry.is_mirrored
