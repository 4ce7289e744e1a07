"""Where the arbiter pointed at the board's corners when it was found there: looked at first in later games too, and after a restart."""

import json
import math
from contextlib import suppress
from pathlib import Path

from record.store.files import FileError, write_atomically

NAME = "corners.json"
"""In the folder of the board's state. Without it the settings' corners hold."""

CornersPx = tuple[tuple[float, float], ...]


def keep(state: Path, corners_px: CornersPx) -> None:
    """From now on; a disk that does not take it keeps none, and the board is pointed at again."""
    with suppress(FileError):
        write_atomically(state / NAME, json.dumps(corners_px))


def kept(state: Path) -> CornersPx | None:
    """As they were kept; None where there are none, or nothing that can be read."""
    try:
        corners = tuple((float(x), float(y)) for x, y in json.loads((state / NAME).read_text(encoding="ascii")))
    except (OSError, ValueError, TypeError):
        return None
    return corners if len(corners) == 4 and all(math.isfinite(value) for point in corners for value in point) else None
