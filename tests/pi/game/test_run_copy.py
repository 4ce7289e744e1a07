"""A game whose second copy fails: the arbiter is told, the clock and the journal do not wait, and the service stops when it is told to."""

import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pi.game.station import Stop
from pi.machine.copier import Copier
from pi.machine.copy_report import CopyState
from pi.reading.devices import Devices
from pi.setup.settings import RecordSettings, Settings
from record.decisions.words import StartClock
from record.events.of_game import Alerted, BoardFound, ClockStarted, Pressed, Ruled
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal
from record.store.second_copy_file import SecondCopyRows
from record.telling.remarks import COPY_BACK, COPY_MISSING
from tests.bench.live.serving import run_service
from tests.pi.game.test_run_disk import Table
from tests.pi.machine.sticks import Stick

pytestmark = pytest.mark.slow

SOON_S = 0.5
"""The time from a press to its row in the journal, of which a hanging copy would take ten seconds and more."""
ENDS_WITHIN_S = 5.0
"""The service has 20 s to stop (TimeoutStopSec)."""


@pytest.fixture
def stick(tmp_path: Path) -> Iterator[Stick]:
    made = Stick(tmp_path)
    made.plug_in()
    yield made
    made.close()


class WithStick(Table):
    """Two players, and a stick that hangs in the middle of their game and at its end."""

    def __init__(self, state: Path, stick: Stick) -> None:
        super().__init__(state)
        self.stick = stick
        self.took_s: list[float] = []
        self.stopped_s = 0.0

    @property
    def reasons(self) -> list[str | None]:
        return [alert.reason for event in self.of(Alerted) for alert in event.alerts]

    @property
    def game(self) -> Path:
        return next(self.games.glob("0*"))

    def press_and_time(self) -> None:
        began_s, presses = time.monotonic(), len(self.of(Pressed))
        Table.press(self)
        self.waits(lambda: len(self.of(Pressed)) == presses + 1)
        told_s = next(told_s for event, told_s in zip(self.told, self.told_s, strict=True) if event is self.of(Pressed)[-1])
        self.took_s.append(told_s - began_s)

    def tell(self, event, state) -> None:
        self.told_s = [*getattr(self, "told_s", []), time.monotonic()]
        super().tell(event, state)

    def is_copied(self) -> bool:
        with Journal.reader(self.game / JOURNAL_NAME) as journal:
            last = journal.checksum(journal.last_id)
        for path in self.stick.folder.glob("*.jsonl"):
            with path.open("rb") as file:
                return [row.checksum.hex() for row in SecondCopyRows(file)][-1:] == [last]
        return False

    def play(self) -> None:
        self.waits(lambda: bool(self.of(BoardFound)))
        self.put(StartClock("the arbiter"))
        self.waits(lambda: bool(self.of(ClockStarted)))
        self.press_and_time()
        self.waits(self.is_copied)
        self.stick.freeze()
        self.press_and_time()
        self.waits(lambda: self.reasons == [COPY_MISSING])
        self.press_and_time()
        self.stick.thaw()
        self.waits(lambda: self.reasons == [COPY_MISSING, COPY_BACK])
        self.waits(self.is_copied)
        self.stick.freeze()
        self.press_and_time()
        self.waits(lambda: len(self.of(Ruled)) == 4)
        self.stopped_s = time.monotonic()
        self.put(Stop())


def test_a_stick_that_hangs_is_told_and_neither_press_nor_stop_waits_for_it(tmp_path: Path, stick: Stick, slower: float) -> None:
    table = WithStick(tmp_path, stick)
    settings = Settings(record=RecordSettings(copy_to=str(stick.folder)))
    run_service(tmp_path, settings, Devices(lambda: table.scene, table.buttons, table.pace, table.eyes), table.tell, table.systemd)
    ended_s = time.monotonic()
    assert table.failed == []
    assert max(table.took_s) < SOON_S * slower, table.took_s
    assert ended_s - table.stopped_s < ENDS_WITHIN_S * slower
    assert stick.is_frozen
    stick.thaw()
    copier = Copier(tmp_path, stick.folder, socket.gethostname())
    copier.work()
    assert copier.report.state is CopyState.COMPLETE
    assert table.is_copied(), "what was missed is copied by the next start"
