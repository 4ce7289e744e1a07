"""Picture files read whole or not at all."""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.errors import DamcamError

Image = NDArray[np.uint8]

SMALLEST_PX = 200
"""A board of ten fields needs twenty pixels a field to be read at all."""

_SOI, _EOI, _SOS = b"\xff\xd8", b"\xff\xd9", 0xDA


class PictureError(DamcamError, ValueError):
    """A picture that is missing, half-written, or no picture; the text names the file."""


def read_picture(path: Path) -> Image:
    """The picture as height x width x 3 BGR bytes, turned upright by its EXIF orientation; PictureError when it cannot be had whole."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise PictureError(f"{path}: the picture is missing") from None
    except OSError as error:
        raise PictureError(f"{path}: the picture cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise PictureError(f"{str(path)!r} is not the name of a picture: {error}") from error
    return decode_picture(data, str(path))


def decode_picture(data: bytes, name: str) -> Image:
    """A JPEG or PNG from its bytes; `name` is for the error's sentence."""
    if not data:
        raise PictureError(f"{name}: the picture is empty (0 bytes)")
    if data.startswith(_SOI) and not jpeg_is_whole(data):
        raise PictureError(f"{name}: the picture is half-written; its end is missing after {len(data)} bytes")
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        image = None
    if image is None:
        raise PictureError(f"{name}: not a picture that can be read; a JPEG or PNG was expected")
    if min(image.shape[:2]) < SMALLEST_PX:
        raise PictureError(f"{name}: {image.shape[1]} x {image.shape[0]} pixels is too small; at least {SMALLEST_PX} are needed each way")
    return np.asarray(image, np.uint8)


def jpeg_is_whole(data: bytes) -> bool:
    """Whether the end marker follows the scan; markers inside an embedded thumbnail do not count (ITU-T T.81, B.1)."""
    at = len(_SOI)
    while at + 4 <= len(data) and data[at] == 0xFF:
        if data[at + 1] == 0xFF:
            at += 1
            continue
        length = int.from_bytes(data[at + 2 : at + 4])
        if data[at + 1] == _SOS:
            return data.find(_EOI, at + 2 + length) >= 0
        at += 2 + length
    return False


def encode_jpeg(image: Image, quality: int = 85) -> bytes:
    """The picture as JPEG bytes."""
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes())
