"""Reads picture files, whole or not at all, and encodes pictures."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rules.errors import DamcamError, Phrase, Sentence, sentence_of
from vision.image.unpack import unpack

Image = NDArray[np.uint8]

MIN_SIDE_PX = 200
"""The least side of a picture: a board of ten fields needs twenty pixels a field to be read at all."""
MAX_PIXELS = 9_000_000
"""The pixels above which a picture is shrunk while it is unpacked, to save memory; a field is then still a hundred pixels wide."""
MAX_UNPACKED_PIXELS = 40_000_000
"""The most pixels, of three bytes each, of a picture that can only be unpacked whole (PNG, progressive JPEG)."""
MAX_BYTES = 64_000_000
"""The largest file; no camera writes larger ones."""
SHRINKING = {1: 1, 2: 17, 4: 33, 8: 65}
"""OpenCV's flag for each divisor: IMREAD_COLOR, and IMREAD_REDUCED_COLOR_2, 4 and 8."""

_SOI, _EOI, _SOS = b"\xff\xd8", b"\xff\xd9", 0xDA
_FRAMES = set(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""The markers of a JPEG's frame header (ITU-T T.81, table B.1). The first two are sequential and can be unpacked row by row."""
_PNG, _PNG_END = b"\x89PNG\r\n\x1a\n", b"IEND"


class PictureError(DamcamError, ValueError):
    """A file that is missing, half-written, or no picture; the text names it."""


class BadFile(Phrase):
    """Why a file gives no picture, and what to do."""

    MISSING = "the picture is missing"
    NOT_READ = "the picture cannot be read: {why}"
    NO_NAME = "{name} is not the name of a picture: {why}"
    EMPTY = "the picture is empty (0 bytes)"
    LARGE_FILE = "the file is larger than {most} MB"
    SAVE_SMALLER = "save the picture smaller"
    HALF_WRITTEN = "the picture is half-written"
    NO_END = "its end is missing after {count} byte", "its end is missing after {count} bytes"
    NO_PICTURE = "not a picture that can be read"
    JPEG_OR_PNG = "a JPEG or PNG was expected"
    TOO_SMALL = "{width} x {height} pixels is too small"
    AT_LEAST = "at least {least} are needed each way"
    TOO_LARGE = "{width} x {height} pixels is too large"
    SAVE_AS_JPEG = "save the picture smaller, as a JPEG"
    DAMAGED = "the picture is damaged, its data are garbled or incomplete ({damage})"
    TAKE_AGAIN = "copy it or take it again"


def read_picture(path: Path) -> Image:
    """The picture as height x width x 3 BGR bytes, upright by its EXIF orientation; PictureError when it cannot be read whole."""
    return read_shrunk(path)[0]


def read_shrunk(path: Path) -> tuple[Image, int]:
    """The picture as `read_picture` gives it, and the divisor of its sides (1, 2, 4 or 8), more than 1 for a very large picture."""
    return _decoded(_content(path), str(path))


def damage_of(path: Path) -> Sentence | None:
    """What is wrong with the file of a picture, of whatever size; None when it is whole."""
    try:
        _decoded(_content(path), str(path), least_px=1)
    except PictureError as error:
        return error.sentence
    return None


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise PictureError(BadFile.MISSING.said(), str(path)) from None
    except OSError as error:
        raise PictureError(BadFile.NOT_READ.said(why=sentence_of(error)), str(path)) from error
    except ValueError as error:
        raise PictureError(BadFile.NO_NAME.said(name=repr(str(path)), why=str(error))) from error


def _decoded(data: bytes, name: str, least_px: int = MIN_SIDE_PX) -> tuple[Image, int]:
    if not data:
        raise PictureError(BadFile.EMPTY.said(), name)
    if len(data) > MAX_BYTES:
        raise PictureError(BadFile.LARGE_FILE.said(BadFile.SAVE_SMALLER.said(), most=MAX_BYTES // 1_000_000), name)
    if (data.startswith(_SOI) and not jpeg_is_whole(data)) or (data.startswith(_PNG) and _PNG_END not in data[-16:]):
        raise PictureError(BadFile.HALF_WRITTEN.said(BadFile.NO_END.said(count=len(data))), name)
    size = _size(data)
    if size is None:
        raise PictureError(BadFile.NO_PICTURE.said(BadFile.JPEG_OR_PNG.said()), name)
    if min(size) < least_px:
        raise PictureError(BadFile.TOO_SMALL.said(BadFile.AT_LEAST.said(least=least_px), width=size[0], height=size[1]), name)
    shrunk = _shrinking(data, size)
    if shrunk is None:
        raise PictureError(BadFile.TOO_LARGE.said(BadFile.SAVE_AS_JPEG.said(), width=size[0], height=size[1]), name)
    image, damage = unpack(data, SHRINKING[shrunk])
    if damage:
        raise PictureError(BadFile.DAMAGED.said(BadFile.TAKE_AGAIN.said(), damage=str(damage)), name)
    if image is None:
        raise PictureError(BadFile.NO_PICTURE.said(BadFile.JPEG_OR_PNG.said()), name)
    return image, shrunk


def jpeg_is_whole(data: bytes) -> bool:
    """Whether the end marker follows the scan (ITU-T T.81, B.1); markers inside an embedded thumbnail do not count."""
    return any(marker == _SOS and data.find(_EOI, end) >= 0 for marker, _, end in _segments(data))


def encode_jpeg(image: Image, quality: int = 85) -> bytes:
    """The picture as JPEG bytes."""
    import cv2

    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes())


def encode_png(image: Image) -> bytes:
    """The picture as PNG bytes."""
    import cv2

    return bytes(cv2.imencode(".png", image)[1].tobytes())


def _segments(data: bytes) -> Iterator[tuple[int, int, int]]:
    """The segments of a JPEG up to its first scan: marker, offset of the content, and offset of the end. Stray bytes are skipped."""
    at = len(_SOI)
    marker = -1
    while marker != _SOS and 0 <= (at := data.find(b"\xff", at)) <= len(data) - 4:
        if data[at + 1] in (0x00, 0xFF):
            at += 1
            continue
        marker, end = data[at + 1], at + 2 + int.from_bytes(data[at + 2 : at + 4])
        yield marker, at + 4, end
        at = end


def _size(data: bytes) -> tuple[int, int] | None:
    """Width and height from the header of a JPEG or PNG file; None for anything else."""
    if data.startswith(_PNG):
        return int.from_bytes(data[16:20]), int.from_bytes(data[20:24])
    if data.startswith(_SOI):
        for marker, at, _ in _segments(data):
            if marker in _FRAMES:
                return int.from_bytes(data[at + 3 : at + 5]), int.from_bytes(data[at + 1 : at + 3])
    return None


def _shrinking(data: bytes, size: tuple[int, int]) -> int | None:
    """The divisor for the sides of a picture of that size; None when it is too large to be unpacked."""
    pixels = size[0] * size[1]
    row_by_row = data.startswith(_SOI) and any(marker in (0xC0, 0xC1) for marker, _, _ in _segments(data))
    if pixels > MAX_UNPACKED_PIXELS and not row_by_row:
        return None
    return next((by for by in SHRINKING if pixels <= MAX_PIXELS * by * by), None)
