"""The threads beside the loop, and what systemd hears of them."""

import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Event

import numpy as np
import pytest

from pi.game import live_game
from pi.game.station import Mark, Queued
from pi.machine.notify import Notifier
from pi.reading.messages import CameraBack, CameraBlind, CameraLost
from pi.reading.threads import BLIND_NS, CameraThread, ReadingThread
from rules.errors import Sentence
from tests.support.live.driving import driven
from tests.support.waiting import WITHIN_S, wait_until
from vision.camera.ring import Ring
from vision.camera.source import Frame
from vision.camera.trouble import CameraTrouble
from vision.image.picture import PictureError
from vision.watching.health import PictureFault

PERIOD_NS = 250_000_000


class Wobbly:
    """Gives a picture for each `1` of its script, for each `f` the last one again, and fails for each `0`, or for `x` as nobody expects;
    for each `b` a black one; then is `done`, and gives pictures for ever once it `goes_on`."""

    def __init__(self, script: str) -> None:
        self.script, self.taken, self.shown, self.closed = script, 0, 0, 0
        self.done, self.goes_on = threading.Event(), threading.Event()

    def take(self, after_ns: int = 0) -> Frame:
        self.taken += 1
        if self.taken > len(self.script):
            self.done.set()
            self.goes_on.wait(WITHIN_S)
        elif self.script[self.taken - 1] == "0":
            raise PictureError(CameraTrouble.UNPLUGGED.said())
        elif self.script[self.taken - 1] == "x":
            raise KeyError("ExposureTime")
        now = self.script[self.taken - 1 : self.taken]
        self.shown += now != "f"
        return Frame("", self.taken * PERIOD_NS, np.full((240, 320, 3), 0 if now == "b" else 50 + self.shown, np.uint8))

    def close(self) -> None:
        self.closed += 1


def heard(script: str, opens: Sequence[Exception | None] = ()) -> tuple[list[object], Wobbly]:
    """What the loop hears of a camera that at first cannot be opened, for these reasons."""
    queue: SimpleQueue[object] = SimpleQueue()
    camera, refused = Wobbly(script), list(opens)

    def open_camera() -> Wobbly:
        if refused:
            raise refused.pop() or PictureError(Sentence.plain("there is no camera"))
        return camera

    thread = CameraThread(open_camera, Ring(), queue.put, again_s=0.0)
    assert camera.done.wait(WITHIN_S)
    assert thread.lives
    camera.goes_on.set()
    thread.close()
    assert not thread.lives
    return [queue.get() for _ in range(queue.qsize())], camera


LOST, BACK = CameraLost(CameraTrouble.UNPLUGGED.said()), CameraBack()


@pytest.mark.parametrize(
    ("script", "opens", "told", "closed"),
    [
        ("11010011", 0, [], 1),
        ("11ff1fff11", 0, [], 1),
        ("1100000011", 0, [LOST, BACK], 5),
        ("1", 3, [CameraLost(Sentence.plain("there is no camera")), BACK], 1),
    ],
    ids=["single-pictures-lost", "a-few-the-same", "gone-and-back", "comes-later"],
)
def test_a_camera_that_goes_is_told_once_and_opened_until_it_is_back(script, opens, told, closed):
    heard_of, camera = heard(script, opens=[None] * opens)
    assert (heard_of, camera.closed) == (told, closed)


def test_a_camera_that_freezes_is_told_once_and_opened_again_until_it_gives_other_pictures():
    told, camera = heard("1" + 14 * "f" + "11")
    assert [(type(one), getattr(one, "fault", None)) for one in told] == [(CameraLost, PictureFault.FROZEN), (CameraBack, None)]
    assert camera.closed > 1


def test_a_camera_that_is_black_for_long_is_told_and_that_it_is_so_no_more():
    long = BLIND_NS // PERIOD_NS
    told, camera = heard("1" + long * "b" + "1" + (long + 5) * "b" + "11" + (long + 1) * "b" + 3 * "0" + "1")
    assert told[:3] == [CameraBlind(PictureFault.BLACK), CameraBack(), CameraBlind(PictureFault.BLACK)], (
        "once, and not where the light was switched"
    )
    assert [type(one) for one in told[3:]] == [CameraLost, CameraBack]
    assert camera.closed == 2


