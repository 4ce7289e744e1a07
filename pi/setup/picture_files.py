"""What the commands that read pictures share: names of drawings, corners in pixels of the file, the fault of a board of another size."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from pi.setup.output import complain
from rules.errors import DamcamError, Phrase, Sentence, sentence_of
from vision.image.geometry import Geometry, Points
from vision.image.picture import Image, encode_jpeg, encode_png
from vision.locating.locate import BoardNotFound, locate
from vision.watching.modes import Corners

ENCODERS = {".jpg": encode_jpeg, ".jpeg": encode_jpeg, ".png": encode_png}
SIZES = (8, 10)


class DrawingFault(Phrase):
    """What became of a drawing, or why it is not written, and what to do."""

    NO_FORMAT = "a picture is written as .jpg or .png"
    GIVE_SUCH = "give such a name, or a folder"
    IS_READ = "this picture is read, and would be overwritten by the drawing"
    ANOTHER_NAME = "give another name"
    NOT_WRITTEN = "the picture cannot be written: {why}"
    WRITTEN = "what is seen is drawn in {path}"


class OtherSize(Phrase):
    """What may be wrong where no board was found."""

    LOOKS_LIKE = "{fault}; this looks like a board of {size} by {size}: choose its rules or its size"


class PictureNotWritten(DamcamError, ValueError):
    """The picture cannot be written there; the text names the file."""


def with_drawings(images: Sequence[Path], out: Path | None, ending: str, also_read: Path | None = None) -> list[tuple[Path, Path | None]]:
    """Each picture with the path of its drawing: `out` itself, numbered for several pictures, or a name in `out` when that is a folder.

    In a folder a drawing has the name of its picture with `ending`, such as "-grid.jpg". PictureNotWritten when a drawing would overwrite
    a picture that is read, `also_read` among them; nothing has been written then.
    """
    if out is None:
        return [(path, None) for path in images]
    several = len(images) > 1
    if out.is_dir() or not out.suffix:
        drawings = [out / f"{f'{number}-' if several else ''}{path.stem}{ending}" for number, path in enumerate(images, 1)]
    elif out.suffix.lower() not in ENCODERS:
        raise PictureNotWritten(DrawingFault.NO_FORMAT.said(DrawingFault.GIVE_SUCH.said()), str(out))
    else:
        drawings = [out.with_name(f"{out.stem}-{number}{out.suffix}") if several else out for number in range(1, len(images) + 1)]
    for drawing in drawings:
        for path in (*images, *([also_read] if also_read else [])):
            if _same_file(drawing, path):
                raise PictureNotWritten(DrawingFault.IS_READ.said(DrawingFault.ANOTHER_NAME.said()), str(drawing))
    return list(zip(images, drawings, strict=True))


def _same_file(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except (OSError, ValueError):
        return False


def write_picture(out: Path, image: Image) -> None:
    """Write the picture in the format of its suffix, and make its folder when missing; PictureNotWritten when that fails."""
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_bytes(ENCODERS[out.suffix.lower()](image))
    except OSError as error:
        raise PictureNotWritten(DrawingFault.NOT_WRITTEN.said(why=sentence_of(error)), str(out)) from error


def write_and_tell(out: Path, image: Image) -> None:
    """Write the picture as `write_picture` does, and say so."""
    write_picture(out, image)
    complain(DrawingFault.WRITTEN.said(path=str(out)))


def in_shrunk(corners_px: Corners | None, shrunk: int) -> Points | None:
    """Corners in pixels of the file, converted to the picture whose sides were divided by `shrunk` when it was read; (4, 2)."""
    return None if corners_px is None else (np.array(corners_px, float) + 0.5) / shrunk - 0.5


def board_corners(geometry: Geometry, shrunk: int) -> list[list[float]]:
    """The outer corners in pixels of the file."""
    return [[round(float(x), 1), round(float(y), 1)] for x, y in (geometry.corners_px() + 0.5) * shrunk - 0.5]


def or_other_size(fault: Sentence, image: Image, size: int) -> Sentence:
    """The fault of a board that was not found; it also says so if a board of another size lies there."""
    for other in SIZES:
        try:
            if other != size and locate(image, other, thorough=False):
                return OtherSize.LOOKS_LIKE.said(fault=fault, size=other)
        except BoardNotFound:
            continue
    return fault
