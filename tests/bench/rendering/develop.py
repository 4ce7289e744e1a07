"""Turns the light that falls into the lens into the JPEG of a small camera: lens, exposure, colour, noise, sharpening."""

import cv2
import numpy as np

SHOT_NOISE = 0.75
"""The share of the noise that grows with the square root of the light; the rest is the same everywhere."""

UNDEREXPOSED = 0.2
"""The power of the light that automatic exposure leaves uncorrected; the rest is corrected at the cost of noise."""
BAND_PX = 32.0
"""The scale of the bands in pixels. A band is some two hundred rows high: a rolling shutter of 1/30 s over 960 rows, lamps at 100 Hz, and
the blur of the exposure."""


def developed(radiance, shot, sensor, rng):
    """The picture (height, width, 3), 8 bits, BGR."""
    camera = shot.camera
    bent = cv2.remap(radiance, camera.warp_map(), None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    bent = cv2.GaussianBlur(bent, (0, 0), max(0.3, sensor.blur_px)) + 0.012 * cv2.GaussianBlur(bent, (0, 0), 14)
    light = _balanced(bent, sensor) * np.array(shot.tint, np.float32)
    light *= sensor.grey**2.2 / (np.exp(np.log(light.mean(axis=2) + 1e-4).mean()) + 1e-6) * shot.exposure
    light *= _vignette(camera, sensor.vignette)
    rows = np.sin(np.arange(camera.height) / BAND_PX + rng.uniform(0, 2 * np.pi)).astype(np.float32)
    light *= 1 + sensor.banding * rows[:, None, None]
    light = _noisy(light * shot.light**UNDEREXPOSED, sensor.noise / np.sqrt(shot.light), rng)
    tone = np.clip(light, 0, None) ** (1 / 2.2)
    tone = np.where(tone < 0.75, tone, 0.75 + 0.25 * np.tanh((tone - 0.75) / 0.25))
    tone += sensor.sharpen * (tone - cv2.GaussianBlur(tone, (0, 0), 1.3))
    return np.clip(np.round(tone[..., ::-1] * 255), 0, 255).astype(np.uint8)


def jpeg(picture, quality):
    """The bytes of the JPEG."""
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def _balanced(light, sensor):
    """White balance by the grey-world rule, to the degree that the sensor corrects."""
    mean = light.reshape(-1, 3).mean(axis=0)
    return light * ((mean.mean() / (mean + 1e-6)) ** sensor.balance).astype(np.float32)


def _vignette(camera, strength):
    x, y = np.meshgrid(np.linspace(-1, 1, camera.width), np.linspace(-1, 1, camera.height))
    return (1 - strength * (x * x + y * y) / 2).astype(np.float32)[..., None]


def _noisy(light, levels, rng):
    """Add the noise of the sensor, blurred a little by its colour filter; `levels` of 255 at middle grey."""
    grain = rng.normal(size=light.shape).astype(np.float32)
    grain = 0.55 * grain + 1.1 * cv2.GaussianBlur(grain, (0, 0), 0.8)
    at_grey = 2.2 * 0.5**1.2 * levels / 255
    spread = at_grey * (SHOT_NOISE * np.sqrt(np.clip(light, 0, None) / 0.22) + 1 - SHOT_NOISE)
    return light + grain * spread
