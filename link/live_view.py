"""The camera's current picture of a board elsewhere: asked for while somebody looks at it at the hub, and deleted after that."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from msgspec.structs import asdict

from link.boot import boot_id
from link.camera_view import ABOUT_NAME, PICTURE_NAME
from link.messages import ViewWanted
from link.status import message_of
from link.wire import View, ViewAsked
from record.files import OWNER_ALONE, write_atomically

EVERY_NS = 2_000_000_000
"""How often the picture is asked for: it has some hundred kilobytes."""


class LiveView:
    """The picture in the state folder `state`. `wanted` returns whether somebody looks, `send` sends a message to the board."""

    def __init__(self, state: Path, wanted: Callable[[], ViewWanted | None], send: Callable[[ViewAsked], bool]) -> None:
        self._state, self._wanted, self._send = state, wanted, send
        self._asked_ns = -EVERY_NS
        self._is_there = True
        """Whether there may be a picture, at first one that an earlier mirror left."""

    def look(self, machine: str, now_ns: int) -> None:
        """Ask for the picture where somebody looks, or delete the last one; `machine` is empty while the board cannot be reached."""
        if now_ns - self._asked_ns < EVERY_NS:
            return
        self._asked_ns = now_ns
        wants = self._wanted()
        if wants is None:
            self._close()
        elif machine:
            self._send(ViewAsked(machine, whole=wants.whole))

    def take(self, sent: View, now_ns: int) -> None:
        """Write a picture that came, with this machine's own time; not where nobody looks any more, or at the board alone. OSError."""
        wants = self._wanted()
        if wants is None or (sent.about.whole and not wants.whole and sent.about.corners_px):
            return
        self._is_there = True
        for name, content in (
            (PICTURE_NAME, sent.data),
            (ABOUT_NAME, message_of({**asdict(sent.about), "boot": boot_id(), "t_ns": now_ns})),
        ):
            write_atomically(self._state / name, content, mode=OWNER_ALONE, flush=False)

    def _close(self) -> None:
        if self._is_there:
            self._is_there = False
            for name in (PICTURE_NAME, ABOUT_NAME):
                with suppress(OSError):
                    (self._state / name).unlink(missing_ok=True)
