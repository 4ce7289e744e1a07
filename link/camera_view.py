"""The camera's current picture, which a board's service writes for the desk while somebody looks at it (`link.messages.ViewWanted`).

The picture lies in small files in the board's state folder, and each overwrites the one before. It is no evidence, and is not kept.
"""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from link.boot import boot_id
from link.status import MAX_BYTES
from record.store.json_text import json_in

PICTURE_NAME, ABOUT_NAME = "camera.jpg", "camera.json"
FRESH_NS = 15_000_000_000
"""The age up to which a picture counts as current."""


def read_view(state: Path, monotonic_ns: Callable[[], int] = time.monotonic_ns) -> dict[str, Any] | None:
    """The service's description of its current picture; None when there is no picture, or only an old one.

    {"t_ns", "age_ms", "width", "height", "whole", "corners_px", "checks"}: `t_ns` is when the service wrote the picture, `age_ms` its age
    then. The size and `corners_px` are in the camera's pixels; `corners_px` is null when the board is not found. `whole` tells that the
    picture shows all that the camera sees. `checks` are those of focus and light.
    """
    try:
        with (state / ABOUT_NAME).open("rb") as file:
            about = json_in(file.read(MAX_BYTES + 1)[:MAX_BYTES])
        is_fresh = about["boot"] == boot_id() and 0 <= monotonic_ns() - about["t_ns"] <= FRESH_NS
        return about if is_fresh and isinstance(about["checks"], list) else None
    except (OSError, ValueError, TypeError, KeyError):
        return None
