"""Where pictures come from: the protocols that a camera, a recorded session and a fake all follow."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

from rules.errors import Phrase
from vision.image.packing import unpacked
from vision.image.picture import Image, PictureError, read_picture


class SourceFault(Phrase):
    """Why a recorded session gives no picture."""

    NO_PRESS = "no press was recorded at {seconds} s"


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture."""

    name: str
    """The name in the session's folder."""
    t_ns: int
    """When the exposure began."""
    held: Image
    """The image, or the image packed by `vision.image.packing`."""

    @property
    def image(self) -> Image:
        """Height x width x 3 BGR bytes; a packed image is unpacked at each call."""
        return self.held if self.held.ndim == 3 else unpacked(self.held)


class PictureSource(Protocol):
    """Gives the pictures of presses."""

    def frames(self, after_ns: int) -> Iterator[Frame]:
        """The pictures exposed from `after_ns` until the board has settled, in time order; PictureError when there is none."""

    def before(self, press_ns: int) -> Iterator[Frame]:
        """The pictures of the moments before that press that were kept, in time order."""

    def close(self) -> None:
        """Close the device."""


class Camera(Protocol):
    """A device that takes picture after picture, driven by a thread of its own."""

    def take(self, after_ns: int = 0) -> Frame:
        """The next picture whose exposure began at `after_ns` or later; its name is empty and its time is of `time.monotonic_ns`.

        PictureError when the camera gives none; the caller then closes it and opens it anew.
        """

    def close(self) -> None:
        """Close the device."""


class ReplaySource:
    """The pictures of a recorded session by the time (ns) of their press; those taken `before` a press bear its time too."""

    def __init__(
        self, folder: Path, pictures: Mapping[int, Sequence[str]], before: Mapping[int, Sequence[str]] = MappingProxyType({})
    ) -> None:
        self._folder = folder
        self._pictures = pictures
        self._before = before

    def frames(self, after_ns: int) -> Iterator[Frame]:
        names = self._pictures.get(after_ns)
        if names is None:
            raise PictureError(SourceFault.NO_PRESS.said(seconds=round(after_ns / 1e9, 1)), str(self._folder))
        yield from self._read(names, after_ns)

    def before(self, press_ns: int) -> Iterator[Frame]:
        yield from self._read(self._before.get(press_ns, ()), press_ns)

    def _read(self, names: Sequence[str], t_ns: int) -> Iterator[Frame]:
        for name in names:
            yield Frame(name, t_ns, read_picture(self._folder / name))

    def close(self) -> None:
        self._pictures = self._before = {}
