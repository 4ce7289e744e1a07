"""Disks that a test may plug in and pull out, fill and let hang: file systems of their own on loop devices.

They need root: a fixture that makes one requests `needs_root`.
"""

import subprocess
from pathlib import Path


def run(*words: str | Path) -> None:
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(map(str, words))}: {done.stderr}"


class Stick:
    """A stick of `megabytes`; its folder is `folder`, which on the card is an empty one."""

    def __init__(self, place: Path, megabytes: int = 128) -> None:
        self.image, self.mounted = place / "stick.img", place / "media"
        self.folder = self.mounted / "games"
        self.mounted.mkdir()
        self.folder.mkdir()
        with self.image.open("wb") as file:
            file.truncate(megabytes * 1_000_000)
        run("/usr/sbin/mkfs.ext4", "-q", "-O", "^has_journal", "-m", "0", self.image)
        self.is_in = self.is_frozen = False

    def plug_in(self) -> None:
        run("mount", "-o", "loop", self.image, self.mounted)
        self.is_in = True
        self.folder.mkdir(exist_ok=True)

    def pull_out(self) -> None:
        """Nobody keeps it busy, or it could not be unmounted."""
        run("umount", self.mounted)
        self.is_in = False

    def freeze(self) -> None:
        """From now on a write does not return, and whoever waits for one cannot be killed."""
        run("fsfreeze", "-f", self.mounted)
        self.is_frozen = True

    def thaw(self) -> None:
        run("fsfreeze", "-u", self.mounted)
        self.is_frozen = False

    def close(self) -> None:
        if self.is_frozen:
            self.thaw()
        if self.is_in:
            run("umount", "-l", self.mounted)
