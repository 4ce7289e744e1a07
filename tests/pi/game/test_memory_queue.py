"""A journal that takes no events: they go into a queue in memory, with the true cause told, and after the next start all is on disk once,
in its order. What a power cut takes is told too."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pi.game.keeping import KeptGame, Telling, Writing
from record.events.of_game import Alerted, ClockStopped, Event, Pressed, SessionClosed, SessionOpened
from record.log.errors import LogError
from record.log.reading import verify
from record.session.step import State, from_events
from record.store.folder import JOURNAL_NAME, read_folder
from record.store.journal import Journal
from record.store.queue import Queue
from record.store.reserve import Reserve
from record.telling import remarks
from tests.support.cards import copied_card
from tests.support.killed import killed
from tests.support.live.full_disk import FullDisk, cut_power, fill
from tests.support.live.table import SECOND, Table, pressed, quiet, ruled
from tests.support.live.world import World

OPENED = SessionOpened("frisian", 10, "W:W31-50:B1-20", "80m+60s", 4800 * SECOND, 4800 * SECOND)
PRESSED = Pressed(1, SECOND, "white", 4800 * SECOND, 4800 * SECOND, "black")
STOPPED = ClockStopped(2 * SECOND, 4800 * SECOND, 4799 * SECOND)


class Kept:
    """A game that was opened, and whose events are kept from now on."""

    def __init__(self, folder: Path, memory: Path | None, reserve: Reserve | None = None) -> None:
        self.told: list[Event] = []
        self.said: list[str] = []
        self.path = folder / JOURNAL_NAME
        self.journal = FullDisk.create(self.path)
        self.queue = Queue(self.path, memory)
        self.aheads: list[int] = []
        """What the journal said on disk of the rows in memory alone when each event was told."""
        self.rows: list[tuple[str, int, int]] = []
        """The rows whose copying programs were told, each with the last row on disk then."""
        writing = Writing(self.journal, self.queue, reserve, tell_row=self._tell_row)
        self.keeper = KeptGame(writing, Telling(self._tell, say=self.said.append))
        self.keeper.keep(OPENED, 0)

    def _tell(self, event: Event, _: State) -> None:
        self.told.append(event)
        self.aheads.append(verify(self.path).ahead)

    def _tell_row(self, game: str, row: int) -> None:
        self.rows.append((game, row, verify(self.path).last.row))

    def others_write(self) -> None:
        with self.path.open("ab") as file:
            file.write(b"{}\n")

    def close(self) -> None:
        self.queue.close()
        self.journal.close()


@pytest.fixture
def kept(tmp_path: Path, memory: Path) -> Iterator[Kept]:
    made = Kept(tmp_path, memory)
    yield made
    made.close()


def alerts_in(events: list[Event]) -> list[str]:
    return [str(alert.reason) for event in events if isinstance(event, Alerted) for alert in event.alerts]


def test_what_another_process_writes_is_told_once_and_what_it_keeps_out_is_in_the_queue(kept: Kept) -> None:
    kept.others_write()
    kept.keeper.keep(PRESSED, SECOND)
    kept.keeper.keep(STOPPED, 2 * SECOND)
    kept.keeper.retry(3 * SECOND)
    assert kept.told == [OPENED], "nothing is told that is not on disk"
    (said,) = kept.said
    assert f"another program changed, exchanged or deleted {kept.path}" in said
    assert "sudo systemctl restart damcam-board" in said
    assert list(kept.keeper.held_rows) == [2, 3]
    kept.keeper.end()
    assert kept.said[1].startswith(f"2 events of this game are in memory alone, in {kept.queue.path}")
    kept.journal.close()
    content = kept.path.read_bytes()
    kept.path.write_bytes(content[: -len(b"{}\n")])
    with Journal.open(kept.path) as journal:
        assert journal.ahead == 2, "the journal knows how many rows are in memory alone"
        assert [row.event for row in kept.queue.resume(journal)] == [PRESSED, STOPPED]


def test_once_another_process_has_undone_what_it_wrote_all_is_told(kept: Kept) -> None:
    content = kept.path.read_bytes()
    kept.others_write()
    kept.keeper.keep(PRESSED, SECOND)
    with kept.path.open("r+b") as file:
        file.truncate(len(content))
    kept.keeper.retry(2 * SECOND)
    assert (kept.told[:-1], alerts_in(kept.told)) == ([OPENED, PRESSED], ["unwritable"])


@pytest.mark.parametrize("is_later", [False, True])
def test_once_the_disk_takes_events_again_all_is_told(kept: Kept, memory: Path, is_later: bool) -> None:
    """Also where a later event brings it into the journal: else the pages show no news, and the game never closes."""
    kept.journal.full = True
    kept.keeper.keep(PRESSED, SECOND)
    assert "No space left on device; make room: du -xh / | sort -h" in str(kept.keeper.trouble)
    assert (kept.told, kept.journal.ahead, len(list(memory.iterdir()))) == ([OPENED], 1, 2)
    kept.journal.full = False
    if is_later:
        kept.keeper.keep(STOPPED, 2 * SECOND)
    kept.keeper.retry(2 * SECOND)
    assert (kept.keeper.trouble, list(kept.keeper.held_rows), kept.journal.ahead) == (None, [], 0)
    assert kept.told[:-1] == [OPENED, PRESSED, *[STOPPED] * is_later]
    assert kept.aheads == ([0, 1, 0, 0] if is_later else [0, 0, 0]), "a power cut in the middle would be told"
    assert kept.rows == [(kept.path.parent.name, row, row) for row in range(1, len(kept.told) + 1)]
    assert alerts_in(kept.told[-1:]) == ["full"]
    assert [sentence.partition(":")[0] for sentence in kept.said] == [
        "the game goes on in memory alone, and nothing of it is told",
        "what was in memory alone is in the journal now, and told",
    ]
    kept.keeper.end()
    assert (len(kept.said), list(memory.iterdir())) == (2, [])
    kept.journal.full = True
    kept.keeper.keep(STOPPED, 3 * SECOND)
    assert kept.keeper.trouble, "and a second time"


def test_what_neither_the_disk_nor_memory_takes_is_told_to_be_lost(tmp_path: Path) -> None:
    kept = Kept(tmp_path, None)
    kept.journal.full = True
    kept.keeper.keep(PRESSED, SECOND)
    kept.keeper.keep(STOPPED, 2 * SECOND)
    assert "set XDG_RUNTIME_DIR" in kept.said[0]
    kept.keeper.end()
    assert kept.said[2:] == ["2 events of this game are lost: neither the disk nor a folder in memory took them"]
    kept.close()


class OnFullDisk(Reserve):
    """A reserve whose room the journal gets."""

    journal: FullDisk

    def give_up(self) -> bool:
        is_given = super().give_up()
        self.journal.full = self.journal.full and not is_given
        return is_given


def test_a_full_disk_gets_the_reserve_first_and_the_arbiter_an_alert(tmp_path: Path, memory: Path) -> None:
    reserve = OnFullDisk(tmp_path, 4096)
    reserve.make()
    kept = Kept(tmp_path, memory, reserve)
    reserve.journal = kept.journal
    kept.journal.full = True
    kept.keeper.keep(PRESSED, SECOND)
    assert (kept.keeper.trouble, reserve.path.exists(), kept.told[:2]) == (None, False, [OPENED, PRESSED])
    assert alerts_in(kept.told) == [remarks.RESERVE]
    kept.journal.full = True
    kept.keeper.keep(STOPPED, 2 * SECOND)
    assert list(kept.keeper.held_rows) == [4], "then the queue"
    kept.close()


def test_an_error_other_than_a_full_disk_leaves_the_reserve(tmp_path: Path, memory: Path) -> None:
    reserve = Reserve(tmp_path, 4096)
    reserve.make()
    kept = Kept(tmp_path, memory, reserve)
    kept.others_write()
    kept.keeper.keep(PRESSED, SECOND)
    assert reserve.path.exists()
    kept.close()


PLAYED, HELD = 1, 2
"""Presses that the journal took, and presses that it did not."""


SCRIPT = quiet(PLAYED + HELD + 1, 10 * SECOND)


class Died(BaseException):
    """The process ends here, as by SIGKILL."""


def events_in(world: World) -> list[Event]:
    with Journal.reader(world.journal.path) as journal:
        return [event for _, event in journal.since(0)]


def cut_short(table: Table) -> State:
    """Play on a disk that fills, and kill the service: the state of the game that was played."""
    world = table.world(SCRIPT, until_ruled=PLAYED)
    fill(world)
    world.run(ruled(world, PLAYED + HELD))
    world.run_for(7 * SECOND)
    assert len([event for event in table.told if isinstance(event, Pressed)]) == PLAYED
    world.close()
    return world.state


def presses_of(events: list[Event]) -> list[Pressed]:
    return [event for event in events if isinstance(event, Pressed)]


def alerts_of(table: Table) -> list[str]:
    return alerts_in(table.told)


def test_a_killed_service_leaves_the_queue_and_the_next_one_appends_it_and_the_game_goes_on(table: Table, memory: Path) -> None:
    played = cut_short(table)
    world = table.world(SCRIPT)
    events = events_in(world)
    assert presses_of(events) == list(played.presses)
    assert table.told == events, "each is told once, in its order"
    assert alerts_of(table) == [remarks.READ_BACK]
    assert list(memory.iterdir()) == []
    assert len(read_folder(world.folder).presses) == PLAYED + HELD
    stopped = events[-1]
    assert isinstance(stopped, ClockStopped)
    assert stopped.t_ns - played.clock.since_t_ns >= 6 * SECOND, "the clock ran on until the service was killed"
    table.world(SCRIPT)
    assert presses_of(events_in(table.worlds[-1])) == list(played.presses)


def test_while_the_disk_is_still_full_the_queue_goes_on_and_later_all_is_there_once(
    table: Table, memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = cut_short(table)
    with monkeypatch.context() as patched:
        patched.setattr(Journal, "append", refusing)
        again = table.world(SCRIPT)
        assert again.state.presses == played.presses, "the game goes on from there all the same"
        assert again.service.game.trouble
        rows = len(again.service.game.held_rows)
        again.close()
    world = table.world(SCRIPT)
    assert presses_of(events_in(world)) == list(played.presses)
    assert table.told == events_in(world)
    assert len(events_in(world)) >= rows
    assert list(memory.iterdir()) == []
    assert remarks.MEMORY_LOST not in alerts_of(table)


def test_a_game_whose_opening_is_in_memory_alone_goes_on_too(table: Table) -> None:
    world = table.world(quiet(1))
    fill(world)
    world.run(pressed(world, 1))
    world.close()
    assert not table.told
    again = table.world(SCRIPT)
    assert isinstance(table.told[0], SessionOpened)
    assert presses_of(events_in(again)) == list(world.state.presses)


@pytest.mark.parametrize("is_cut", [True, False])
def test_a_game_closed_on_a_full_disk_is_closed_when_there_is_room_or_at_the_next_start_and_why_is_told_before(
    table: Table, is_cut: bool
) -> None:
    world = table.world(quiet(PLAYED + HELD), until_ruled=PLAYED)
    fill(world)
    world.run(lambda: world.state.closed)
    assert not world.service.closed, "it is not on disk"
    if is_cut:
        again = table.world(SCRIPT)
        assert (again.folder, again.service.closed) == (world.folder, True)
    else:
        del world.journal.append
        world.run(lambda: world.service.closed)
    assert events_in(table.worlds[-1]) == table.told
    assert [type(event) for event in table.told[-2:]] == [Alerted, SessionClosed]
    assert alerts_of(table) == ["full"]


@pytest.mark.parametrize("is_written", [False, True])
def test_killed_at_any_row_of_it_the_next_start_appends_the_rest(
    table: Table, memory: Path, monkeypatch: pytest.MonkeyPatch, is_written: bool
) -> None:
    played = cut_short(table)
    folder, append = table.worlds[0].folder, Journal.append
    card, left = copied_card(folder.parent, folder.parents[1] / "card"), {path: path.read_bytes() for path in memory.iterdir()}
    with Journal.reader(folder / JOURNAL_NAME) as journal:
        first = journal.last_id

    def is_killed(row: int) -> bool:
        def dying(journal: Journal, event: Event, t_ns: int, *, ahead: int = 0) -> int:
            if journal.last.row_id == row and not is_written:
                raise Died
            appended = append(journal, event, t_ns, ahead=ahead)
            if appended > row:
                raise Died
            return appended

        with monkeypatch.context() as patch, killed():
            patch.setattr(Journal, "append", dying)
            try:
                table.world(SCRIPT)
            except Died:
                return True
        return False

    died = 0
    while is_killed(first + died):
        died += 1
        events = events_in(table.world(SCRIPT))
        assert presses_of(events) == list(played.presses)
        assert from_events(events).rulings == played.rulings
        assert remarks.MEMORY_LOST not in alerts_in(events)
        assert list(memory.iterdir()) == []
        table.close()
        shutil.rmtree(folder.parent)
        copied_card(card, folder.parent)
        for path, content in left.items():
            path.write_bytes(content)
    assert died > 2 * HELD


def test_killed_before_the_queue_is_deleted_it_is_deleted_at_the_next_start(
    table: Table, memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dying(_: object) -> None:
        raise Died

    played = cut_short(table)
    with monkeypatch.context() as patched, killed():
        patched.setattr(Queue, "clear", dying)
        with pytest.raises(Died):
            table.world(SCRIPT)
    assert list(memory.iterdir())
    world = table.world(SCRIPT)
    assert presses_of(events_in(world)) == list(played.presses)
    assert list(memory.iterdir()) == []


def test_a_power_cut_takes_the_queue_and_the_arbiter_is_told_once(table: Table, memory: Path) -> None:
    cut_short(table)
    folder = table.worlds[0].folder
    cut_power(memory)
    assert verify(folder / JOURNAL_NAME).ahead == 2 * HELD
    world = table.world(SCRIPT)
    assert len(presses_of(events_in(world))) == PLAYED, "the game goes on from its last row on disk"
    assert alerts_of(table).count(remarks.MEMORY_LOST) == 1
    assert "were in memory alone, and are lost" in world.said[0]
    table.world(SCRIPT)
    assert alerts_of(table).count(remarks.MEMORY_LOST) == 1
    assert verify(folder / JOURNAL_NAME).ahead == 0


def aside_in(memory: Path) -> list[bytes]:
    return [path.read_bytes() for path in memory.iterdir()]


def test_a_queue_that_does_not_follow_the_journal_is_set_aside_and_told(table: Table, memory: Path) -> None:
    cut_short(table)
    (content,) = [path.read_bytes() for path in memory.glob("*.jsonl")]
    with Journal.open(table.worlds[0].folder / JOURNAL_NAME) as journal:
        journal.append(Alerted(9 * SECOND, ()), 9 * SECOND)
    world = table.world(SCRIPT)
    assert len(presses_of(events_in(world))) == PLAYED
    assert aside_in(memory) == [content]
    assert "of another journal, or of this one as it was before" in world.said[0]
    assert str(next(memory.iterdir())) in world.said[0]
    assert remarks.MEMORY_LOST in alerts_of(table)


def test_events_with_which_the_game_cannot_go_on_are_set_aside_and_told(table: Table, memory: Path) -> None:
    world = table.world(SCRIPT, until_ruled=PLAYED)
    queue = Queue(world.journal.path, memory)
    queue.append(world.journal.last, world.state.opened, 0)
    queue.close()
    again = table.world(SCRIPT)
    assert "is no event of this game as it stands" in again.said[0]
    again.service.game.retry(0)
    assert (len(presses_of(events_in(again))), len(aside_in(memory))) == (PLAYED, 1)
    assert remarks.MEMORY_LOST in alerts_of(table)


def refusing(*_: object, **_more: object) -> None:
    raise LogError("{path} could not be written", path="")
