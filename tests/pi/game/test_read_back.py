"""What a disk did not take before the service ended is in the journal after the next start: once, in its order, and nowhere else."""

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from pi.game import held_files
from record.events.of_game import Alerted, ClockStopped, Event, Pressed, SessionClosed, SessionOpened
from record.session.step import State, from_events
from record.store.held_back import PATTERN, chain, first_line, last_line
from record.store.journal import Journal, JournalError, JournalFault
from tests.bench.live.table import SECOND, Table, calm, pressed, ruled
from tests.bench.live.world import World
from tests.killed import killed

PLAYED, HELD = 2, 3
"""Presses that the journal took, and presses that it did not."""


SCRIPT = calm(PLAYED + HELD + 1, 10 * SECOND)


class Died(BaseException):
    """The process ends here, as by SIGKILL."""


def fill(world: World) -> None:
    def full(*_: object) -> int:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise JournalError(JournalFault.READ_ALONE.said(path="")) from error

    world.journal.append = full  # type: ignore[method-assign]


def events_in(world: World) -> list[Event]:
    with Journal.reader(world.journal.path) as journal:
        return [event for _, event in journal.since(0)]


def cut_short(table: Table, put_aside: Callable[[World], object] = lambda world: world.service.loop.keeper.put_aside()) -> State:
    """Play on a disk that fills, and end the service: the state of the game that was played."""
    world = table.world(SCRIPT)
    world.run(ruled(world, PLAYED))
    fill(world)
    world.run(ruled(world, PLAYED + HELD))
    world.run_for(7 * SECOND)
    world.service.end(world.now_ns_)
    assert len([event for event in table.told if isinstance(event, Pressed)]) == PLAYED
    put_aside(world)
    world.close()
    return world.state


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
    world.close()
    table.world(SCRIPT)
    assert presses_of(events_in(table.worlds[-1])) == list(played.presses)


def test_while_the_disk_is_still_full_it_is_held_on_and_later_there_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    played = cut_short(table)
    append = Journal.append
    monkeypatch.setattr(Journal, "append", lambda *_: (_ for _ in ()).throw(JournalError(JournalFault.READ_ALONE.said(path=""))))
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
    world = table.world(calm(1))
    fill(world)
    world.run(pressed(world, 1))
    world.service.loop.keeper.put_aside()
    world.close()
    assert not table.told
    again = table.world(SCRIPT)
    assert isinstance(table.told[0], SessionOpened)
    assert presses_of(events_in(again)) == list(world.state.presses)


def test_a_game_that_was_closed_meanwhile_is_closed_at_the_next_start_and_why_it_was_held_back_is_told_before(table: Table) -> None:
    world = table.world(calm(PLAYED + HELD))
    world.run(ruled(world, PLAYED))
    fill(world)
    world.run(lambda: world.state.closed)
    assert not world.service.closed, "it is not on disk"
    world.service.loop.keeper.put_aside()
    world.close()
    again = table.world(SCRIPT)
    assert again.folder == world.folder
    assert again.service.closed
    assert events_in(again) == table.told
    assert [type(event) for event in table.told[-2:]] == [Alerted, SessionClosed]
    assert alerts_of(table) == ["full"]


def test_a_game_closed_on_a_full_disk_ends_when_there_is_room(table: Table) -> None:
    world = table.world(calm(PLAYED + HELD))
    world.run(ruled(world, PLAYED))
    fill(world)
    world.run(lambda: world.state.closed)
    del world.journal.append
    world.run(lambda: world.service.closed)
    assert [type(event) for event in table.told[-2:]] == [Alerted, SessionClosed]


@pytest.mark.parametrize("is_written", [False, True])
def test_killed_at_any_row_of_it_the_next_start_appends_the_rest(table: Table, monkeypatch: pytest.MonkeyPatch, is_written: bool) -> None:
    played = cut_short(table)
    whole, append, died = table.worlds[0].folder, Journal.append, 0

    def dies_at(row: int) -> Callable[..., int]:
        def dying(journal: Journal, event: Event, t_ns: int) -> int:
            if journal.last.row_id == row and not is_written:
                raise Died
            found = append(journal, event, t_ns)
            if found > row:
                raise Died
            return found

        return dying

    with Journal.reader(whole / "journal.sqlite") as journal:
        first = journal.last_id
    while True:
        games = whole.parents[1] / f"killed-{died}"
        shutil.copytree(whole.parent, games)
        copied = Table(games)
        monkeypatch.setattr(Journal, "append", dies_at(first + died))
        with killed():
            try:
                copied.world(SCRIPT)
            except Died:
                died += 1
            else:
                copied.close()
                break
            finally:
                monkeypatch.setattr(Journal, "append", append)
        world = copied.world(SCRIPT)
        events = events_in(world)
        assert presses_of(events) == list(played.presses)
        assert from_events(events).rulings == played.rulings
        assert not list(world.folder.glob(PATTERN))
        copied.close()
    assert died > 2 * HELD


