"""A camera that takes a recorded picture again in another light: exposure, noise, clipping, and a JPEG."""

import cv2
import numpy as np

from tests.bench.evenings.light import Light
from vision.image.picture import Image
from vision.reading.features import LINEAR

READ_NOISE = 0.0015
"""The standard deviation of the noise of reading a pixel, of white."""
SHOT_NOISE = 0.0004
"""The variance of the noise of counting light, relative to the light."""
JPEG_QUALITY = 88
LEVELS = 4096
"""The steps of the sensor."""

_TO_SRGB = np.round(
    255 * np.where((steps := np.arange(LEVELS + 1) / LEVELS) <= 0.0031308, 12.92 * steps, 1.055 * steps ** (1 / 2.4) - 0.055)
).astype(np.uint8)


def taken_in(image: Image, light: Light, seed: int) -> bytes:
    """The JPEG of the picture in that light."""
    seen = (cv2.LUT(image, LINEAR) * light.falls + light.mirrored) * np.float32(light.exposure)
    chance = np.random.default_rng(seed)
    gain = max(light.exposure, 1.0)
    # A longer exposure of little light amplifies the noise of what was there before.
    spread = np.sqrt((READ_NOISE * gain) ** 2 + SHOT_NOISE * (gain - 1) * np.maximum(seen, 0))
    seen = seen + spread * chance.standard_normal(seen.shape, np.float32)
    levels = np.clip(np.round(seen * LEVELS), 0, LEVELS).astype(np.intp)
    _, jpeg = cv2.imencode(".jpg", _TO_SRGB[levels], [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return jpeg.tobytes()
