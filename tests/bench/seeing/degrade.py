"""Degrades pictures step by step, as light, lenses, sensors and files do."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Chance = np.random.Generator

USUAL_WIDTH = 960
"""The width of the picture for which blurs are given in pixels; they scale with the width."""


@dataclass(frozen=True)
class Degradation:
    """One way to degrade a picture, with `steps` from slight to hopeless."""

    unit: str
    steps: tuple[float, ...]
    spoil: Callable[[Image, float, Chance], Image]


def noise(image: Image, spread: float, chance: Chance) -> Image:
    """Add the noise of a sensor at a high gain."""
    drawn = chance.standard_normal(image.shape, np.float32)
    return _bytes(image + np.float32(spread) * drawn)


def blur(image: Image, radius: float, chance: Chance) -> Image:
    """Blur as out of focus."""
    return np.asarray(cv2.GaussianBlur(image, (0, 0), radius * image.shape[1] / USUAL_WIDTH), np.uint8)


def smear(image: Image, length: float, chance: Chance) -> Image:
    """Blur as by a camera that moved during the exposure, in a random direction."""
    side = 2 * round(length * image.shape[1] / USUAL_WIDTH / 2) + 1
    kernel = np.zeros((side, side), np.float32)
    angle = chance.uniform(0, np.pi)
    end = np.array([np.cos(angle), np.sin(angle)]) * (side - 1) / 2
    middle = (side - 1) / 2
    cv2.line(kernel, tuple(np.round(middle - end).astype(int).tolist()), tuple(np.round(middle + end).astype(int).tolist()), 1.0)
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.uint8)


def light(image: Image, factor: float, chance: Chance) -> Image:
    """Change the exposure: multiply the linear light by `factor`, with rounding to eight bits and clipped highlights."""
    return _encoded(_linear(image) * factor)


def dim(image: Image, factor: float, chance: Chance) -> Image:
    """Darken as a dim room: less light with the same read noise of the sensor, one thousandth of full scale."""
    return _encoded(_linear(image) * factor + 0.001 * chance.standard_normal(image.shape, np.float32))


def veil(image: Image, share: float, chance: Chance) -> Image:
    """Add light scattered in the lens over the whole picture: a share of white."""
    return _encoded(_linear(image) * (1 - share) + share)


def shadow(image: Image, factor: float, chance: Chance) -> Image:
    """Put half of the picture into a hard shadow that leaves `factor` of the light."""
    height, width = image.shape[:2]
    angle = chance.uniform(0, 2 * np.pi)
    y, x = np.indices((height, width), np.float32)
    beyond = (x - width / 2) * np.cos(angle) + (y - height / 2) * np.sin(angle)
    edge = np.clip(beyond / (width / 100) + 0.5, 0, 1)[..., None]
    return _encoded(_linear(image) * (1 - (1 - factor) * edge))


def gamma(image: Image, power: float, chance: Chance) -> Image:
    """Apply the tone curve of another camera."""
    return np.asarray(cv2.LUT(image, _bytes(255 * (np.arange(256) / 255) ** power)), np.uint8)


def warm(image: Image, gain: float, chance: Chance) -> Image:
    """Change the white balance: multiply red by the gain and divide blue by it."""
    return _encoded(_linear(image) * np.array([1 / gain, 1, gain], np.float32))


def jpeg(image: Image, quality: float, chance: Chance) -> Image:
    """Compress again as a JPEG of low quality."""
    data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(quality)])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def small(image: Image, factor: float, chance: Chance) -> Image:
    """Reduce the resolution, as of a camera with fewer pixels."""
    height, width = image.shape[:2]
    less = cv2.resize(image, (round(width * factor), round(height * factor)), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(less, (width, height), interpolation=cv2.INTER_CUBIC), np.uint8)


LADDERS: Mapping[str, Degradation] = {
    "noise": Degradation("spread in levels of 255", (5, 10, 20, 30, 45, 65, 90, 120), noise),
    "blur": Degradation("sigma in px of 960", (1, 2, 3, 4.5, 6.5, 9, 13, 18), blur),
    "smear": Degradation("length in px of 960", (4, 8, 12, 18, 26, 36, 50), smear),
    "darker": Degradation("times the light", (0.5, 0.25, 0.12, 0.06, 0.03, 0.015, 0.008, 0.004), light),
    "dim": Degradation("times the light, and noise", (0.5, 0.25, 0.12, 0.06, 0.03, 0.015, 0.008, 0.004), dim),
    "brighter": Degradation("times the light", (1.5, 2, 3, 4, 6, 9, 14), light),
    "veil": Degradation("share of white light", (0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.9), veil),
    "shadow": Degradation("of the light left on half", (0.6, 0.4, 0.25, 0.15, 0.08, 0.04, 0.02), shadow),
    "gamma up": Degradation("power", (1.25, 1.6, 2, 2.6, 3.4, 4.5), gamma),
    "gamma down": Degradation("power", (0.8, 0.65, 0.5, 0.38, 0.28, 0.2), gamma),
    "warm": Degradation("gain of red over green", (1.1, 1.25, 1.5, 2, 3), warm),
    "cold": Degradation("gain of red over green", (0.9, 0.8, 0.67, 0.5, 0.33), warm),
    "jpeg": Degradation("quality", (60, 40, 25, 15, 10, 6, 3, 1), jpeg),
    "small": Degradation("of the pixels each way", (0.7, 0.5, 0.35, 0.25, 0.18, 0.12, 0.08), small),
}


def _linear(image: Image) -> NDArray[np.float32]:
    steps = np.arange(256, dtype=np.float32) / 255
    return np.asarray(cv2.LUT(image, np.where(steps <= 0.04045, steps / 12.92, ((steps + 0.055) / 1.055) ** 2.4)), np.float32)


def _encoded(linear: NDArray[np.floating]) -> Image:
    """Encode linear light as sRGB (IEC 61966-2-1) with a table of 4096 steps of the square root, which resolves all 255 levels."""
    steps = np.linspace(0, 1, 4096) ** 2
    table = _bytes(255 * np.where(steps <= 0.0031308, 12.92 * steps, 1.055 * steps ** (1 / 2.4) - 0.055))
    return table[(np.sqrt(np.clip(linear, 0, 1)) * 4095 + 0.5).astype(np.uint16)]


def _bytes(values: NDArray[np.floating]) -> Image:
    return np.clip(np.round(values), 0, 255).astype(np.uint8)
