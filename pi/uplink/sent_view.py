"""Sends the camera's current picture while somebody looks at it at the hub: each request of the hub is answered with one picture."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from msgspec import ValidationError, convert

from link.camera_view import PICTURE_NAME, read_view
from link.messages import ViewWanted
from link.wire import MAX_PICTURE, CameraView, View, ViewAsked
from pi.uplink.beat import BoardClock

NS_IN_MS = 1_000_000


class SentView:
    """The picture of the board with that state folder. `want` asks its service for it, and `send` sends it to the hub."""

    def __init__(
        self, state: Path, machine: str, clock: BoardClock, want: Callable[[ViewWanted], None], send: Callable[[View], bool]
    ) -> None:
        self._state, self._machine, self._clock, self._want, self._send = state, machine, clock, want, send
        self._sent_ns = 0

    def take(self, asked: ViewAsked) -> None:
        """Have the service write its picture, as for a desk at this board, and send the one that lies there if it was not sent before."""
        self._want(ViewWanted(asked.whole))
        now_ns = self._clock.monotonic_ns()
        view = read_view(self._state, lambda: now_ns)
        if view is None or view["t_ns"] == self._sent_ns or (view["whole"] and not asked.whole and view["corners_px"]):
            return
        with suppress(OSError, ValidationError):
            about = convert(view | {"age_ms": view["age_ms"] + (now_ns - view["t_ns"]) // NS_IN_MS}, CameraView)
            data = fitting((self._state / PICTURE_NAME).read_bytes(), MAX_PICTURE)
            if data and self._send(View(self._machine, about, data)):
                self._sent_ns = view["t_ns"]


def fitting(jpeg: bytes, most: int) -> bytes | None:
    """The picture in at most so many bytes, with fewer pixels where it must be; None where it is none."""
    if len(jpeg) <= most:
        return jpeg
    import cv2
    import numpy as np

    image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    while image is not None and min(image.shape[:2]) > 1:
        image = cv2.resize(image, None, fx=0.7, fy=0.7, interpolation=cv2.INTER_AREA)
        made = cv2.imencode(".jpg", image)[1].tobytes()
        if len(made) <= most:
            return made
    return None
