"""What the commands that look at pictures share: where their pictures go, corners in the pixels of the file, and what errors say."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from rules.errors import DamcamError
from vision.image.geometry import Geometry, Points
from vision.image.picture import Image, encode_jpeg, encode_png
from vision.locating.locate import BoardNotFound, locate

ENCODERS = {".jpg": encode_jpeg, ".jpeg": encode_jpeg, ".png": encode_png}
SIZES = (8, 10)


class PictureNotWritten(DamcamError, ValueError):
    """A picture cannot be written there; the text names the file."""


def with_drawings(images: Sequence[Path], out: Path | None, ending: str, also_read: Path | None = None) -> list[tuple[Path, Path | None]]:
    """Each picture with where to write the one about it: `out` itself, numbered for several, or in `out` when that is a folder.

    There it is called after the picture, with `ending`, such as "-grid.jpg". PictureNotWritten when it would take the place of a
    picture that is read (`also_read` is one more of these), before anything is written.
    """
    if out is None:
        return [(path, None) for path in images]
    several = len(images) > 1
    if out.is_dir() or not out.suffix:
        drawings = [out / f"{f'{number}-' if several else ''}{path.stem}{ending}" for number, path in enumerate(images, 1)]
    elif out.suffix.lower() not in ENCODERS:
        raise PictureNotWritten(f"{out}: a picture is written as .jpg or .png; give such a name, or a folder")
    else:
        drawings = [out.with_name(f"{out.stem}-{number}{out.suffix}") if several else out for number in range(1, len(images) + 1)]
    for drawing in drawings:
        for path in (*images, *([also_read] if also_read else [])):
            if _same_file(drawing, path):
                raise PictureNotWritten(f"{drawing}: this picture is read, and would be overwritten by the drawing; give another name")
    return list(zip(images, drawings, strict=True))


def _same_file(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except (OSError, ValueError):
        return False


def write_picture(out: Path, image: Image) -> None:
    """The picture as its name says, in a folder that is made when missing; PictureNotWritten when that cannot be done."""
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_bytes(ENCODERS[out.suffix.lower()](image))
    except OSError as error:
        raise PictureNotWritten(f"{out}: the picture cannot be written: {error.strerror}") from error


def in_shrunk(corners_px: Sequence[tuple[float, float]] | None, shrunk: int) -> Points | None:
    """Corners in the pixels of a file, in those of its picture whose sides were divided by `shrunk` when it was read, (4, 2)."""
    return None if corners_px is None else (np.array(corners_px, float) + 0.5) / shrunk - 0.5


def board_corners(geometry: Geometry, shrunk: int) -> list[list[float]]:
    """The outer corners in the pixels of the file."""
    return [[round(float(x), 1), round(float(y), 1)] for x, y in (geometry.corners_px() + 0.5) * shrunk - 0.5]


def other_size(image: Image, size: int) -> str:
    """The end of a sentence: that a board of another size than was asked for lies there, or nothing."""
    for other in SIZES:
        try:
            if other != size and locate(image, other, thorough=False):
                return f" This looks like a board of {other} by {other}: choose its rules or its size."
        except BoardNotFound:
            continue
    return ""


def naming(path: Path, error: DamcamError) -> str:
    """The error's sentence, with the name of the file before it where it does not say it."""
    return str(error) if str(path) in str(error) else f"{path}: {error}"
