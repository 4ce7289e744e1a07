"""The pictures by which the arbiter was told something: what shows an alert, and what stood on the board before it."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from record.events.of_game import BoardFound, BoardMoved, CameraFault, CameraRestored, Event, Pressed, Ruled
from record.store.folder import FIRST_PICTURE
from rules.irregularity import Verdict


def again_stem(seq: int) -> str:
    """How the names begin of the pictures in which the board was found again after press `seq`."""
    return f"frames/{seq:04}-again-"


def shown(events: Iterable[Event], there: Collection[str]) -> set[str]:
    """Of a game's events, in their order: its first picture, those of the camera's faults, and those of each alert. `there` is on disk.

    An alert of a press is shown by all pictures of it, and by what was read before it, back to the last that was sure; where it came to
    light later also by those of the presses up to the one that brought it to light. What belongs to no press is shown by the last one's.
    """
    told = _Told()
    for event in events:
        told.take(event)
    told.brought_to_light(told.last)
    return {name for name in (*told.at_once, *told.of_alerts(there)) if name}


@dataclass
class _Told:
    last: int = 0
    """The last press; 0 before the first."""
    of_press: defaultdict[int, list[str | None]] = field(default_factory=lambda: defaultdict(list))
    read: dict[int, tuple[str | None, str | None, bool]] = field(default_factory=dict)
    """Of each press the picture that was read, the one with the grid, and whether that was sure."""
    spans: set[tuple[int, int]] = field(default_factory=set)
    """The first and the last press of what shows an alert."""
    late: set[int] = field(default_factory=set)
    """The presses of which something came to light by the press that is ruled next."""
    at_once: list[str | None] = field(default_factory=lambda: [FIRST_PICTURE])

    def take(self, event: Event) -> None:
        match event:
            case BoardFound():
                self.read.setdefault(0, (event.picture, event.drawn, True))
            case BoardMoved():
                self.at_once += [event.before, event.after]
            case CameraFault() | CameraRestored():
                self.at_once.append(event.picture)
            case Pressed():
                self.last = event.seq
                self.of_press[event.seq] += event.pictures
            case Ruled():
                self.of_press[event.seq] += [*event.pictures, *event.before, event.picture, event.drawn, *event.straight]
                if not event.amends:
                    self.read[event.seq] = event.picture, event.drawn, event.verdict != Verdict.UNSURE
                    self.brought_to_light(event.seq)
        if getattr(event, "alerts", ()):
            seq = getattr(event, "seq", self.last)
            self.spans.add((seq, seq))
            if isinstance(event, Ruled) and event.amends:
                self.late.add(seq)

    def brought_to_light(self, by: int) -> None:
        self.spans |= {(seq, by) for seq in self.late}
        self.late.clear()

    def of_alerts(self, there: Collection[str]) -> Iterator[str | None]:
        again = [name for name in there if name.endswith(".jpg")]  # a half-written one ends otherwise
        for first, last in self.spans:
            for seq in range(first, last + 1):
                yield from self.of_press[seq]
                yield from (name for name in again if name.startswith(again_stem(seq)))
            yield from self._read_before(first)

    def _read_before(self, first: int) -> Iterator[str | None]:
        for seq in sorted(filter(lambda seq: seq < first, self.read), reverse=True):
            *names, is_sure = self.read[seq]
            yield from names
            if is_sure:
                return
