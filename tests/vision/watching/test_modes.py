"""The modes of a watcher: not begun, a board that lies wrong, following, and looking again after the camera was gone."""

import cv2
import numpy as np
import pytest

from rules.board.squares import Content
from tests.vision.conftest import start
from vision.camera.source import Frame
from vision.watching.health import NothingSeen, PictureFault
from vision.watching.watcher import Watcher

HALF = [Content.WHITE_MAN, Content.BLACK_MAN, Content.EMPTY, Content.EMPTY, Content.BLACK_MAN] * 5
ALIKE = (*HALF, *HALF[::-1])
"""A position that looks the same after half a turn."""
CORNERS = ((230, 640), (700, 655), (675, 190), (255, 175))


def frame(number: int, image: np.ndarray) -> Frame:
    return Frame(f"{number:04}.jpg", number, image)


def test_nothing_can_be_read_before_a_picture_was_learned_from(drawn):
    with pytest.raises(RuntimeError, match="begin"):
        Watcher(10).look([frame(1, drawn(corners=CORNERS).picture())])


def test_nothing_is_read_from_a_board_with_the_dark_corner_at_whites_right(drawn):
    watcher = Watcher(10)
    mirrored = cv2.flip(drawn(corners=CORNERS).picture(), 1)
    geometry = watcher.begin(frame(0, mirrored), start())
    assert watcher.turned
    later = frame(2, mirrored)
    sight = watcher.look([frame(1, mirrored), later])
    assert (sight.frame, sight.geometry, set(sight.evidence.margins())) == (later, geometry, {None})
    assert watcher.glance(later) is None
    assert watcher.again(later, start()).evidence == sight.evidence


def test_after_the_camera_was_gone_the_pieces_must_tell_the_way_until_a_position_is_confirmed(drawn):
    watcher = Watcher(10)
    watcher.begin(frame(0, drawn(corners=CORNERS, contents=ALIKE).picture()), ALIKE)
    before = watcher.look([frame(1, drawn(corners=CORNERS, contents=ALIKE, seed=2).picture())])
    with pytest.raises(NothingSeen) as dark:
        watcher.again(frame(2, np.zeros((800, 960, 3), np.uint8)), ALIKE)
    assert dark.value.fault is PictureFault.BLACK
    with pytest.raises(NothingSeen) as unknown:
        watcher.look([frame(3, drawn(corners=CORNERS, contents=ALIKE, seed=3).picture())])
    assert unknown.value.fault is PictureFault.WHICH_WAY
    watcher.confirm(before, ALIKE)
    assert watcher.look([frame(4, drawn(corners=CORNERS, contents=ALIKE, seed=4).picture())]).moved is None
