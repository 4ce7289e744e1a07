"""A game whose second copy fails: the arbiter is told, the clock and the journal do not wait, and the service stops when it is told to."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from link.status import CopyState
from pi.machine.copier import Copier
from pi.setup.settings import RecordSettings, Settings
from record.events.of_game import Alerted, Pressed, Ruled
from record.log.reading import verify
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal
from record.telling.remarks import COPY_BACK, COPY_MISSING
from tests.pi.game.test_run_disk import Table
from tests.pi.machine.sticks import Stick

pytestmark = pytest.mark.usefixtures("long")


@pytest.fixture
def stick(system: None, needs_root: None, tmp_path: Path) -> Iterator[Stick]:
    made = Stick(tmp_path)
    made.plug_in()
    yield made
    made.close()


class WithStick(Table):
    """Two players, and a stick that hangs in the middle of their game and at its end."""

    def __init__(self, state: Path, stick: Stick) -> None:
        super().__init__(state)
        self.stick = stick

    @property
    def reasons(self) -> list[str | None]:
        return [alert.reason for event in self.of(Alerted) for alert in event.alerts]

    @property
    def game(self) -> Path:
        return next(self.games.glob("0*"))

    def press(self) -> None:
        """The next turn, until its press is on disk and told."""
        presses = len(self.of(Pressed))
        super().press()
        self.waits(lambda: len(self.of(Pressed)) == presses + 1)

    def is_copied(self) -> bool:
        with Journal.reader(self.game / JOURNAL_NAME) as journal:
            last = journal.checksum(journal.last_id)
        return [verify(path).last.checksum.hex() for path in self.stick.folder.glob(f"*/*/{JOURNAL_NAME}")] == [last]

    def play(self) -> None:
        self.begin()
        self.press()
        self.waits(self.is_copied)
        self.stick.freeze()
        self.press()
        assert self.reasons == [], "the press is told before it is known that the stick hangs"
        self.waits(lambda: self.reasons == [COPY_MISSING])
        self.press()
        self.stick.thaw()
        self.waits(lambda: self.reasons == [COPY_MISSING, COPY_BACK])
        self.waits(self.is_copied)
        self.stick.freeze()
        self.press()
        self.waits(lambda: len(self.of(Ruled)) == 4)


def test_a_stick_that_hangs_is_told_and_neither_press_nor_stop_waits_for_it(tmp_path: Path, stick: Stick) -> None:
    table = WithStick(tmp_path, stick)
    settings = Settings(record=RecordSettings(copy_to=str(stick.folder)))
    table.plays(table.play, settings)
    assert stick.is_frozen, "the service has ended all the same"
    stick.thaw()
    copier = Copier(tmp_path, stick.folder, socket.gethostname())
    copier.work()
    assert copier.report.state is CopyState.COMPLETE
    assert table.is_copied(), "what was missed is copied by the next start"
