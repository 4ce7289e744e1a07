"""Pictures that encode the contents of the board as grey cells, and eyes that read them: for tests of the service at any speed."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np

from rules.board.evidence import Evidence
from rules.board.squares import Content
from vision.camera.source import Frame
from vision.image.geometry import Geometry
from vision.image.picture import Image
from vision.reading.calibration import StartMismatch
from vision.watching.health import NothingSeen, PictureFault, fault_sentence
from vision.watching.watcher import Sight

WIDE_PX, HIGH_PX, ACROSS, SQUARES = 20, 40, 10, 50
"""The cells make the smallest picture that the service reads."""
LEVEL, HAND = 40, 250
"""Grey levels: content n has 20 + n * LEVEL, and a hand has HAND; far enough apart for JPEG."""
SURE_NATS = 25.0


@lru_cache(maxsize=8)
def picture(contents: tuple[Content, ...], hand: bool = False) -> Image:
    """Draw a cell for each square, square 1 first; a hand hides the first ten."""
    levels = np.array([20 + LEVEL * content for content in contents], np.uint8)
    if hand:
        levels[:10] = HAND
    cells = levels.reshape(-1, ACROSS).repeat(HIGH_PX, 0).repeat(WIDE_PX, 1)
    return np.asarray(np.repeat(cells[:, :, None], 3, 2), np.uint8)


class TruthEyes:
    """A `pi.reading.reading.Eyes` for these pictures."""

    turned = False
    geometry = Geometry.from_corners(10, [[0, 200], [200, 200], [200, 0], [0, 0]], (200, 200))

    def begin(self, frame: Frame, contents: Sequence[Content], *, surely: bool = False, mirrored: bool = False) -> Geometry:
        self.geometry = self.geometry.mirrored(mirrored)
        if not frame.image.any():
            raise NothingSeen(PictureFault.BLACK, frame.name, fault_sentence(PictureFault.BLACK))
        wrong = tuple(square for square, (one, two) in enumerate(zip(_seen(frame.image), contents, strict=True), 1) if one != two)
        if wrong:
            raise StartMismatch(fault_sentence(PictureFault.ANOTHER_POSITION), wrong, about=frame.name)
        return self.geometry

    def look(self, frames: Iterable[Frame]) -> Sight:
        last = None
        for last in frames:
            if not last.image.any():
                raise NothingSeen(PictureFault.BLACK, last.name, fault_sentence(PictureFault.BLACK))
        if last is None:
            raise NothingSeen(PictureFault.NO_PICTURE, "", fault_sentence(PictureFault.NO_PICTURE))
        return Sight(_evidence(last.image), last, self.geometry)

    def again(self, frame: Frame, contents: Sequence[Content]) -> Sight:
        return self.look([frame])

    def find(self, frame: Frame, contents: Sequence[Content]) -> Sight:
        return self.look([frame])

    def point_at(self, corners_px: Sequence[tuple[float, float]]) -> None:
        """The corners are known already."""

    def glance(self, frame: Frame) -> Evidence | None:
        return _evidence(frame.image) if frame.image.any() else None

    def confirm(self, sight: Sight, contents: Sequence[Content]) -> None:
        """Nothing is learnt."""


def _cells(image: Image) -> np.ndarray:
    rows = image[HIGH_PX // 2 : SQUARES // ACROSS * HIGH_PX : HIGH_PX]
    return np.asarray(rows[:, WIDE_PX // 2 : ACROSS * WIDE_PX : WIDE_PX, 0], int).ravel()


def _seen(image: Image) -> tuple[Content | None, ...]:
    return tuple(None if level > HAND - LEVEL / 2 else Content(round((level - 20) / LEVEL)) for level in _cells(image))


def _evidence(image: Image) -> Evidence:
    return _evidence_of(_seen(image))


@lru_cache(maxsize=64)
def _evidence_of(board: tuple[Content | None, ...]) -> Evidence:
    return Evidence.of([[0.0 if seen in (None, one) else -SURE_NATS for one in Content] for seen in board])
