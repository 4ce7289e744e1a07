"""The threads beside the loop, and what systemd hears."""

import socket
import threading
from collections.abc import Sequence
from pathlib import Path
from queue import SimpleQueue

import numpy as np

from pi.machine.notify import Notifier
from pi.reading.messages import CameraBack, CameraBlind, CameraLost
from pi.reading.threads import BLIND_NS, CameraThread, ReadingThread
from rules.errors import Sentence
from vision.camera.ring import Ring
from vision.camera.source import Frame
from vision.camera.trouble import CameraTrouble
from vision.image.picture import PictureError
from vision.watching.health import PictureFault

PERIOD_NS = 250_000_000


class Wobbly:
    """Gives a picture for each `1` of its script, for each `f` the last one again, and fails for each `0`, or for `x` as nobody expects;
    for each `b` a black one; then gives pictures for ever."""

    def __init__(self, script: str) -> None:
        self.script, self.taken, self.shown, self.closed = script, 0, 0, 0
        self.done = threading.Event()

    def take(self, after_ns: int = 0) -> Frame:
        self.taken += 1
        if self.taken > len(self.script):
            self.done.set()
            threading.Event().wait(0.002)
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
    assert camera.done.wait(60)
    assert thread.lives
    thread.close()
    assert not thread.lives
    return [queue.get() for _ in range(queue.qsize())], camera


def test_a_single_picture_that_is_lost_is_nothing_to_tell():
    told, camera = heard("11010011")
    assert (told, camera.closed) == ([], 1)


def test_a_camera_that_goes_is_told_once_opened_again_and_told_to_be_back():
    told, camera = heard("1100000011")
    assert told == [CameraLost(CameraTrouble.UNPLUGGED.said()), CameraBack()]
    assert camera.closed > 1


def test_a_camera_that_freezes_is_told_once_and_opened_again_until_it_gives_other_pictures():
    assert heard("11ff1fff11")[0] == []
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


def test_a_camera_that_comes_later_is_waited_for():
    assert heard("1", opens=[None] * 3)[0] == [CameraLost(Sentence.plain("there is no camera")), CameraBack()]


def test_whatever_a_camera_raises_it_is_told_closed_and_opened_again(caplog):
    told, camera = heard("11xx11", opens=[RuntimeError("set_controls failed")])
    assert [type(one) for one in told] == [CameraLost, CameraBack, CameraLost, CameraBack]
    causes = "RuntimeError: set_controls failed", "KeyError: 'ExposureTime'"
    assert [str(one.why) for one in told[::2]] == [f"the camera cannot be used ({cause}); the log tells more" for cause in causes]
    assert camera.closed == 3
    assert caplog.text.count("Traceback") == 2, "once for each time that it is told"


def test_readings_come_back_in_their_order():
    queue: SimpleQueue[object] = SimpleQueue()
    thread = ReadingThread(queue.put)
    for number in range(20):
        thread(lambda number=number: number)
    thread.close()
    assert [queue.get() for _ in range(20)] == list(range(20))
    assert not thread.lives


def test_a_reading_that_fails_is_told_in_the_log_and_the_next_is_done(caplog):
    queue: SimpleQueue[object] = SimpleQueue()
    thread = ReadingThread(queue.put)
    thread(lambda: 1 // 0)
    thread(lambda: 2)
    assert queue.get(timeout=60) == 2
    assert thread.lives
    thread.close()
    assert "ZeroDivisionError" in caplog.text


def test_systemd_hears_what_it_asks_for(tmp_path: Path):
    path = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(path))
        listener.settimeout(60)
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
