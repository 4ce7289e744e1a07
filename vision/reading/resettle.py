"""Moves a calibration to the place where the board lies now."""

from dataclasses import replace

from vision.image.geometry import Geometry
from vision.image.picture import Image
from vision.reading.calibration import Calibration, LightThere
from vision.reading.hidden import light_patches


def settled(calibration: Calibration, image: Image, geometry: Geometry) -> Calibration:
    """The calibration with its light and its place taken from a picture in which nothing is hidden.

    The look of the squares in the old place is forgotten, because the shadows and the lean of the pieces were different there.
    """
    seen = calibration.survey(image, geometry)
    unknown, arrivals = calibration.there.known.elsewhere(), calibration.there.arrivals.elsewhere()
    there = LightThere(seen.levels, light_patches(seen), geometry.corners_px(), seen.bare, unknown, arrivals)
    return replace(calibration, there=there)
