"""A journal on a disk that takes some events and not others."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

from record.events.of_game import Event
from record.log.errors import LogError
from record.store.journal import Journal
from tests.support.live.world import World


class FullDisk(Journal):
    """A journal that takes no events once it is `full`, and before none of those that are `refused`."""

    full = False
    refused: Callable[[Event], bool] = staticmethod(lambda _: False)

    def append(self, event: Event, t_ns: int, *, ahead: int = 0) -> int:
        if self.full or self.refused(event):
            raise no_room(self.path)
        return super().append(event, t_ns, ahead=ahead)


def no_room(path: Path) -> LogError:
    """The error of the log at `path` on a full disk."""
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    error = LogError("{path} could not be written: {why}", path=str(path), why=str(full.strerror))
    error.__cause__ = full
    return error


def fill(world: World) -> None:
    """Has the journal of that world take nothing from now on."""

    def full(*_: object, **_more: object) -> int:
        raise no_room(world.journal.path)

    world.journal.append = full  # type: ignore[method-assign]


def cut_power(memory: Path) -> None:
    """Empties the folder in memory, as a power cut does."""
    for path in memory.iterdir():
        path.unlink()
