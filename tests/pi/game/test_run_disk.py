"""The disk fills in the middle of a game: the whole service, and an operating system that takes no more of its journal."""

import resource
import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest

from clock.buttons import ScriptedButtons
from clock.debounce import TwoButtons
from pi.game.station import Stop
from pi.machine.notify import Notifier
from pi.programs.halting import HaltingPace
from pi.reading.devices import Devices
from pi.setup.settings import Settings
from record.decisions.words import CloseGame, StartClock
from record.events.of_game import Alerted, BoardFound, ClockStarted, Event, FlagFell, Pressed, Ruled, SessionClosed
from record.events.of_record import PicturesDropped
from record.session.step import State
from record.store.folder import JOURNAL_NAME
from record.store.held_back import read_held
from record.store.journal import Journal
from tests.bench.live.drawn import Grain
from tests.bench.live.judging import judged
from tests.bench.live.scene import Scene
from tests.bench.live.serving import run_service
from tests.bench.live.table import calm
from tests.bench.live.truth import TruthEyes, picture
from tests.bench.live.turns import MS

TIMES, READ_NS, GIVES_UP_S = 40.0, 3000 * MS, 120.0


class Systemd(Notifier):
    """Hears the service's status."""

    def __init__(self) -> None:
        super().__init__({})
        self.heard = ""

    def status(self, text: str) -> None:
        self.heard = text


class Table:
    """A player on both sides, who looks at the lamps alone to see whether his press counted."""

    def __init__(self, state: Path) -> None:
        self.games, self.script = state / "games", calm(6)
        self.pace, self.systemd = HaltingPace(TIMES), Systemd()
        self.scene = Scene(Grain().on, self.pace)
        self.told: list[Event] = []
        self.pressed_ns: list[int] = []
        self.failed: list[AssertionError] = []
        self.put: Callable[[object], object]
        self.hands: ScriptedButtons

    def buttons(self, put: Callable[[object], object]) -> ScriptedButtons:
        self.put, self.hands = put, ScriptedButtons(TwoButtons(17, 27), put)
        Thread(target=self.run).start()
        return self.hands

    def eyes(self, *_: object) -> TruthEyes:
        self.scene.set_up(lambda contents, hand: picture(contents, hand is not None))
        return TruthEyes()

    def tell(self, event: Event, _: State) -> None:
        self.told.append(event)

    def of(self, kind: type) -> list:
        return [event for event in self.told if isinstance(event, kind)]

    def waits(self, until: Callable[[], bool]) -> None:
        ends = time.monotonic() + GIVES_UP_S
        while not until():
            assert time.monotonic() < ends, [type(event).__name__ for event in self.told]
            time.sleep(0.002)

    def press(self) -> None:
        """The next turn of the script; the lamp must go on at the other side, whatever the disk does."""
        turn = self.script[len(self.pressed_ns)]
        t_ns = self.pace.now_ns()
        self.scene.show((t_ns, (turn.stands, None)))
        self.pressed_ns.append(t_ns)
        self.hands.press(t_ns, turn.side)
        self.waits(lambda: self.hands.lit == ("black" if turn.side == "white" else "white"))
        self.pace.wait_until(t_ns + READ_NS)

    def fill_the_disk(self) -> Callable[[], None]:
        """No file may grow beyond what the journal takes now; call the result to have room again."""
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        wal = next(self.games.glob(f"*/{JOURNAL_NAME}-wal"))
        resource.setrlimit(resource.RLIMIT_FSIZE, (wal.stat().st_size, hard))
        return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

    def run(self) -> None:
        try:
            self.play()
        except AssertionError as error:
            self.failed.append(error)
        finally:
            self.put(Stop())

    def play(self) -> None:
        self.waits(lambda: bool(self.of(BoardFound)))
        self.put(StartClock("the arbiter"))
        self.waits(lambda: bool(self.of(ClockStarted)))
        self.press()
        self.press()
        self.waits(lambda: len(self.of(Ruled)) == 2)
        room = self.fill_the_disk()
        try:
            told = len(self.told)
            self.press()
            self.press()
            self.waits(lambda: "held back" in self.systemd.heard)
            assert len(self.told) == told, "nothing is told that is not on disk"
        finally:
            room()
        self.waits(lambda: len(self.of(Ruled)) == 4 and bool(self.of(Alerted)))
        self.press()
        self.press()
        self.waits(lambda: len(self.of(Ruled)) == 6)
        self.put(CloseGame("the arbiter"))
        self.waits(lambda: [event.by for event in self.of(SessionClosed)] == ["the arbiter"])


class WithAnother(Table):
    """Beside the service another program writes in its journal, and the service is ended."""

    def play(self) -> None:
        self.waits(lambda: bool(self.of(BoardFound)))
        with Journal.open(next(self.games.glob(f"*/{JOURNAL_NAME}"))) as journal:
            journal.append(FlagFell(1, "black", 1, 0), 1)
        self.put(StartClock("the arbiter"))
        self.waits(lambda: bool(self.hands.lit))
        self.press()
        self.waits(lambda: "held back" in self.systemd.heard)


def test_what_no_journal_took_when_the_service_ended_is_in_a_file_beside_it(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    table = WithAnother(tmp_path)
    run_service(tmp_path, Settings(), Devices(lambda: table.scene, table.buttons, table.pace, table.eyes), table.tell, table.systemd)
    assert table.failed == []
    (aside,) = tmp_path.glob("games/0001/held-back-*.jsonl")
    assert [type(held.event) for held in read_held(aside).rows[:2]] == [ClockStarted, Pressed]
    assert (aside.parent / "ended").exists(), "and the next start knows that it was no power cut"
    assert str(aside) in caplog.text


def test_the_clock_goes_on_and_what_was_held_back_is_on_record_and_told_when_there_is_room(tmp_path: Path) -> None:
    table = Table(tmp_path)
    run_service(tmp_path, Settings(), Devices(lambda: table.scene, table.buttons, table.pace, table.eyes), table.tell, table.systemd)
    assert table.failed == []
    game = tmp_path / "games" / "0001"
    with Journal.reader(game / JOURNAL_NAME) as journal:
        assert [event for _, event in journal.since(0) if not isinstance(event, PicturesDropped)] == table.told
    found = judged(game, table.script, table.pressed_ns)
    assert (found.unsure, found.wrong) == (0, ["the arbiter was told disk unwritable by Alerted"])
