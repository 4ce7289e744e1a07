"""Pictures in half the memory (YCbCr 4:2:0): the brightness of every pixel and one colour for each four, as in JPEG and cameras."""

import numpy as np

from vision.image.picture import Image

BAND = 64
"""The rows that are converted at a time, an even number: the whole picture in between would take four megabytes more."""


def packed(image: Image) -> Image:
    """A picture of height x width x 3 BGR bytes as height * 3/2 x width: brightness, and below it the colours.

    A picture with an odd side is returned as it is.
    """
    import cv2

    height, width = image.shape[:2]
    if height % 2 or width % 2:
        return image
    held = np.empty((height * 3 // 2, width), np.uint8)
    colours = held[height:].reshape(height // 2, width // 2, 2)
    for first in range(0, height, BAND):
        rows = cv2.cvtColor(image[first : first + BAND], cv2.COLOR_BGR2YCrCb)
        held[first : first + len(rows)] = rows[:, :, 0]
        half = cv2.resize(rows, (width // 2, len(rows) // 2), interpolation=cv2.INTER_AREA)
        colours[first // 2 : first // 2 + len(half)] = half[:, :, 1:]
    return held


def unpacked(held: Image) -> Image:
    """The BGR picture of what `packed` gave: the brightness exact to one level, the colours smoothed."""
    import cv2

    height, width = held.shape[0] * 2 // 3, held.shape[1]
    half = held[height:].reshape(height // 2, width // 2, 2)
    whole = np.empty((height, width, 3), np.uint8)
    for first in range(0, height, BAND):
        rows = held[first : min(first + BAND, height)]
        above = min(1, first)  # the colour of a row at the edge of the band is mixed with that beyond it
        some = half[first // 2 - above : (first + len(rows)) // 2 + 1]
        colours = cv2.resize(some, (width, 2 * len(some)), interpolation=cv2.INTER_LINEAR)[2 * above :][: len(rows)]
        whole[first : first + len(rows)] = cv2.cvtColor(cv2.merge([rows, colours]), cv2.COLOR_YCrCb2BGR)
    return whole
