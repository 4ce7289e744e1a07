"""The camera's current picture, which a board's service writes for the desk while somebody looks at it.

The picture lies in small files in the board's state folder, and each overwrites the one before. It is no evidence, and is not kept.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from hub.feeds.boot import boot_id
from link.status import MAX_BYTES
from record.store.json_text import json_in

ASKED_NAME, PICTURE_NAME, ABOUT_NAME = "camera-asked", "camera.jpg", "camera.json"
ASKED_FOR_S = 15.0
"""Seconds for which one request holds. An open page asks again every few seconds; a closed page stops asking."""
FRESH_NS = 15_000_000_000
"""The age up to which a picture counts as current."""
BOARD, WHOLE = "board", "whole"
"""What the page asks for: the board alone, once it is found, or the camera's whole picture, for pointing at the board's corners."""


def ask(state: Path, *, whole: bool = False) -> None:
    """Ask for the picture. When the disk cannot be written, no picture is shown."""
    with suppress(OSError):
        (state / ASKED_NAME).write_text(WHOLE if whole else BOARD, encoding="ascii")


def asked(state: Path, now_s: Callable[[], float] = time.time) -> str | None:
    """What was asked for in the last ASKED_FOR_S: BOARD or WHOLE. None when nobody looks."""
    path = state / ASKED_NAME
    try:
        if abs(now_s() - path.stat().st_mtime) > ASKED_FOR_S:
            return None
        return WHOLE if path.read_text(encoding="ascii") == WHOLE else BOARD
    except (OSError, ValueError):
        return None


def read_view(state: Path, monotonic_ns: Callable[[], int] = time.monotonic_ns) -> dict[str, Any] | None:
    """The service's description of its current picture; None when there is no picture, or only an old one.

    {"t_ns", "age_ms", "width", "height", "whole", "corners_px", "checks"}: `t_ns` is when the service wrote the picture, `age_ms` its age
    then. The size and `corners_px` are in the camera's pixels; `corners_px` is null when the board is not found. `whole` tells that the
    picture shows all that the camera sees. `checks` are those of focus and light.
    """
    try:
        with (state / ABOUT_NAME).open("rb") as file:
            told = json_in(file.read(MAX_BYTES + 1)[:MAX_BYTES])
        is_fresh = told["boot"] == boot_id() and 0 <= monotonic_ns() - told["t_ns"] <= FRESH_NS
        return told if is_fresh and isinstance(told["checks"], list) else None
    except (OSError, ValueError, TypeError, KeyError):
        return None
