"""Light that changes over a game, on linear light: what falls on each pixel is multiplied, and what is mirrored is added.

Lamps follow the inverse-square law and Lambert's cosine law; their colours are those of Planck's black body.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import cos, pi, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.board.squares import Content, board
from vision.image.geometry import Geometry

Field = NDArray[np.float32]

STEP_PX = 8
"""Smooth light is computed for every eighth pixel."""
DAYLIGHT_K, TUNGSTEN_K = 6500.0, 2700.0
BGR_NM = np.array([465.0, 540.0, 610.0])
"""Where blue, green and red sensors are most sensitive."""
PLANCK_NM_K = 1.4388e7
"""The second radiation constant."""
MIRROR_SQUARES = 0.45
"""The standard deviation of the mirrored lamp, in squares."""
DISC_SQUARES = 0.46
"""The radius around a piece within which the board mirrors nothing."""


@dataclass(frozen=True)
class Moment:
    """One picture of a game."""

    share: float
    """The share of the game that is played, from 0 to 1."""
    number: int
    """The number of the picture."""
    geometry: Geometry
    contents: Sequence[Content]


@dataclass(frozen=True)
class Light:
    """The light of one picture relative to the recorded one."""

    falls: Field
    """By what the light on each pixel is multiplied, (height, width, 3), B, G, R."""
    mirrored: Field
    """What is added, relative to white."""
    exposure: float = 1.0
    """What the camera does to both."""


Change = Callable[[Moment], Light]


def black_body(kelvin: float) -> NDArray[np.float64]:
    """The light of a black body in B, G, R relative to daylight, of the same green (Planck's law)."""

    def at(temperature: float) -> NDArray[np.float64]:
        return BGR_NM**-5.0 / np.expm1(PLANCK_NM_K / (BGR_NM * temperature))

    relative = at(kelvin) / at(DAYLIGHT_K)
    return np.asarray(relative / relative[1], float)


def steady(moment: Moment) -> Light:
    """Nothing changes."""
    return _even(moment, 1.0)


def level(moment: Moment) -> Light:
    """The light falls to an eighth, and the camera exposes up to four times as long."""
    falls = 8.0**-moment.share
    return _even(moment, falls, exposure=min(1 / falls, 4.0))


def colour(moment: Moment) -> Light:
    """Daylight turns into tungsten light; the white balance follows half of it."""
    kelvin = DAYLIGHT_K * (TUNGSTEN_K / DAYLIGHT_K) ** moment.share
    return _even(moment, black_body(kelvin) ** 0.5)


def gradient(moment: Moment) -> Light:
    """A window at the left fades, and a lamp at the right takes over."""
    x, _ = _places(moment)
    across = 1 + 0.6 * (2 * moment.share - 1) * (2 * x / moment.geometry.size - 1)
    return _lit(moment, across[..., None])


def spot(moment: Moment) -> Light:
    """A spot of sun with a sharp edge wanders over the board."""
    x, y = _places(moment)
    n = moment.geometry.size
    at = (n * (1.3 * moment.share - 0.15), n * (0.3 + 0.4 * sin(2 * pi * moment.share)))
    inside = np.clip((2.0 - np.hypot((x - at[0]) / 0.7, y - at[1])) / 0.2 + 0.5, 0, 1)
    return _lit(moment, (1 + 1.2 * inside)[..., None] * np.where(inside[..., None] > 0.5, black_body(5500), 1.0), exposure=0.8)


def lamps(moment: Moment) -> Light:
    """Two lamps are switched on, one after a third and one after a half of the game; the first goes off again near the end."""
    falls: NDArray[np.float64] = np.full((1, 1, 3), 0.75)
    if 1 / 3 <= moment.share < 0.85:
        falls = falls + 0.9 * _lamp(moment, (-0.3, 0.2, 0.9))[..., None] * black_body(TUNGSTEN_K)
    if moment.share >= 0.5:
        falls = falls + 0.9 * _lamp(moment, (1.2, 0.9, 0.8))[..., None] * black_body(3000)
    return _lit(moment, falls, exposure=0.8)


def flicker(moment: Moment) -> Light:
    """Lamps at 100 Hz under a rolling shutter: bands of ten per cent across the picture, in another place in each."""
    height = moment.geometry.picture_size[1]
    rows = np.arange(0, height, STEP_PX)
    bands = 1 + 0.1 * np.sin(2 * pi * (rows / height * 2.7 + 0.618 * moment.number))
    width = moment.geometry.picture_size[0]
    return _lit(moment, np.repeat(bands[:, None, None], len(range(0, width, STEP_PX)), axis=1))


def hunting(moment: Moment) -> Light:
    """Exposure and white balance hunt: up to 0.7 stops and eight per cent from picture to picture."""
    chance = np.random.default_rng(moment.number)
    balance = 1 + 0.08 * chance.uniform(-1, 1, 3)
    return _even(moment, balance, exposure=float(2.0 ** chance.uniform(-0.7, 0.7)))


def reflections(moment: Moment) -> Light:
    """Three lamps are mirrored in the lacquer, where no piece stands; they wander a little, as somebody moves the board's table."""
    light = steady(moment)
    x, y = _places(moment, step=1)
    n, mirrored = moment.geometry.size, np.zeros(x.shape)
    for number, (across, down) in enumerate(((0.25, 0.35), (0.6, 0.55), (0.4, 0.8))):
        drift = 0.6 * np.array([cos(2 * pi * moment.share + number), sin(2 * pi * moment.share + 2 * number)])
        off = np.hypot(x - n * across - drift[0], y - n * down - drift[1])
        mirrored += 0.5 * np.exp(-0.5 * (off / MIRROR_SQUARES) ** 2)
    for square, content in enumerate(moment.contents, 1):
        if content:
            row, col = board(n).row_col(square)
            mirrored *= np.hypot(x - col - 0.5, y - row - 0.5) > DISC_SQUARES
    return Light(light.falls, np.asarray(mirrored[..., None] * np.ones(3), np.float32))


def dusk(moment: Moment) -> Light:
    """A whole evening: the light falls and warms, the window fades on one side, and a lamp is switched on after two thirds."""
    x, _ = _places(moment)
    across = 1 - 0.4 * moment.share * (2 * x / moment.geometry.size - 1)
    kelvin = DAYLIGHT_K * (3200 / DAYLIGHT_K) ** moment.share
    falls = 5.0**-moment.share * across[..., None] * black_body(kelvin) ** 0.6
    if moment.share >= 2 / 3:
        falls = falls + 0.5 * _lamp(moment, (1.1, -0.1, 0.9))[..., None] * black_body(TUNGSTEN_K) ** 0.6
    return _lit(moment, falls, exposure=min(1 / float(np.mean(falls)), 4.0))


CHANGES: dict[str, Change] = {
    "nothing": steady,
    "level": level,
    "colour": colour,
    "gradient": gradient,
    "spot of sun": spot,
    "lamps switched": lamps,
    "flicker": flicker,
    "exposure hunts": hunting,
    "reflections": reflections,
    "dusk": dusk,
}


def _even(moment: Moment, gains: float | NDArray[np.float64], exposure: float = 1.0) -> Light:
    """The same light everywhere."""
    return _lit(moment, np.ones((1, 1, 3)) * gains, exposure)


def _lit(moment: Moment, falls: NDArray[np.float64], exposure: float = 1.0) -> Light:
    """Light given for some pixels of the picture, (rows, columns, 3), spread over all."""
    whole = np.asarray(falls * np.ones((1, 1, 3)), np.float32)
    size = moment.geometry.picture_size
    return Light(np.asarray(cv2.resize(whole, size, interpolation=cv2.INTER_LINEAR), np.float32), np.zeros((1, 1, 3), np.float32), exposure)


def _places(moment: Moment, step: int = STEP_PX) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The board coordinates that every `step`th pixel shows."""
    width, height = moment.geometry.picture_size
    cols, rows = np.meshgrid(np.arange(0, width, step), np.arange(0, height, step))
    x, y = moment.geometry.to_board(np.column_stack([cols.ravel(), rows.ravel()]).astype(float)).T
    return x.reshape(cols.shape), y.reshape(cols.shape)


def _lamp(moment: Moment, at: tuple[float, float, float]) -> NDArray[np.float64]:
    """The light of a lamp at a place in board widths (right, down, up), relative to that below it."""
    x, y = _places(moment)
    n, height = moment.geometry.size, at[2]
    squared = (x / n - at[0]) ** 2 + (y / n - at[1]) ** 2 + height**2
    return np.asarray(height**3 / squared**1.5, float)
