"""The pictures that a journal names, each with its row and its press."""

from dataclasses import dataclass, field

from record.events.of_game import BoardFound, BoardMoved, CameraFault, CameraRestored, Event, Pressed, Ruled
from record.store.dropping import FOLDERS
from record.telling.remarks import DISK

NO_ROOM = "no-pictures"
"""The reason of the alert that the disk has no room for pictures."""


@dataclass(frozen=True, slots=True)
class NamedAt:
    """Where a picture is named: the row, and the press if it shows one. `surely_kept` where the row says that the picture was kept."""

    row: int
    press: int | None
    surely_kept: bool


@dataclass(slots=True)
class NamedPictures:
    """Gathers the names from the events, each as it was named first."""

    names: dict[str, NamedAt] = field(default_factory=dict)
    no_room: bool = False
    """Whether the disk had no room for pictures for a while."""

    def take(self, row: int, event: Event) -> None:
        """Take the event of the next row."""
        match event:
            case Pressed():
                self._name(event.pictures, NamedAt(row, event.seq, surely_kept=True))
            case Ruled():
                self._name((*event.pictures, *event.before, event.drawn, *event.straight), NamedAt(row, event.seq, surely_kept=True))
            case BoardFound():
                self._name((event.drawn,), NamedAt(row, None, surely_kept=True))
                self._name((event.picture,), NamedAt(row, None, surely_kept=False))
            case BoardMoved():
                self._name((event.after,), NamedAt(row, None, surely_kept=False))
            case CameraFault() | CameraRestored():
                self._name((event.picture,), NamedAt(row, None, surely_kept=False))
        self.no_room |= any(alert.code == DISK and alert.reason == NO_ROOM for alert in getattr(event, "alerts", ()))

    def _name(self, names: tuple[str | None, ...], at: NamedAt) -> None:
        for name in filter(None, names):
            if name.partition("/")[0] in FOLDERS and ".." not in name:  # one that was never to be kept has a name without a folder
                self.names.setdefault(name, at)
