"""A journal that takes no events: said with its true cause, and after the next start all is in it once, in its order."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest

from pi.game import held_files
from pi.game.held_files import HeldFiles
from pi.game.keeping import Keeper
from pi.game.writing import Telling, Writing
from record.events.as_json import decode
from record.events.of_game import Alerted, ClockStopped, Event, Pressed, SessionClosed, SessionOpened
from record.log.errors import LogError
from record.session.step import State, from_events
from record.store.folder import JOURNAL_NAME
from record.store.held_back import PATTERN, chain, first_line, last_line, read_held
from record.store.journal import Journal
from tests.support.cards import copied_card
from tests.support.killed import killed
from tests.support.live.full_disk import FullDisk, no_room
from tests.support.live.table import SECOND, Table, pressed, quiet, ruled
from tests.support.live.world import World

OPENED = SessionOpened("frisian", 10, "W:W31-50:B1-20", "80m+60s", 4800 * SECOND, 4800 * SECOND)
PRESSED = Pressed(1, SECOND, "white", 4800 * SECOND, 4800 * SECOND, "black")
STOPPED = ClockStopped(2 * SECOND, 4800 * SECOND, 4799 * SECOND)


class Kept:
    """A game that was opened, and whose events are kept from now on."""

    def __init__(self, folder: Path) -> None:
        self.told: list[Event] = []
        self.said: list[str] = []
        self.folder, self.path = folder, folder / JOURNAL_NAME
        self.journal = FullDisk.create(self.path)
        telling = Telling(lambda event, _: self.told.append(event), say=self.said.append)
        self.keeper = Keeper(Writing(self.journal, holds=HeldFiles(self.journal, None, self.said.append)), telling)
        self.keeper.keep(OPENED, 0)

    def others_write(self) -> None:
        with self.path.open("ab") as file:
            file.write(b"{}\n")

    def aside(self) -> list[Event]:
        (path,) = self.folder.glob("held-back-*.jsonl")
        return [held.event for held in read_held(path).rows]


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Kept]:
    made = Kept(tmp_path)
    yield made
    made.journal.close()


def test_what_another_process_writes_is_told_once_and_what_they_keep_out_goes_into_a_file_beside_the_journal(kept: Kept) -> None:
    kept.others_write()
    kept.keeper.keep(PRESSED, SECOND)
    kept.keeper.keep(STOPPED, 2 * SECOND)
    kept.keeper.retry(3 * SECOND)
    assert kept.told == [OPENED], "nothing is told that is not on disk"
    (said,) = kept.said
    assert f"another program changed, exchanged or deleted {kept.path}" in said
    assert "sudo systemctl restart damcam-board" in said
    assert kept.keeper.trouble
    kept.keeper.put_aside()
    assert kept.aside() == [PRESSED, STOPPED]
    assert kept.said[1].startswith("2 events of this game are not in its journal")
    assert str(next(kept.folder.glob("held-back-*"))) in kept.said[1]


@pytest.mark.parametrize("is_later", [False, True])
def test_once_the_disk_takes_events_again_all_is_told(kept: Kept, is_later: bool) -> None:
    """Also where a later event brings it into the journal: else the pages show no news, and the game never closes."""
    kept.journal.full = True
    kept.keeper.keep(PRESSED, SECOND)
    assert "No space left on device; make room: du -xh / | sort -h" in str(kept.keeper.trouble)
    assert kept.told == [OPENED]
    kept.journal.full = False
    if is_later:
        kept.keeper.keep(STOPPED, 2 * SECOND)
    kept.keeper.retry(2 * SECOND)
    assert (kept.keeper.trouble, list(kept.keeper.held_rows)) == (None, [])
    *told, alerted = kept.told
    assert told == [OPENED, PRESSED, *[STOPPED] * is_later]
    assert isinstance(alerted, Alerted)
    assert [alert.text.partition(":")[0] for alert in alerted.alerts] == ["The disk was full"]
    assert [sentence.partition(":")[0] for sentence in kept.said] == [
        "the game goes on, but nothing of it is kept, nor told",
        "what was held back is in the journal now, and told",
    ]
    kept.keeper.put_aside()
    assert not list(kept.folder.glob("held-back-*")), "nothing is held any more"


def test_where_no_file_can_be_written_either_the_log_has_it(kept: Kept, tmp_path: Path) -> None:
    kept.others_write()
    kept.keeper.keep(PRESSED, SECOND)
    kept.folder.rename(tmp_path.parent / f"{tmp_path.name}-gone")
    kept.keeper.put_aside()
    assert "1 events of this game are in no journal" in kept.said[1]
    row = json.loads(kept.said[3])
    assert (row["row"], row["t_ns"], decode(row["kind"], json.dumps(row["event"]))) == (2, SECOND, PRESSED)


PLAYED, HELD = 1, 2
"""Presses that the journal took, and presses that it did not."""


SCRIPT = quiet(PLAYED + HELD + 1, 10 * SECOND)


class Died(BaseException):
    """The process ends here, as by SIGKILL."""


def fill(world: World) -> None:
    def full(*_: object) -> int:
        raise no_room(world.journal.path)

    world.journal.append = full  # type: ignore[method-assign]


def events_in(world: World) -> list[Event]:
    with Journal.reader(world.journal.path) as journal:
        return [event for _, event in journal.since(0)]


def cut_short(table: Table, put_aside: Callable[[World], object] = lambda world: world.service.loop.keeper.put_aside()) -> State:
    """Play on a disk that fills, and end the service: the state of the game that was played."""
    world = table.world(SCRIPT, until_ruled=PLAYED)
    fill(world)
    world.run(ruled(world, PLAYED + HELD))
    world.run_for(7 * SECOND)
    world.service.end(world.now_ns_)
    assert len([event for event in table.told if isinstance(event, Pressed)]) == PLAYED
    put_aside(world)
    world.close()
    return world.state


@pytest.fixture
def runtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The runtime folder of the service."""
    (tmp_path / "run").mkdir()
    monkeypatch.setenv(held_files.RUNTIME_FOLDER, str(tmp_path / "run"))
    return tmp_path / "run"


