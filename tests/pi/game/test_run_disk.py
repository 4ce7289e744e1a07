"""The whole service whose journal another program writes in; and the players of the tests of disks and sticks."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from pi.machine.notify import Notifier
from pi.setup.settings import Settings
from record.decisions.commands import StartClock
from record.events.of_game import BoardFound, ClockStarted, Event, Pressed
from record.events.of_record import Described
from record.session.step import State
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal
from record.store.queue import Queue
from tests.pi.game.beside import Shown
from tests.support.live.table import calm
from tests.support.live.turns import MS
from tests.support.waiting import wait_until

TIMES, READ_NS = 40.0, 3000 * MS

pytestmark = pytest.mark.usefixtures("system")


class Systemd(Notifier):
    """Hears the service's status."""

    def __init__(self) -> None:
        super().__init__({})
        self.heard = ""

    def status(self, text: str) -> None:
        self.heard = text


class Table(Shown):
    """A player on both sides, who looks at the lamps alone to see whether his press counted."""

    def __init__(self, state: Path) -> None:
        super().__init__(state, TIMES)
        self.games, self.script, self.systemd = state / "games", calm(4), Systemd()
        self.events: list[Event] = []
        self.pressed_ns: list[int] = []

    def tell(self, event: Event, state: State) -> None:
        self.events.append(event)
        super().tell(event, state)

    def of(self, kind: type) -> list:
        return [event for event in self.events if isinstance(event, kind)]

    def waits(self, until: Callable[[], bool]) -> None:
        wait_until(until, lambda: [type(event).__name__ for event in self.events])

    def plays(self, play: Callable[[], None], settings: Settings | None = None) -> None:
        self.serve(self.devices, play, settings, self.systemd)

    def press(self) -> None:
        """The next turn of the script; the lamp must go on at the other side, whatever the disk does."""
        turn = self.script[len(self.pressed_ns)]
        t_ns = self.pace.now_ns()
        self.scene.show((t_ns, (turn.stands, None)))
        self.pressed_ns.append(t_ns)
        self.hands.press(t_ns, turn.side)
        self.waits(lambda: self.hands.lit == ("black" if turn.side == "white" else "white"))
        self.pace.wait_until(t_ns + READ_NS)


class WithAnother(Table):
    """Beside the service another program writes in its journal, and the service is ended."""

    def play(self) -> None:
        self.hears(BoardFound)
        with next(self.games.glob(f"*/{JOURNAL_NAME}")).open("ab") as journal:
            journal.write(b"{}\n")
        self.put(StartClock("the arbiter"))
        self.waits(lambda: bool(self.hands.lit))
        self.press()
        self.waits(lambda: "not on disk" in self.systemd.heard)


def test_what_no_journal_took_when_the_service_ended_is_in_memory(tmp_path: Path, memory: Path, caplog: pytest.LogCaptureFixture) -> None:
    table = WithAnother(tmp_path)
    table.plays(table.play)
    (journal,) = tmp_path.glob(f"games/0001/{JOURNAL_NAME}")
    assert (journal.parent / "ended").exists(), "and the next start knows that it was no power cut"
    assert str(next(memory.glob("*.jsonl"))) in caplog.text
    journal.write_bytes(journal.read_bytes().replace(b"{}\n", b""))
    with Journal.open(journal) as opened, closing(Queue(journal, memory)) as queue:
        assert [type(row.event) for row in queue.resume(opened)[:3]] == [ClockStarted, Described, Pressed]
