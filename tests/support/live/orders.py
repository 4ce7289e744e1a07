"""Orders to the driver of `tests.support.cameras.hanging`: what the camera shows, and in which call it hangs or ends."""

import time
from pathlib import Path

import numpy as np

from tests.support.cameras.hanging import SHOWS
from vision.image.picture import Image


class Orders:
    """Orders in that folder, each of which is there at once and whole."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)

    def show(self, image: Image) -> None:
        np.save(self.folder / "next.npy", image)
        (self.folder / "next.npy").replace(self.folder / SHOWS)

    def order(self, name: str, call: str) -> float:
        """Have the driver do that in the call, HANGS or ENDS; the time of the order in s of the monotonic clock."""
        (self.folder / "next").write_text(call)
        (self.folder / "next").replace(self.folder / name)
        return time.monotonic()

    def relent(self, name: str) -> float:
        """Take the order back; the time of it."""
        (self.folder / name).unlink()
        return time.monotonic()
