"""Unpacks a picture and tells whether its data are damaged.

OpenCV makes a picture of whatever it can decode and does not return the warnings of libjpeg: they go to standard error only. So standard
error is captured while a picture is unpacked.
"""

import os
import re
from fcntl import F_SETFL, fcntl
from threading import Lock

import numpy as np
from numpy.typing import NDArray

MAX_PADDING_BYTES = 64
"""The most bytes between a scan and the next marker that count as padding, which cameras add. Garbled data leave hundreds."""

_BROKEN = re.compile(
    r"^(?:Corrupt JPEG data: (premature end of .*|bad Huffman code|bad arithmetic code|found marker .*)|(Premature end of JPEG file)"
    r"|libpng error: (.*))$",
    re.MULTILINE,
)
"""Messages about lost data (libjpeg's jerror.h); other warnings concern headers, colour profiles and comments."""
_STRAY = re.compile(r"^Corrupt JPEG data: ((\d+) extraneous bytes before marker 0x(?:c4|d[0-9a]))$", re.MULTILINE)
"""Messages about bytes left over after a scan; before other markers such bytes are harmless remains of an editor."""
_DECODERS = re.compile(
    r"Corrupt JPEG data|Premature end of JPEG|Unknown Adobe|Warning: unknown JFIF|Inconsistent progression|Invalid SOS"
    r"|libpng |\[ *[A-Z]+:\d"
)
"""The beginnings of the lines that libjpeg, libpng and OpenCV write."""
_STDERR = 2
_one_at_a_time = Lock()


def unpack(data: bytes, flags: int) -> tuple[NDArray[np.uint8] | None, str]:
    """The picture from cv2.imdecode with these flags, or None, and what is wrong with its data, "" when nothing is.

    Damage that leaves a valid stream, as a changed byte may, goes unnoticed, and so does damage after a harmless fault, because libjpeg
    reports the first one only.
    """
    image, said = _listening(data, flags)
    broken, stray = _BROKEN.search(said), _STRAY.search(said)
    if broken:
        return image, next(filter(None, broken.groups()))
    return image, stray[1] if stray and int(stray[2]) > MAX_PADDING_BYTES else ""


def _listening(data: bytes, flags: int) -> tuple[NDArray[np.uint8] | None, str]:
    """The picture, and what the decoders wrote. What other threads wrote to standard error meanwhile is passed on.

    A line that another thread is writing at the moment when standard error is restored may be cut.
    """
    import cv2

    with _one_at_a_time:
        ear = os.memfd_create("decoders")
        fcntl(ear, F_SETFL, os.O_APPEND)  # otherwise two threads may overwrite each other
        mouth = os.dup(_STDERR)
        os.dup2(ear, _STDERR)
        try:
            image = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
        except cv2.error:
            image = None
        finally:
            os.dup2(mouth, _STDERR)
            os.close(mouth)
            lines = os.pread(ear, os.fstat(ear).st_size, 0).decode(errors="replace").splitlines(keepends=True)
            os.close(ear)
    others = [line for line in lines if not _DECODERS.match(line)]
    if others:
        os.write(_STDERR, "".join(others).encode())
    return None if image is None else np.asarray(image, np.uint8), "".join(lines)
