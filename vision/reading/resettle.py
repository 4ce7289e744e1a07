"""Moves a calibration to the place where the board lies now."""

from dataclasses import replace

import numpy as np

from vision.image.geometry import Geometry
from vision.image.picture import Image
from vision.reading.calibration import Calibration
from vision.reading.hidden import light_patches


def settled(calibration: Calibration, image: Image, geometry: Geometry) -> Calibration:
    """The calibration with its light and its place taken from a picture in which nothing is hidden.

    The look of the squares in the old place is forgotten, because the shadows and the lean of the pieces were different there.
    """
    seen = calibration.survey(image, geometry)
    unknown = replace(calibration.known, kinds=np.full_like(calibration.known.kinds, -1))
    here = replace(calibration, levels=seen.levels, patches=light_patches(seen), bare=seen.bare, known=unknown)
    return replace(here, corners_px=geometry.corners_px())