def test_killed_before_the_file_is_renamed_it_is_renamed_at_the_next_start(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    played = cut_short(table)

    def dies(*_: object) -> None:
        raise Died

    with monkeypatch.context() as patched:
        patched.setattr(Path, "rename", dies)
        with killed(), pytest.raises(Died):
            table.world(SCRIPT)
    world = table.world(SCRIPT)
    assert presses_of(events_in(world)) == list(played.presses)
    assert not list(world.folder.glob(PATTERN))


def test_a_journal_that_went_on_otherwise_gets_nothing_and_the_file_stays(table: Table) -> None:
    cut_short(table)
    folder = table.worlds[0].folder
    with Journal.open(folder / "journal.sqlite") as journal:
        journal.append(Alerted(9 * SECOND, ()), 9 * SECOND)
    (aside,) = folder.glob(PATTERN)
    kept = aside.read_bytes()
    world = table.world(SCRIPT)
    assert len(presses_of(events_in(world))) == PLAYED
    assert aside.read_bytes() == kept
    assert "of another journal, or of this one as it was before" in world.said[0]


def test_events_with_which_the_game_cannot_go_on_are_told_of_and_the_service_starts(table: Table) -> None:
    world = table.world(SCRIPT)
    world.run(ruled(world, PLAYED))
    last = world.journal.last
    ((row, line),) = chain(last, [(world.state.opened, 0)])
    aside = world.folder / "held-back-1.jsonl"
    aside.write_text(first_line(last) + line + last_line(0, row))
    world.close()
    again = table.world(SCRIPT)
    assert "is no event of this game as it stands" in again.said[1]
    assert "stays as it is" in again.said[1]
    again.service.loop.keeper.retry(0)
    assert (len(presses_of(events_in(again))), aside.exists()) == (PLAYED, True)


@pytest.mark.parametrize("spoil", [b"white", b"checksum", b'"row"', b"held_back"])
def test_a_file_that_was_altered_is_told_of_and_stays(table: Table, spoil: bytes) -> None:
    cut_short(table)
    (aside,) = table.worlds[0].folder.glob(PATTERN)
    kept = aside.read_bytes()
    place = kept.rindex(spoil)
    aside.write_bytes(kept[:place] + b"x" + kept[place + 1 :])
    world = table.world(SCRIPT)
    assert len(presses_of(events_in(world))) == PLAYED
    assert aside.exists()
    assert "the file stays as it is" in world.said[0]
    assert str(aside) in world.said[0]


def test_a_file_that_the_card_cut_off_or_whose_time_it_altered_is_told_of_and_nothing_of_it_is_lost_in_silence(table: Table) -> None:
    cut_short(table)
    (aside,) = table.worlds[0].folder.glob(PATTERN)
    lines = aside.read_bytes().splitlines(keepends=True)
    ended = lines[-1].replace(b'"ended_t_ns": ', b'"ended_t_ns": 9')
    for spoilt in (lines[:1], lines[:-1], lines[:-2], [*lines[:-1], lines[-1][:20]], [*lines[:-2], lines[-1]], [*lines[:-1], ended]):
        aside.write_bytes(b"".join(spoilt))
        world = table.world(SCRIPT)
        assert len(presses_of(events_in(world))) == PLAYED
        assert world.said[0].startswith("line ")
        assert "the file stays as it is" in world.said[0]
        assert aside.read_bytes() == b"".join(spoilt)
        world.close()


@pytest.mark.parametrize("cut", [0, 1, 40])
def test_killed_while_it_was_held_it_is_read_back_from_the_runtime_folder(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cut: int
) -> None:
    runtime = tmp_path / "run"
    runtime.mkdir()
    monkeypatch.setenv(held_files.RUNTIME_FOLDER, str(runtime))
    played = cut_short(table, lambda _: None)
    (copy,) = runtime.iterdir()
    content = copy.read_bytes()
    copy.write_bytes(content[: len(content) - cut])  # the last line was being written
    world = table.world(SCRIPT)
    assert presses_of(events_in(world)) == list(played.presses)
    assert len(from_events(events_in(world)).rulings) == PLAYED + HELD - bool(cut)
    assert not list(runtime.iterdir()), "the journal has it"


def test_where_the_disk_takes_no_file_either_the_runtime_folder_keeps_it(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runtime = tmp_path / "run"
    runtime.mkdir()
    monkeypatch.setenv(held_files.RUNTIME_FOLDER, str(runtime))

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
    raise held_files.FileError(JournalFault.READ_ALONE.said(path=""))