def presses_of(events: list[Event]) -> list[Pressed]:
    return [event for event in events if isinstance(event, Pressed)]


def alerts_of(table: Table) -> list[str]:
    return [str(alert.reason) for event in table.of(Alerted) for alert in event.alerts]


def test_it_is_read_back_told_and_renamed_and_the_game_goes_on(table: Table) -> None:
    played = cut_short(table)
    (aside,) = table.worlds[0].folder.glob(PATTERN)
    world = table.world(SCRIPT)
    events = events_in(world)
    assert presses_of(events) == list(played.presses)
    assert table.told == events, "each is told once, in its order"
    assert alerts_of(table) == ["read-back"]
    assert (aside.exists(), aside.with_name(aside.name + ".done").exists()) == (False, True)
    assert len((world.folder / "presses.jsonl").read_text().splitlines()) == PLAYED + HELD
    stopped = events[-1]
    assert isinstance(stopped, ClockStopped)
    assert stopped.t_ns - played.clock.since_t_ns >= 6 * SECOND, "the clock ran on until the service ended"
    table.world(SCRIPT)
    assert presses_of(events_in(table.worlds[-1])) == list(played.presses)


def test_while_the_disk_is_still_full_it_is_held_on_and_later_there_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    played = cut_short(table)
    append = Journal.append
    monkeypatch.setattr(Journal, "append", refusing)
    again = table.world(SCRIPT)
    assert again.state.presses == played.presses, "the game goes on from there all the same"
    assert again.service.loop.keeper.trouble
    again.service.loop.keeper.put_aside()
    again.close()
    assert len(list(again.folder.glob(PATTERN))) == 2, "and nothing is deleted before it is in the journal"
    monkeypatch.setattr(Journal, "append", append)
    world = table.world(SCRIPT)
    assert presses_of(events_in(world)) == list(played.presses)
    assert table.told == events_in(world)
    assert not list(world.folder.glob(PATTERN))


def test_a_game_whose_opening_was_held_back_is_read_back_too(table: Table) -> None:
    world = table.world(quiet(1))
    fill(world)
    world.run(pressed(world, 1))
    world.service.loop.keeper.put_aside()
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
        world.service.loop.keeper.put_aside()
        again = table.world(SCRIPT)
        assert (again.folder, again.service.closed) == (world.folder, True)
    else:
        del world.journal.append
        world.run(lambda: world.service.closed)
    assert events_in(table.worlds[-1]) == table.told
    assert [type(event) for event in table.told[-2:]] == [Alerted, SessionClosed]
    assert alerts_of(table) == ["full"]


@pytest.mark.parametrize("is_written", [False, True])
def test_killed_at_any_row_of_it_the_next_start_appends_the_rest(table: Table, monkeypatch: pytest.MonkeyPatch, is_written: bool) -> None:
    played = cut_short(table)
    whole, append, died = table.worlds[0].folder, Journal.append, 0
    with Journal.reader(whole / "journal.jsonl") as journal:
        first = journal.last_id

    def dying(journal: Journal, event: Event, t_ns: int) -> int:
        row = first + died
        if journal.last.row_id == row and not is_written:
            raise Died
        found = append(journal, event, t_ns)
        if found > row:
            raise Died
        return found

    def is_killed(table: Table) -> bool:
        with monkeypatch.context() as patch, killed():
            patch.setattr(Journal, "append", dying)
            try:
                table.world(SCRIPT)
            except Died:
                return True
        return False

    while is_killed(copied := Table(copied_card(whole.parent, whole.parents[1] / f"killed-{died}"))):
        died += 1
        world = copied.world(SCRIPT)
        events = events_in(world)
        assert presses_of(events) == list(played.presses)
        assert from_events(events).rulings == played.rulings
        assert not list(world.folder.glob(PATTERN))
        copied.close()
    copied.close()
    assert died > 2 * HELD


