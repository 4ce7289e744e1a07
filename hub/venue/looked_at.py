"""The camera's current picture of a board elsewhere: asked for while somebody looks at it at the hub, and deleted after that."""

import json
import math
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from hub.boards.camera_view import ABOUT_NAME, PICTURE_NAME
from hub.feeds.boot import boot_id
from hub.venue.small_file import write_small
from hub.wire.downward import ViewAsked
from hub.wire.upward import ViewSent
from link.messages import ViewWanted
from link.status import StatusError, checks_in

EVERY_NS = 2_000_000_000
"""How often the picture is asked for: it has some hundred kilobytes."""
OURS_ALONE = 0o600
CORNERS = 4


class LookedAtView:
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

    def take(self, sent: ViewSent, now_ns: int) -> bool:
        """Write a picture that came, with this machine's own time; not where nobody looks any more, or at the board alone.

        Whether what is told of it can be read. OSError.
        """
        if not _is_sound(sent.about):
            return False
        wants = self._wanted()
        if wants is None or (sent.about["whole"] and not wants.whole and sent.about["corners_px"]):
            return True
        self._is_there = True
        for name, content in (
            (PICTURE_NAME, sent.data),
            (ABOUT_NAME, json.dumps({**sent.about, "boot": boot_id(), "t_ns": now_ns}, ensure_ascii=False).encode()),
        ):
            (self._state / f"{name}.new").touch(OURS_ALONE)
            write_small(self._state / name, content)
        return True

    def _close(self) -> None:
        if self._is_there:
            self._is_there = False
            for name in (PICTURE_NAME, ABOUT_NAME):
                with suppress(OSError):
                    (self._state / name).unlink(missing_ok=True)


def _is_sound(about: Mapping[str, Any]) -> bool:
    """Whether that is a description of a picture as `hub.boards.camera_view` has it."""
    try:
        corners = about["corners_px"]
        numbers = [about[name] for name in ("width", "height", "age_ms")] + [value for corner in corners or () for value in corner]
        checks_in(about["checks"])
    except (StatusError, TypeError, KeyError):
        return False
    is_of_numbers = all(type(value) in (int, float) and math.isfinite(value) for value in numbers)
    return is_of_numbers and type(about["whole"]) is bool and (corners is None or [len(one) for one in corners] == [2] * CORNERS)
