"""The pictures that show the alerts of a game and the board before them."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from record.events.of_game import BoardFound, BoardMoved, CameraFault, CameraRestored, Event, Pressed, Ruled
from record.store.folder import ASIDE, FIRST_PICTURE
from rules.irregularity import Verdict


def again_stem(seq: int) -> str:
    """The beginning of the names of the pictures in which the board was found again after press `seq`."""
    return f"frames/{seq:04}-again-"


def shown(events: Iterable[Event], there: Collection[str]) -> set[str]:
    """The names of a game's first picture, the pictures of camera faults and board movements, and those of each alert.

    `events` are in order; `there` are the names of the pictures on disk. An alert of a press is shown by all pictures of the press, and by
    the pictures read before it, back to the last sure reading. Where the alert came with a later press, the pictures of the presses up to
    that one show it too. An alert without a press is shown by the pictures of the last press.
    Pictures that were set aside with lost rows show what was lost.
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
    """For each press the picture that was read, the same with the grid, and whether the reading was sure."""
    spans: set[tuple[int, int]] = field(default_factory=set)
    """The first and the last press whose pictures show an alert."""
    late: set[int] = field(default_factory=set)
    """The presses with an alert in an amendment, which the next ruled press caused."""
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
                of_alerts = (name for alert in event.alerts for name in alert.pictures)
                self.of_press[event.seq] += [*event.pictures, *event.before, event.picture, event.drawn, *event.straight, *of_alerts]
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
        again = [name for name in there if name.endswith(".jpg")]  # half-written files end in .new
        yield from (name for name in again if name.startswith(ASIDE.format("")))
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