def test_killed_before_the_file_is_renamed_it_is_renamed_at_the_next_start(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    played = cut_short(table)
    with monkeypatch.context() as patched, killed():
        patched.setattr(Path, "rename", Mock(side_effect=Died))
        with pytest.raises(Died):
            table.world(SCRIPT)
    world = table.world(SCRIPT)
    assert presses_of(events_in(world)) == list(played.presses)
    assert not list(world.folder.glob(PATTERN))


def test_a_journal_that_went_on_otherwise_gets_nothing_and_the_file_stays(table: Table) -> None:
    cut_short(table)
    folder = table.worlds[0].folder
    with Journal.open(folder / "journal.jsonl") as journal:
        journal.append(Alerted(9 * SECOND, ()), 9 * SECOND)
    (aside,) = folder.glob(PATTERN)
    kept = aside.read_bytes()
    world = table.world(SCRIPT)
    assert len(presses_of(events_in(world))) == PLAYED
    assert aside.read_bytes() == kept
    assert "of another journal, or of this one as it was before" in world.said[0]


def test_events_with_which_the_game_cannot_go_on_are_told_of_and_the_service_starts(table: Table) -> None:
    world = table.world(SCRIPT, until_ruled=PLAYED)
    last = world.journal.last
    ((row, line),) = chain(last, [(world.state.opened, 0)])
    aside = world.folder / "held-back-1.jsonl"
    aside.write_text(first_line(last) + line + last_line(0, row))
    again = table.world(SCRIPT)
    assert "is no event of this game as it stands" in again.said[1]
    assert "stays as it is" in again.said[1]
    again.service.loop.keeper.retry(0)
    assert (len(presses_of(events_in(again))), aside.exists()) == (PLAYED, True)


def test_a_file_that_was_altered_or_cut_off_is_told_of_and_stays(table: Table) -> None:
    cut_short(table)
    (aside,) = table.worlds[0].folder.glob(PATTERN)
    kept = aside.read_bytes()
    lines = kept.splitlines(keepends=True)
    ended = lines[-1].replace(b'"ended_t_ns": ', b'"ended_t_ns": 9')
    places = [kept.rindex(text) for text in (b"white", b"checksum", b'"row"', b"held_back")]
    altered = [kept[:place] + b"x" + kept[place + 1 :] for place in places]
    cut = [lines[:1], lines[:-1], lines[:-2], [*lines[:-1], lines[-1][:20]], [*lines[:-2], lines[-1]], [*lines[:-1], ended]]
    for spoilt in (*altered, *map(b"".join, cut)):
        aside.write_bytes(spoilt)
        world = table.world(SCRIPT)
        assert len(presses_of(events_in(world))) == PLAYED
        assert str(aside) in world.said[0]
        assert aside.read_bytes() == spoilt
        world.close()


@pytest.mark.parametrize("cut", [0, 40])
def test_killed_while_it_was_held_it_is_read_back_from_the_runtime_folder(table: Table, runtime: Path, cut: int) -> None:
    played = cut_short(table, lambda _: None)
    (copy,) = runtime.iterdir()
    content = copy.read_bytes()
    copy.write_bytes(content[: len(content) - cut])  # the last line was being written
    world = table.world(SCRIPT)
    assert presses_of(events_in(world)) == list(played.presses)
    assert len(from_events(events_in(world)).rulings) == PLAYED + HELD - bool(cut)
    assert not list(runtime.iterdir()), "the journal has it"


def test_where_the_disk_takes_no_file_either_the_runtime_folder_keeps_it(
    table: Table, runtime: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def aside(world: World) -> None:
        with monkeypatch.context() as patched:
            patched.setattr(held_files, "write_atomically", failing)
            world.service.loop.keeper.put_aside()
        assert any(f"are in {runtime}" in said for said in world.said)

    played = cut_short(table, aside)
    world = table.world(SCRIPT)
    assert presses_of(events_in(world)) == list(played.presses)
    assert events_in(world)[-1].t_ns - played.clock.since_t_ns >= 6 * SECOND  # type: ignore[union-attr]
    assert not list(runtime.iterdir())


def failing(*_: object) -> None:
    raise held_files.FileError("{path} could not be written", path="")


def refusing(*_: object) -> None:
    raise LogError("{path} could not be written", path="")
