"""The corners of the board that the arbiter pointed at, when the board was found there. Later games and a restart try them first."""

import json
import math
from contextlib import suppress
from pathlib import Path

from record.files import FileError, write_atomically

NAME = "corners.json"
"""The file in the board's state folder. Without it the corners of the settings are used."""

CornersPx = tuple[tuple[float, float], ...]


def keep_corners(state: Path, corners_px: CornersPx) -> None:
    """Keep the corners. When the disk is full they are not kept, and the arbiter has to point again."""
    with suppress(FileError):
        write_atomically(state / NAME, json.dumps(corners_px))


def kept_corners(state: Path) -> CornersPx | None:
    """The corners that were kept; None where there are none, or the file cannot be read."""
    try:
        corners = tuple((float(x), float(y)) for x, y in json.loads((state / NAME).read_text(encoding="ascii")))
    except (OSError, ValueError, TypeError):
        return None
    return corners if len(corners) == 4 and all(math.isfinite(value) for point in corners for value in point) else None
