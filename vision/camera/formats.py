"""The formats in which libcamera gives pictures, and how they become the pictures of the program."""

from collections.abc import Mapping

import numpy as np

from vision.camera.device import shrunk
from vision.image.picture import Image

TO_BGR: Mapping[str, str | None] = {
    "RGB888": None,
    "BGR888": "COLOR_RGB2BGR",
    "XRGB8888": "COLOR_BGRA2BGR",
    "XBGR8888": "COLOR_RGBA2BGR",
    "YUV420": "COLOR_YUV2BGR_I420",
    "NV12": "COLOR_YUV2BGR_NV12",
}
"""OpenCV's name of the conversion to BGR for each format. picamera2 names the bytes of a pixel from the last in memory: RGB888 is blue,
green, red."""
PLANAR = ("YUV420", "NV12")
"""The formats whose first rows are the grey picture."""


def bgr(array: Image, name: str, size: tuple[int, int]) -> Image:
    """The BGR picture without the padding of each row."""
    code, (width, height) = TO_BGR[name], size
    if code is None:
        image = array
    else:
        import cv2

        image = np.asarray(cv2.cvtColor(array, getattr(cv2, code)), np.uint8)
    return np.ascontiguousarray(image[:height, :width, :3])


def grey(array: Image, name: str, size: tuple[int, int]) -> Image:
    """The grey picture of MOTION_SIZE."""
    width, height = size
    return shrunk(array[:height, :width] if name in PLANAR else bgr(array, name, size))