def test_whatever_a_camera_raises_it_is_told_closed_and_opened_again(caplog):
    told, camera = heard("11xx11", opens=[RuntimeError("set_controls failed")])
    assert [type(one) for one in told] == [CameraLost, CameraBack, CameraLost, CameraBack]
    causes = "RuntimeError: set_controls failed", "KeyError: 'ExposureTime'"
    assert [str(one.why) for one in told[::2]] == [f"the camera cannot be used ({cause}); the log tells more" for cause in causes]
    assert camera.closed == 3
    assert caplog.text.count("Traceback") == 2, "once for each time that it is told"


def test_readings_come_back_in_their_order_and_one_that_fails_is_told_in_the_log(caplog):
    queue: SimpleQueue[object] = SimpleQueue()
    thread = ReadingThread(queue.put)
    for number in range(-9, 10):
        thread(lambda number=number: number // bool(number))
    thread.close()
    assert [queue.get() for _ in range(queue.qsize())] == [*range(-9, 0), *range(1, 10)]
    assert not thread.lives
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.usefixtures("system")
def test_systemd_hears_what_it_asks_for(tmp_path: Path):
    path = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(path))
        listener.settimeout(WITHIN_S)
        notifier = Notifier({"NOTIFY_SOCKET": str(path)})
        notifier.ready()
        notifier.alive()
        notifier.status("3 presses,\n2 moves")
        notifier.status("3 presses,\n2 moves")
        notifier.stopping()
        said = [listener.recv(100).decode() for _ in range(4)]
        notifier.close()
    assert said == ["READY=1", "WATCHDOG=1", "STATUS=3 presses, 2 moves", "STOPPING=1"]


def test_without_systemd_nobody_is_told(tmp_path: Path):
    Notifier({}).ready()
    gone = Notifier({"NOTIFY_SOCKET": str(tmp_path / "nobody")})
    gone.alive()
    gone.close()


@pytest.fixture
def reading_queue(monkeypatch):
    monkeypatch.setattr(live_game, "ALIVE_EVERY_S", 0.0)
    queue: SimpleQueue[Queued] = SimpleQueue()
    return ReadingThread(queue.put), queue


@contextmanager
def listening(folder: Path, reading: ReadingThread, queue: "SimpleQueue[Queued]") -> Iterator[socket.socket]:
    """The socket that systemd listens on, while the loop of a game runs."""
    path = str(folder / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(path)
        systemd.settimeout(WITHIN_S)
        notifier = Notifier({"NOTIFY_SOCKET": path})
        with driven(folder / "games", queue, reading, notifier):
            yield systemd
        notifier.close()


def heard_in_a_round(queue: "SimpleQueue[Queued]", systemd: socket.socket) -> list[bytes]:
    """What systemd hears until the loop has taken a message that is put into its queue now."""
    taken, said = Event(), list[bytes]()
    systemd.setblocking(False)

    def is_over() -> bool:
        was_taken = taken.is_set()
        with suppress(BlockingIOError):
            while True:
                said.append(systemd.recv(200))
        return was_taken

    queue.put(Mark(taken.set))
    wait_until(is_over)
    return said


@pytest.mark.usefixtures("system")
def test_the_watchdog_is_fed_by_the_loop_until_one_of_its_threads_is_dead(tmp_path, reading_queue):
    reading, queue = reading_queue
    with listening(tmp_path, reading, queue) as systemd:
        said = [systemd.recv(200) for _ in range(6)]
        assert said[0] == b"READY=1"
        assert said.count(b"WATCHDOG=1") >= 4
        reading.close()
        heard_in_a_round(queue, systemd)  # which may have begun before
        assert [heard_in_a_round(queue, systemd) for _ in range(3)] == [[], [], []], "though the loop itself goes on"


@pytest.mark.usefixtures("system")
def test_a_service_without_its_threads_is_not_ready(tmp_path, reading_queue):
    reading, queue = reading_queue
    reading.close()
    with listening(tmp_path, reading, queue) as systemd:
        assert systemd.recv(200).startswith(b"STATUS=")
        assert [heard_in_a_round(queue, systemd) for _ in range(3)] == [[], [], []]
