"""The camera's current picture of a board elsewhere: it travels while somebody looks, at a modest rate, and nothing of it is kept."""

import json

import cv2
import numpy as np
import pytest
from msgspec.structs import asdict

from link import camera_view
from link.board_socket import want_view
from link.boot import boot_id
from link.camera_view import ABOUT_NAME, PICTURE_NAME
from link.messages import ViewWanted
from link.status import STALE_NS
from link.wire import MAX_PICTURE, Packet
from pi.uplink import sent_view
from pi.uplink.sent_view import fitting
from tests.link.simulated_hall import S
from tests.link.wire_messages import SEEN

SQUARE = [[0, 9], [9, 9], [9, 0], [0, 0]]


@pytest.fixture(autouse=True)
def hall_clock(hall, monkeypatch):
    """The hall's clock is that of the readers of the picture too."""
    monkeypatch.setattr(sent_view, "read_view", lambda state, now: camera_view.read_view(state, lambda: hall.board.now_ns))


def wanted(hall):
    """What the board's service is asked for."""
    return hall.board.socket.report(ViewWanted)


def write(hall, picture=b"\xff\xd8now\xff\xd9", **changes):
    """What the board's service does while somebody looks at it there."""
    about = {**asdict(SEEN), "boot": boot_id(), "t_ns": hall.board.now_ns, "corners_px": SQUARE, **changes}
    (hall.board.state / PICTURE_NAME).write_bytes(picture)
    (hall.board.state / ABOUT_NAME).write_text(json.dumps(about))


def test_the_picture_comes_while_somebody_looks_and_is_deleted_after_that(playing):
    write(playing)
    playing.run(5)
    assert (playing.packets("view"), wanted(playing)) == ([], None), "nobody looks"
    want_view(playing.state)
    playing.run(2.2)
    assert wanted(playing) == ViewWanted()
    assert (playing.state / PICTURE_NAME).read_bytes() == b"\xff\xd8now\xff\xd9"
    told = json.loads((playing.state / ABOUT_NAME).read_text())
    assert (told["corners_px"], told["boot"], told["t_ns"] <= playing.now_ns) == (SQUARE, boot_id(), True)
    assert 5000 < told["age_ms"] < 8000, "it was old already"
    assert (playing.state / PICTURE_NAME).stat().st_mode & 0o777 == 0o600
    for _ in range(50):
        write(playing)
        want_view(playing.state)
        playing.run(0.2)
    assert 4 <= len(playing.packets("view")) <= 7, "one in two seconds"
    playing.run(STALE_NS / S + 2)
    since = len(playing.packets("view"))
    write(playing)
    playing.run(5)
    assert len(playing.packets("view")) == since
    assert not any((playing.state / name).exists() for name in (PICTURE_NAME, ABOUT_NAME))


def test_the_whole_picture_comes_when_it_is_asked_for_alone(playing):
    want_view(playing.state)
    write(playing, whole=True)
    playing.run(5)
    assert playing.packets("view") == []
    want_view(playing.state, whole=True)
    playing.run(2.2)
    assert (json.loads((playing.state / ABOUT_NAME).read_text())["whole"], wanted(playing)) == (True, ViewWanted(whole=True))


def test_what_cannot_be_read_is_refused_and_not_shown(playing):
    want_view(playing.state)
    playing.run(0.1)
    for wrong in ({"checks": [3]}, {"corners_px": [[1, 2]]}, {"width": "x"}, {"whole": 1}, {"age_ms": None}):
        about = {**asdict(SEEN), **wrong}
        head = json.dumps({"v": 1, "machine": playing.board.uplink.machine, "about": about}).encode()
        playing.wire.carry("up", "1", Packet("view", head + b"\nx"))
    playing.run(1.1)
    assert playing.link.refused["view"].english == "a message of kind {kind} cannot be read: {why}"
    assert not (playing.state / PICTURE_NAME).exists()


def test_a_large_picture_is_made_smaller():
    noise = np.random.default_rng(1).integers(0, 255, (960, 1280, 3), np.uint8)
    large = cv2.imencode(".jpg", noise)[1].tobytes()
    assert len(large) > MAX_PICTURE
    small = fitting(large, MAX_PICTURE)
    assert len(small) <= MAX_PICTURE
    height, width = cv2.imdecode(np.frombuffer(small, np.uint8), cv2.IMREAD_COLOR).shape[:2]
    assert width / height == pytest.approx(4 / 3, abs=0.02)
    assert fitting(b"x" * (MAX_PICTURE + 1), MAX_PICTURE) is None
