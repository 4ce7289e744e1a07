"""The camera's picture of now, between a board's service and its desk: who looks asks for it, and the service writes it while he does.

It lies in small files in the folder of the board's state, one written over the other, and is no evidence: it goes when nobody looks.
"""

import json
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from hub.boards.readiness import LARGEST, boot_id

ASKED_NAME, PICTURE_NAME, ABOUT_NAME = "camera-asked", "camera.jpg", "camera.json"
ASKED_FOR_S = 15.0
"""A page that is looked at asks every few seconds; one that was closed asks no more."""
FRESH_NS = 15_000_000_000
"""An older picture is none of now."""
BOARD, WHOLE = "board", "whole"
"""What is asked for: the board alone, where it is known where it lies; or all that the camera sees, to point at the board's corners."""


def ask(state: Path, *, whole: bool = False) -> None:
    """Somebody looks. A disk that does not take it shows no picture."""
    with suppress(OSError):
        (state / ASKED_NAME).write_text(WHOLE if whole else BOARD, encoding="ascii")


def asked(state: Path, now_s: Callable[[], float] = time.time) -> str | None:
    """What somebody asked for in the last moments; None where nobody looks."""
    path = state / ASKED_NAME
    try:
        if abs(now_s() - path.stat().st_mtime) > ASKED_FOR_S:
            return None
        return WHOLE if path.read_text(encoding="ascii") == WHOLE else BOARD
    except (OSError, ValueError):
        return None


def read_view(state: Path, monotonic_ns: Callable[[], int] = time.monotonic_ns) -> dict[str, Any] | None:
    """What the service tells of the picture that it wrote in the last moments, with its age then; None where there is none.

    {"t_ns", "age_ms", "width", "height", "whole", "corners_px", "checks"}: the picture's size and the corners in the camera's own pixels,
    null where the board is not found, whether it shows all that the camera sees, and the checks of focus and light.
    """
    try:
        with (state / ABOUT_NAME).open("rb") as file:
            told = json.loads(file.read(LARGEST + 1)[:LARGEST])
        is_fresh = told["boot"] == boot_id() and 0 <= monotonic_ns() - told["t_ns"] <= FRESH_NS
        return told if is_fresh and isinstance(told["checks"], list) else None
    except (OSError, ValueError, TypeError, KeyError):
        return None
