"""Measures the crossings of a board's lattice, the points where four fields meet, in the straightened picture.

Discs stand in the middle of their fields, so the four field corners around a crossing show even on a full board: two light and two dark.
Their contrast is measured. It needs no free edge and does not depend on the colours of the discs.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.arrays import Floats
from vision.image.geometry import Geometry, Points, rectify

PX = 24
"""Pixels to a square in the straightened picture: a crossing is found with an error of a hundredth of a square."""
LINEAR_PATCH_PX = 3
"""The side of the four patches of the linear response, which end an eighth of a square from the crossing. Tall discs lean outward in the
picture; in patches twice as wide they shifted the corners of a low-contrast board by a tenth of a square."""
STRICT_PATCH_PX = 5
"""The side of the four patches of the strict response."""
GAP_PX = 1.5
"""The distance from the lines to those patches; printed lines and blurred edges are left out."""


@dataclass(frozen=True, slots=True, eq=False)
class Response:
    """How much each pixel of the straightened picture looks like a crossing, positive where the upper left field is light."""

    linear: Floats
    """The light patches minus the dark patches; it peaks at the crossing."""
    strict: Floats
    """The darker light patch minus the lighter dark patch, or 0 where the fields do not alternate."""
    patches: tuple[Floats, Floats, Floats, Floats]
    """The means of the patches up left, up right, down left and down right."""
    margin: int
    """The squares shown around the board."""

    def beside(self, rows: NDArray[np.intp], cols: NDArray[np.intp]) -> tuple[Floats, Floats, Floats, Floats]:
        """The contrast at these pixels of the two fields that meet left, right, above and below, with the sign of a crossing's.

        At an edge of the board only one of them is seen.
        """
        upper_left, upper_right, lower_left, lower_right = (patch[rows, cols] for patch in self.patches)
        return upper_left - lower_left, lower_right - upper_right, upper_left - upper_right, lower_right - lower_left

    def at(self, points: Points) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The rows and columns of the pixels that show these board points, clipped to the picture."""
        side = self.linear.shape[0]
        px = np.clip(np.round((points + self.margin) * PX - 0.5), 0, side - 1).astype(np.intp)
        return px[:, 1], px[:, 0]


def respond(image: NDArray[np.uint8], geometry: Geometry, margin: int = 1) -> Response:
    """The response of a BGR or grey picture, with `margin` squares around the board."""
    straight = rectify(image, geometry, PX, margin, once=margin > 1)  # `best_window` looks at each place once
    flat = (cv2.cvtColor(straight, cv2.COLOR_BGR2GRAY) if straight.ndim == 3 else straight).astype(np.float32)
    upper_left, upper_right, lower_left, lower_right = _patches(flat, LINEAR_PATCH_PX, LINEAR_PATCH_PX / 2)
    linear = np.asarray((upper_left + lower_right - upper_right - lower_left) / 2, np.float32)
    upper_left, upper_right, lower_left, lower_right = patches = _patches(flat, STRICT_PATCH_PX, GAP_PX + STRICT_PATCH_PX / 2)
    up = np.minimum(upper_left, lower_right) - np.maximum(upper_right, lower_left)
    down = np.minimum(upper_right, lower_left) - np.maximum(upper_left, lower_right)
    strict = np.maximum(up, 0) - np.maximum(down, 0)
    return Response(linear, np.asarray(strict, np.float32), patches, margin)


def inner_crossings(size: int) -> Points:
    """The board points where four fields meet, ((size - 1)², 2), row by row."""
    y, x = np.divmod(np.arange((size - 1) ** 2), size - 1)
    return np.column_stack([x, y]).astype(np.float64) + 1


def polarity(points: Points) -> NDArray[np.float64]:
    """+1 where the field up and left of a lattice point is unplayed, -1 where it is played, (N,)."""
    return np.asarray(1 - 2 * (np.round(points).sum(axis=1) % 2), np.float64)


def find_near(response: Response, points: Points, signs: NDArray[np.float64], within: float) -> tuple[Points, NDArray[np.float64]]:
    """The strongest crossing of each sign within `within` squares of each board point.

    The results are board coordinates (N, 2) and strict responses (N,); a response of 0 or less means that there is no crossing.
    """
    reach = round(within * PX)
    rows, cols = response.at(points)
    side = response.linear.shape[0]
    rows, cols = np.clip(rows, reach + 1, side - reach - 2), np.clip(cols, reach + 1, side - reach - 2)
    span = np.arange(-reach, reach + 1)
    windows = response.linear[rows[:, None, None] + span[:, None], cols[:, None, None] + span] * signs[:, None, None]
    down, right = np.divmod(windows.reshape(len(points), -1).argmax(axis=1), len(span))
    rows, cols = rows + span[down], cols + span[right]
    centre = response.linear[rows, cols] * signs
    dy = _peak(response.linear[rows - 1, cols] * signs, centre, response.linear[rows + 1, cols] * signs)
    dx = _peak(response.linear[rows, cols - 1] * signs, centre, response.linear[rows, cols + 1] * signs)
    found = (np.column_stack([cols + dx, rows + dy]) + 0.5) / PX - response.margin
    inside = (np.abs(found - points) <= within + 0.5 / PX).all(axis=1)
    return found, np.where(inside, response.strict[rows, cols] * signs, 0)


def _peak(before: NDArray[np.float64], at: NDArray[np.float64], after: NDArray[np.float64]) -> NDArray[np.float64]:
    """The place of the top, between -1/2 and 1/2, of a symmetric roof through three neighbouring values."""
    slope = np.maximum(at - np.minimum(before, after), 1e-6)
    return np.asarray(np.clip((after - before) / slope / 2, -0.5, 0.5), np.float64)


def _patches(flat: Floats, side: int, off: float) -> tuple[Floats, Floats, Floats, Floats]:
    """The means of the patches up left, up right, down left and down right of each pixel, `off` pixels (a multiple of 1/2) away."""
    mean = cv2.boxFilter(flat, -1, (side, side), borderType=cv2.BORDER_REPLICATE)
    near, far = int(off), round(2 * off) - int(off)
    if near != far:
        mean = cv2.blur(mean, (2, 2), anchor=(0, 0), borderType=cv2.BORDER_REPLICATE)
    wide = np.asarray(cv2.copyMakeBorder(mean, far, near, far, near, cv2.BORDER_REPLICATE), np.float32)
    less, more = slice(None, -near - far), slice(near + far, None)
    return wide[less, less], wide[less, more], wide[more, less], wide[more, more]
