"""A journal that has lost something is not gone on with in silence; a person may decide to go on, and all that was there is kept."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from record.decisions.inbox import Inbox
from record.events.of_game import Pressed, SessionClosed
from record.events.of_record import RowsLost, Why
from record.store.dropping import drop_pictures, pictures_in
from record.store.files import FileError
from record.store.folder import JOURNAL_NAME, PDN_NAME
from record.store.going_on import NEW, GoOnError, finish, go_on
from record.store.journal import Journal, JournalError, fold
from record.store.losses import lost_in, sound_rows
from record.store.session_files import write_session
from record.store.tail import tail_of, told_last

AT = "2026-11-25T14:03:00+01:00"


@pytest.fixture
def cut_off(tmp_path, game):
    """The folder of a game of 80 presses, as a power cut leaves it: everything is in the WAL."""
    made, left = tmp_path / "made", tmp_path / "left"
    (made / "frames").mkdir(parents=True)
    with Journal.create(made / JOURNAL_NAME) as journal:
        for event in game(80):
            journal.append(event, getattr(event, "t_ns", 0))
            if isinstance(event, Pressed):
                (made / "frames" / f"{event.seq:04}.jpg").write_bytes(b"picture")
        write_session(made, fold(journal))
        (made / PDN_NAME).write_text('[GameType "40"]\n\n1. 32-28 19-23 *\n', encoding="utf-8")
        shutil.copytree(made, left, ignore=shutil.ignore_patterns("*-shm"))
    return left


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.endswith("-shm") and path.stat().st_size
    }


def flip(path: Path, place: float) -> None:
    content = bytearray(path.read_bytes())
    content[int(len(content) * place)] ^= 0x10
    path.write_bytes(content)


def wal_flipped(folder: Path) -> None:
    flip(folder / f"{JOURNAL_NAME}-wal", 0.6)


def wal_cut(folder: Path) -> None:
    wal = folder / f"{JOURNAL_NAME}-wal"
    wal.write_bytes(wal.read_bytes()[: wal.stat().st_size // 2])


def rows_without_tail(folder: Path) -> None:
    """The log is cut, and the file of the last row is gone too: only presses.jsonl and game.pdn know more."""
    wal_cut(folder)
    tail_of(folder / JOURNAL_NAME).unlink()


def database_flipped(folder: Path) -> None:
    with closing(sqlite3.connect(folder / JOURNAL_NAME, isolation_level=None)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    flip(folder / JOURNAL_NAME, 0.6)


def row_altered(folder: Path) -> None:
    with closing(sqlite3.connect(folder / JOURNAL_NAME, isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER events_stand")
        connection.execute("UPDATE events SET t_ns = t_ns + 1 WHERE id = 30")


LOSSES = [wal_flipped, wal_cut, rows_without_tail, database_flipped, row_altered]


@pytest.mark.parametrize("lose", LOSSES)
def test_it_goes_on_from_the_last_sound_row_and_all_that_was_there_is_kept(cut_off, lose):
    journal = cut_off / JOURNAL_NAME
    lose(cut_off)
    before = files(cut_off)
    lost = lost_in(cut_off)
    sound = list(sound_rows(journal))
    assert lost is not None
    assert 0 < lost.row == len(sound) < 160
    assert files(cut_off) == before, "looking changes nothing"
    told = go_on(cut_off, "J. Jansen", AT, lost.row)
    assert lost_in(cut_off) is None
    with Journal.open(journal) as opened:
        rows = [event for _, event in opened.since(0)]
        assert opened.checksum(lost.row) == sound[-1].checksum.hex(), "the chain goes on"
        assert fold(opened).losses == (told,)
    assert len(rows) == lost.row + 1
    assert rows[-1] == told == RowsLost(told.t_ns, "J. Jansen", lost.row, lost.seq, lost.told, 80, lost.beside.moves, "set-aside-1", AT)
    assert told_last(journal).row_id == lost.row + 1
    aside = files(cut_off / told.aside)
    kept = {name.removeprefix(f"{told.aside}/"): content for name, content in files(cut_off).items()}
    assert {name: content for name, content in before.items() if kept[name] != content and aside.get(name) != content} == {}
    assert sorted((cut_off / "frames").iterdir())[-1].name == f"{lost.seq:04}.jpg", "the next press writes over no picture"
    assert not list(cut_off.glob(".going-on*"))


def test_no_log_of_the_old_journal_is_read_into_the_new_one(cut_off):
    wal_flipped(cut_off)
    go_on(cut_off, "J. Jansen", AT)
    assert not (cut_off / f"{JOURNAL_NAME}-wal").exists()
    assert (cut_off / "set-aside-1" / f"{JOURNAL_NAME}-wal").exists()


@pytest.mark.parametrize("broken", range(8))
def test_a_power_cut_in_the_middle_hides_no_loss(cut_off, broken, monkeypatch):
    """After each rename in turn the machine stops: the decision holds or was never made, and until it is done the loss is told."""
    wal_flipped(cut_off)
    everything = set(files(cut_off).values())
    done = 0

    def counted(kind):
        really = getattr(Path, kind)

        def rename(path, target):
            nonlocal done
            if done == broken:
                raise KeyboardInterrupt
            done += 1
            return really(path, target)

        return rename

    with monkeypatch.context() as patch:
        for kind in ("rename", "replace"):
            patch.setattr(Path, kind, counted(kind))
        with pytest.raises(KeyboardInterrupt):
            go_on(cut_off, "J. Jansen", AT)
    assert everything - {b"picture"} <= set(files(cut_off).values()), "nothing is gone"
    told = finish(cut_off)
    assert (told is not None) == (broken > 1), "the second makes the decision hold"
    told = told or go_on(cut_off, "J. Jansen", AT)
    assert (lost_in(cut_off), finish(cut_off)) == (None, None)
    assert not set(files(cut_off)) & {"presses.jsonl", "game.pdn", f"{JOURNAL_NAME}-wal"}
    with Journal.reader(cut_off / JOURNAL_NAME) as journal:
        assert (fold(journal).losses, journal.last_id) == ((told,), told.row + 1)


def stopped(game, monkeypatch, at):
    """Decide to go on, and have the machine stop when the file or folder of that name is to be renamed."""
    really = Path.rename

    def rename(path, target):
        if path.name == at:
            raise KeyboardInterrupt
        return really(path, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", rename)
        with pytest.raises(KeyboardInterrupt):
            go_on(game, "J. Jansen", AT)


def test_who_decides_again_after_a_power_cut_finishes_the_first_decision(cut_off, monkeypatch):
    wal_flipped(cut_off)
    stopped(cut_off, monkeypatch, f"{JOURNAL_NAME}-wal")
    told = go_on(cut_off, "A. Other", AT)
    assert (told.by, told.aside) == ("J. Jansen", "set-aside-1")
    with Journal.reader(cut_off / JOURNAL_NAME) as journal:
        last = journal.checksum(journal.last_id)
    assert finish(cut_off) is None
    with Journal.reader(cut_off / JOURNAL_NAME) as journal:
        assert journal.checksum(journal.last_id) == last, "no other journal takes the place of the one that was told"
    assert [path.name for path in cut_off.glob("set-aside-*")] == ["set-aside-1"]


@pytest.mark.parametrize("at", [f"{JOURNAL_NAME}-wal", "presses.jsonl"])
def test_where_the_card_damages_the_new_journal_somebody_decides_again(cut_off, monkeypatch, at):
    wal_flipped(cut_off)
    everything = set(files(cut_off).values())
    stopped(cut_off, monkeypatch, at)
    made = cut_off / "set-aside-1" / NEW / JOURNAL_NAME
    flip(made if made.exists() else cut_off / JOURNAL_NAME, 0.5)
    assert finish(cut_off) is None
    lost = lost_in(cut_off)
    assert lost is not None
    assert lost.row > 0
    told = go_on(cut_off, "A. Other", AT, lost.row)
    assert (told.by, told.aside) == ("A. Other", "set-aside-2")
    assert (lost_in(cut_off), finish(cut_off)) == (None, None)
    assert everything <= set(files(cut_off).values()), "nothing is gone"


def test_a_folder_of_that_name_in_a_whole_game_changes_nothing(cut_off):
    (cut_off / "set-aside-1" / NEW).mkdir(parents=True)
    before = files(cut_off)
    assert finish(cut_off) is None
    assert finish(cut_off) is None
    assert files(cut_off) == before
    assert lost_in(cut_off) is None


def test_what_is_whole_is_left_alone(cut_off):
    before = files(cut_off)
    with pytest.raises(GoOnError, match="has lost nothing"):
        go_on(cut_off, "J. Jansen", AT)
    assert files(cut_off) == before


def test_what_was_decided_about_another_row_is_not_done(cut_off):
    wal_cut(cut_off)
    before = files(cut_off)
    with pytest.raises(GoOnError, match="this was decided about row 3; look again"):
        go_on(cut_off, "J. Jansen", AT, 3)
    assert files(cut_off) == before


def test_from_nothing_nothing_goes_on(cut_off):
    (cut_off / JOURNAL_NAME).unlink()
    before = files(cut_off)
    lost = lost_in(cut_off)
    assert lost.row == 0
    assert "journal.sqlite is gone, but journal.sqlite-tail is there" in str(lost.said)
    with pytest.raises(GoOnError, match=r"damcam take-over .*/game.pdn --white"):
        go_on(cut_off, "J. Jansen", AT)
    assert files(cut_off) == before


def test_a_closed_game_does_not_go_on(cut_off):
    row_altered(cut_off)
    with closing(sqlite3.connect(cut_off / JOURNAL_NAME, isolation_level=None)) as connection:
        last = connection.execute("SELECT max(id) FROM events").fetchone()[0]
        connection.execute("INSERT INTO events VALUES (?, 0, 'SessionClosed', '{}', x'00')", (last + 1,))
    with pytest.raises(GoOnError, match="was closed"):
        go_on(cut_off, "J. Jansen", AT)


def test_a_full_disk_changes_nothing(cut_off, monkeypatch):
    wal_cut(cut_off)
    before = files(cut_off)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("record.store.going_on.shutil.copy2", full)
    with pytest.raises(FileError, match="No space left on device; is the folder there"):
        go_on(cut_off, "J. Jansen", AT)
    assert files(cut_off) == before


def test_what_a_killed_decision_left_half_copied_goes_with_the_next(cut_off):
    wal_flipped(cut_off)
    left = cut_off / ".going-on-k2x8" / "set-aside-1"
    left.mkdir(parents=True)
    (left / JOURNAL_NAME).write_bytes(b"half of a copy")
    go_on(cut_off, "J. Jansen", AT)
    assert not list(cut_off.glob(".going-on*"))
    assert lost_in(cut_off) is None


def test_the_pictures_that_were_set_aside_are_kept_as_those_of_an_alert_and_go_with_the_days(cut_off):
    wal_cut(cut_off)
    told = go_on(cut_off, "J. Jansen", AT)
    pictures = {name for name in pictures_in(cut_off) if name.startswith(told.aside)}
    assert len(pictures) == 80 - told.seq
    with Journal.open(cut_off / JOURNAL_NAME) as journal:
        journal.append(SessionClosed(told.t_ns), told.t_ns)
    drop_pictures(cut_off, Why.CLOSED, AT)
    assert pictures <= set(pictures_in(cut_off))
    drop_pictures(cut_off, Why.DAYS, AT)
    assert set(pictures_in(cut_off)) == set()


def test_no_word_is_written_over_what_is_left_of_a_damaged_log(cut_off):
    wal_flipped(cut_off)
    before = files(cut_off)
    with pytest.raises(JournalError, match=r"is missing: journal\.sqlite-tail says"):
        Inbox(cut_off / JOURNAL_NAME)
    assert files(cut_off) == before
