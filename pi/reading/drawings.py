"""What is drawn of a game: each picture that was read, with its grid; and laid straight, with what the arbiter is told of outlined."""

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
"""So many of the last pictures: a ruling may be amended when the press after the next is read, and has a picture before it."""

Keep = Callable[[str, bytes], bool]
"""Puts a picture into the game's folder under that name; whether it is there now."""


class Drawings:
    """The drawings of one game in its `folder`; they go there by `keep`, which counts them, or else are written at once.

    They show the board alone, as all who see the pages may see it.
    """

    def __init__(self, folder: Path, keep: Keep | None = None) -> None:
        self._folder, self._keep = folder, keep or self._write
        self._straight: dict[int, Image] = {}

    def grid(self, frame: Frame, geometry: Geometry, contents: tuple[Content, ...]) -> tuple[str | None, str]:
        """The name of the picture with the grid drawn on it, in which the board lies so, and these pieces marked; or None, and a sentence
        that says why."""
        name = f"{DRAWN_FOLDER}/{Path(frame.name).stem}.jpg"
        if self._keep(name, encode_jpeg(draw_grid(only_board(frame.image, geometry), geometry, contents))):
            return name, ""
        return None, f"{self._folder / name}: the drawn picture could not be kept: is the disk full, or not to be written to?"

    def remember(self, seq: int, frame: Frame, geometry: Geometry) -> None:
        """Press `seq` was read from this picture, in which the board lies so; 0 is the picture before the first."""
        self._straight.pop(seq, None)
        self._straight[seq] = draw_straight(frame.image, geometry)
        while len(self._straight) > REMEMBERED:
            del self._straight[min(self._straight)]

    def straight(self, seq: int, squares: Iterable[int], read: int) -> tuple[str | None, str | None]:
        """The names of the pictures before press `seq` and after it, with these squares outlined; null for one that is not there.

        `read` is the press that was read when this came to light: what was kept of an earlier ruling is not written over.
        """
        late, marked = f"-{read}" if read != seq else "", tuple(squares)
        return self._kept(seq - 1, f"{seq:04}-before{late}", marked), self._kept(seq, f"{seq:04}-after{late}", marked)

    def _kept(self, seq: int, stem: str, squares: tuple[int, ...]) -> str | None:
        image, name = self._straight.get(seq), f"{DRAWN_FOLDER}/{stem}.jpg"
        return name if image is not None and self._keep(name, encode_jpeg(outline(image, squares))) else None

    def _write(self, name: str, data: bytes) -> bool:
        try:
            (self._folder / name).write_bytes(data)
        except OSError:
            return False
        return True
