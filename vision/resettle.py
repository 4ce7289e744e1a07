"""A calibration taken along to where the board lies now."""

from dataclasses import replace

from vision.calibration import Calibration
from vision.geometry import Geometry
from vision.hidden import light_patches
from vision.picture import Image


def settled(calibration: Calibration, image: Image, geometry: Geometry) -> Calibration:
    """The calibration with its light and its place taken from a picture in which nothing is hidden and the board lies so."""
    seen = calibration.survey(image, geometry)
    return replace(calibration, levels=seen.levels, patches=light_patches(seen), bare=seen.bare, corners_px=geometry.corners_px())
