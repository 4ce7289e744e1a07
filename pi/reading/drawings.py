"""The drawings of a game: each picture that was read, with its grid, and rectified pictures that outline squares for the arbiter."""

from collections.abc import Callable, Iterable
from pathlib import Path

from rules.board.squares import Content
from vision.camera.source import Frame
from vision.image.geometry import Geometry
from vision.image.only_board import only_board
from vision.image.picture import Image, encode_jpeg
from vision.watching.draw import draw_grid, draw_straight, outline

DRAWN_FOLDER = "drawn"
REMEMBERED = 4
"""The number of rectified pictures in memory: a ruling may be amended two presses later, and needs the picture before it."""

Keep = Callable[[str, bytes], bool]
"""Writes a picture to the game's folder under that name; returns whether it is there now."""


class Drawings:
    """The drawings of one game in its `folder`, written by `keep`, which counts them, or directly without it.

    They show the board alone: everybody who sees the pages may see them.
    """

    def __init__(self, folder: Path, keep: Keep | None = None) -> None:
        self._folder, self._keep = folder, keep or self._write
        self._straight: dict[int, tuple[Image, bool]] = {}
        """By press the rectified picture, and whether the board lies mirrored in it."""

    def grid(self, frame: Frame, geometry: Geometry, contents: tuple[Content, ...]) -> tuple[str | None, str]:
        """Draw the grid and the pieces of `contents` (square 1 first) on the picture, in which the board lies as `geometry` says.

        Returns the name of the drawing and "", or None and a sentence that says why it could not be kept.
        """
        name = f"{DRAWN_FOLDER}/{Path(frame.name).stem}.jpg"
        if self._keep(name, encode_jpeg(draw_grid(only_board(frame.image, geometry), geometry, contents))):
            return name, ""
        return None, f"{self._folder / name}: the drawn picture could not be kept: is the disk full, or not to be written to?"

    def remember(self, seq: int, frame: Frame, geometry: Geometry) -> None:
        """Remember the picture from which press `seq` was read, with the board's geometry; 0 is the picture before the first press."""
        self._straight.pop(seq, None)
        self._straight[seq] = draw_straight(frame.image, geometry), geometry.is_mirrored
        while len(self._straight) > REMEMBERED:
            del self._straight[min(self._straight)]

    def straight(self, seq: int, squares: Iterable[int], read: int, of: str = "") -> tuple[str | None, str | None]:
        """Draw these squares on the pictures before and after press `seq`; return their names, None for one that is not there.

        `read` is the press whose reading led to this: it is part of the name, so that the drawing of an earlier ruling stays. So is `of`,
        the code of the one alert that the drawing is for, where the press has others.
        """
        late, marked = (f"-{read}" if read != seq else "") + (f"-{of}" if of else ""), tuple(squares)
        return self._kept(seq - 1, f"{seq:04}-before{late}", marked), self._kept(seq, f"{seq:04}-after{late}", marked)

    def _kept(self, seq: int, stem: str, squares: tuple[int, ...]) -> str | None:
        name = f"{DRAWN_FOLDER}/{stem}.jpg"
        if seq not in self._straight:
            return None
        image, mirrored = self._straight[seq]
        return name if self._keep(name, encode_jpeg(outline(image, squares, mirrored=mirrored))) else None

    def _write(self, name: str, data: bytes) -> bool:
        try:
            (self._folder / name).write_bytes(data)
        except OSError:
            return False
        return True
