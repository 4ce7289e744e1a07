"""Pictures in half the memory (YCbCr 4:2:0): the brightness of every pixel and one colour for each four, as in JPEG and cameras."""

import numpy as np

from vision.image.picture import Image


def packed(image: Image) -> Image:
    """A picture of height x width x 3 BGR bytes as height * 3/2 x width: brightness, and below it the colours.

    A picture with an odd side is returned as it is.
    """
    import cv2

    height, width = image.shape[:2]
    if height % 2 or width % 2:
        return image
    whole = cv2.cvtColor(image, cv2.COLOR_BGR2YCrCb)
    half = cv2.resize(whole, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    return np.vstack([whole[:, :, 0], half[:, :, 1:].reshape(height // 2, width)])


def unpacked(held: Image) -> Image:
    """The BGR picture of what `packed` gave: the brightness exact to one level, the colours smoothed."""
    import cv2

    height, width = held.shape[0] * 2 // 3, held.shape[1]
    half = held[height:].reshape(height // 2, width // 2, 2)
    whole = cv2.merge([held[:height], cv2.resize(half, (width, height), interpolation=cv2.INTER_LINEAR)])
    return np.asarray(cv2.cvtColor(whole, cv2.COLOR_YCrCb2BGR), np.uint8)
