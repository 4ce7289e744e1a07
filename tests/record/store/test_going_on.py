"""A journal that has lost something is told from the files beside it, and not gone on with in silence; a person may decide to go on."""

import itertools
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

import pytest

from record.decisions.inbox import Inbox
from record.events.of_game import CameraFault, SessionClosed
from record.events.of_record import RowsLost, Why
from record.files import FileError
from record.papers.game_pdn import export_pdn
from record.store import dropping
from record.store.beside import hold_against, known_beside, left_of_another
from record.store.copy import read_journal
from record.store.dropping import drop_pictures, pictures_in
from record.store.folder import JOURNAL_NAME, PDN_NAME
from record.store.going_on import NEW, GoOnError, finish, go_on
from record.store.journal import Journal, JournalError, fold
from record.store.losses import lost_in, sound_rows
from record.store.session_files import write_session
from record.store.tail import BLOCK, tail_of, told_last
from tests.record.store.conftest import altered
from tests.support.says import says, within

AT = "2026-11-25T14:03:00+01:00"


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


def wal_without_head(folder: Path) -> None:
    flip(folder / f"{JOURNAL_NAME}-wal", 0)


def wal_without_end(folder: Path) -> None:
    """Its last page."""
    wal = folder / f"{JOURNAL_NAME}-wal"
    wal.write_bytes(wal.read_bytes()[:-100])


def wal_gone(folder: Path) -> None:
    (folder / f"{JOURNAL_NAME}-wal").unlink()


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
    altered(folder / JOURNAL_NAME, "UPDATE events SET t_ns = t_ns + 1 WHERE id = 30")


LOSSES = [wal_flipped, wal_cut, rows_without_tail, database_flipped, row_altered]


@pytest.mark.parametrize("lose", LOSSES)
def test_it_goes_on_from_the_last_sound_row_and_all_that_was_there_is_kept(cut_off, lose):
    journal = cut_off / JOURNAL_NAME
    lose(cut_off)
    before = files(cut_off)
    lost = lost_in(cut_off)
    sound = list(sound_rows(journal))
    assert lost is not None
    assert 0 < lost.row == len(sound) < 80
    assert files(cut_off) == before, "looking changes nothing"
    told = go_on(cut_off, "J. Jansen", AT, lost.row)
    assert lost_in(cut_off) is None
    with Journal.open(journal) as opened:
        rows = [event for _, event in opened.since(0)]
        assert opened.checksum(lost.row) == sound[-1].checksum.hex(), "the chain goes on"
        assert fold(opened).losses == (told,)
    assert len(rows) == lost.row + 1
    assert rows[-1] == told == RowsLost(told.t_ns, "J. Jansen", lost.row, lost.seq, lost.told, 40, lost.beside.moves, "set-aside-1", AT)
    assert told_last(journal).row_id == lost.row + 1
    aside = files(cut_off / told.aside)
    kept = {name.removeprefix(f"{told.aside}/"): content for name, content in files(cut_off).items()}
    assert {name: content for name, content in before.items() if kept[name] != content and aside.get(name) != content} == {}
    assert sorted((cut_off / "frames").iterdir())[-1].name == f"{lost.seq:04}.jpg", "the next press writes over no picture"
    assert not list(cut_off.glob(".going-on*"))


def power_cut(game, monkeypatch, comes):
    """Decide to go on, and have the machine stop before the rename of that number and name, as `comes` says."""
    numbers = itertools.count()

    def stopping(really):
        def rename(path, target):
            if comes(next(numbers), path.name):
                raise KeyboardInterrupt
            return really(path, target)

        return rename

    with monkeypatch.context() as patch:
        for kind in ("rename", "replace"):
            patch.setattr(Path, kind, stopping(getattr(Path, kind)))
        with pytest.raises(KeyboardInterrupt):
            go_on(game, "J. Jansen", AT)


@pytest.mark.parametrize("broken", range(8))
def test_a_power_cut_in_the_middle_hides_no_loss(cut_off, broken, monkeypatch):
    """After each rename in turn the machine stops: the decision holds or was never made, and until it is done the loss is told."""
    wal_flipped(cut_off)
    everything = set(files(cut_off).values())
    power_cut(cut_off, monkeypatch, lambda number, _: number == broken)
    assert everything - {b"picture"} <= set(files(cut_off).values()), "nothing is gone"
    told = finish(cut_off)
    assert (told is not None) == (broken > 1), "the second makes the decision hold"
    told = told or go_on(cut_off, "J. Jansen", AT)
    assert (lost_in(cut_off), finish(cut_off)) == (None, None)
    assert not set(files(cut_off)) & {"presses.jsonl", "game.pdn", f"{JOURNAL_NAME}-wal"}
    with Journal.reader(cut_off / JOURNAL_NAME) as journal:
        assert (fold(journal).losses, journal.last_id) == ((told,), told.row + 1)


def test_who_decides_again_after_a_power_cut_finishes_the_first_decision(cut_off, monkeypatch):
    wal_flipped(cut_off)
    power_cut(cut_off, monkeypatch, lambda _, name: name == f"{JOURNAL_NAME}-wal")
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
    power_cut(cut_off, monkeypatch, lambda _, name: name == at)
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


def test_what_is_whole_is_left_alone_also_beside_a_folder_of_that_name(cut_off):
    (cut_off / "set-aside-1" / NEW).mkdir(parents=True)
    before = files(cut_off)
    assert (finish(cut_off), finish(cut_off), lost_in(cut_off)) == (None, None, None)
    with pytest.raises(GoOnError, check=says("GoOnFault.nothing-lost")):
        go_on(cut_off, "J. Jansen", AT)
    assert files(cut_off) == before


def test_from_nothing_nothing_goes_on(cut_off):
    (cut_off / JOURNAL_NAME).unlink()
    before = files(cut_off)
    lost = lost_in(cut_off)
    assert lost.row == 0
    assert "journal.sqlite is gone, but journal.sqlite-tail is there" in str(lost.said)
    with pytest.raises(GoOnError, check=says("GoOnFault.nothing-left")):
        go_on(cut_off, "J. Jansen", AT)
    assert files(cut_off) == before


def test_a_closed_game_does_not_go_on(cut_off):
    closed = "INSERT INTO events SELECT max(id) + 1, 0, 'SessionClosed', '{}', x'00' FROM events"
    altered(cut_off / JOURNAL_NAME, "UPDATE events SET t_ns = t_ns + 1 WHERE id = 30", closed)
    with pytest.raises(GoOnError, check=says("GoOnFault.is-over")):
        go_on(cut_off, "J. Jansen", AT)


def test_a_full_disk_changes_nothing_nor_does_what_was_decided_about_another_row(cut_off, monkeypatch):
    wal_cut(cut_off)
    before = files(cut_off)
    with pytest.raises(GoOnError, check=says("GoOnFault.other-row", asked=3)):
        go_on(cut_off, "J. Jansen", AT, 3)
    monkeypatch.setattr("record.store.going_on.shutil.copy2", Mock(side_effect=OSError(28, "No space left on device")))
    with pytest.raises(FileError, check=within("SystemFault.full")):
        go_on(cut_off, "J. Jansen", AT)
    assert files(cut_off) == before


def test_the_pictures_that_were_set_aside_are_kept_as_those_of_an_alert_and_go_with_the_days(cut_off):
    wal_cut(cut_off)
    left = cut_off / ".going-on-k2x8" / "set-aside-1"
    left.mkdir(parents=True)
    (left / JOURNAL_NAME).write_bytes(b"half of a copy")
    told = go_on(cut_off, "J. Jansen", AT)
    assert not list(cut_off.glob(".going-on*")), "what a killed decision left half copied goes with the next"
    pictures = {name for name in pictures_in(cut_off) if name.startswith(told.aside)}
    assert len(pictures) == 40 - told.seq
    with Journal.open(cut_off / JOURNAL_NAME) as journal:
        journal.append(SessionClosed(told.t_ns), told.t_ns)
    drop_pictures(cut_off, Why.CLOSED, AT)
    assert pictures <= set(pictures_in(cut_off))
    drop_pictures(cut_off, Why.DAYS, AT)
    assert set(pictures_in(cut_off)) == set()


def test_no_word_is_written_over_what_is_left_of_a_damaged_log(cut_off):
    wal_flipped(cut_off)
    before = files(cut_off)
    with pytest.raises(JournalError, check=says("JournalFault.told-elsewhere", tail="journal.sqlite-tail")):
        Inbox(cut_off / JOURNAL_NAME)
    assert files(cut_off) == before


def held(folder):
    beside = known_beside(folder)
    with Journal.reader(folder / JOURNAL_NAME) as journal:
        return hold_against(beside, journal)


def test_a_whole_game_knows_as_much_as_its_files(recorded):
    folder = recorded(1)
    with Journal.reader(folder / JOURNAL_NAME) as journal:
        write_session(folder, fold(journal))
        (folder / PDN_NAME).write_text(export_pdn(fold(journal)), encoding="utf-8")
    assert (known_beside(folder).presses, known_beside(folder).moves) == (2, 2)
    assert held(folder).last_seq == 2


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        (
            "presses.jsonl",
            '{"seq": 3, "t": 1.0}\n{"seq": 4, "t"',
            says("JournalFault.press-elsewhere", last=3, name="presses.jsonl"),
        ),
        (
            "rulings.jsonl",
            '{"seq": 2, "ruling": "end", "by": "A", "reason": "", "result": "1-0", "article": "20.2"}\n{"seq": 2, "ru',
            says("JournalFault.ruling-elsewhere", last=1, have=0, name="rulings.jsonl"),
        ),
        (
            "game.pdn",
            '[GameType "40"]\n\n1. 32-28 19-23 2. 28x19 14x23 *\n',
            says("JournalFault.moves-elsewhere", name="game.pdn", last=4, have=2),
        ),
    ],
)
def test_where_a_file_knows_more_it_is_named(recorded, name, text, said):
    folder = recorded(1)
    (folder / name).write_text(text, encoding="utf-8")
    with pytest.raises(JournalError, check=said):
        held(folder)


def test_a_folder_without_journal_is_another_games_if_anything_is_left_in_it(tmp_path):
    (tmp_path / "frames").mkdir()
    assert left_of_another(tmp_path) is None
    (tmp_path / "presses.jsonl").touch()
    assert left_of_another(tmp_path) == tmp_path / "presses.jsonl"
    (tmp_path / "presses.jsonl").unlink()
    (tmp_path / "set-aside-1").mkdir()
    assert left_of_another(tmp_path) == tmp_path / "set-aside-1"


def test_a_position_that_is_set_up_is_no_move_and_a_pipe_in_the_place_of_a_file_is_not_waited_for(recorded):
    folder = recorded(1)
    (folder / PDN_NAME).write_text('[GameType "40"]\n\n1. 32-28 19-23 2. /FEN "W:W28,31:B2"/ *\n', encoding="utf-8")
    assert (known_beside(folder).moves, held(folder).last_seq) == (2, 2)
    (folder / PDN_NAME).unlink()
    for name in ("presses.jsonl", "rulings.jsonl", PDN_NAME):
        os.mkfifo(folder / name)
    assert held(folder).last_seq == 2


def test_no_picture_is_deleted_while_a_file_knows_more_than_the_journal(recorded):
    folder = recorded(1)
    (folder / "presses.jsonl").write_text('{"seq": 7, "t": 1.0}\n', encoding="utf-8")
    before = files(folder)
    for why in Why:
        with pytest.raises(JournalError, check=says("JournalFault.press-elsewhere", last=7, name="presses.jsonl")):
            drop_pictures(folder, why, "2026-11-25T08:00:00+01:00")
    with pytest.raises(JournalError, check=says("JournalFault.press-elsewhere", last=7)):
        dropping.finish(folder)
    assert files(folder) == before


def test_a_press_whose_reading_alone_is_lost_is_told(tmp_path, game):
    *events, lost = game(3)
    with Journal.create(tmp_path / JOURNAL_NAME) as journal:
        for event in events:
            journal.append(event, 0)
        write_session(tmp_path, fold(journal))
        assert held(tmp_path).last_seq == 3, "the press is not read yet"
        journal.append(lost, 0)
        write_session(tmp_path, fold(journal))
    assert held(tmp_path).last_seq == 3
    (tmp_path / JOURNAL_NAME).unlink()
    tail_of(tmp_path / JOURNAL_NAME).unlink()
    with Journal.create(tmp_path / JOURNAL_NAME) as journal:
        for event in events:
            journal.append(event, 0)
    with pytest.raises(JournalError, check=says("JournalFault.reading-elsewhere", last=3, have=2)):
        held(tmp_path)


@pytest.fixture
def journal(cut_off):
    """The journal of the game of 40 presses that a power cut ended."""
    return cut_off / JOURNAL_NAME


def refused(journal: Path) -> None:
    """Nobody reads it as if it were whole, and nobody writes into what is left."""
    before = files(journal.parent)
    with pytest.raises(JournalError), Journal.reader(journal) as reader:
        fold(reader)
    with pytest.raises(JournalError):
        Journal.open(journal).close()
    with pytest.raises(JournalError), read_journal(journal) as reader:
        fold(reader)
    assert files(journal.parent) == before


@pytest.mark.parametrize("lose", [wal_gone, wal_cut, wal_flipped, wal_without_head, wal_without_end])
def test_a_log_that_is_damaged_cut_or_gone_is_told(journal, lose):
    lose(journal.parent)
    refused(journal)
    with (
        pytest.raises(JournalError, check=says("JournalFault.told-elsewhere", last=81, tail="journal.sqlite-tail")),
        Journal.reader(journal) as one,
    ):
        one.refuse_cut_off()


def test_of_two_copies_one_may_be_lost(journal):
    tail = tail_of(journal)
    whole = tail.read_bytes()
    for start, last in ((0, 81), (BLOCK, 80)):
        tail.write_bytes(whole[:start] + b"\0" * 20 + whole[start + 20 :])
        found = told_last(journal)
        assert found is not None
        assert found.row_id == last
    tail.write_bytes(b"")
    assert told_last(journal) is None
    with Journal.open(journal) as opened:
        opened.append(CameraFault(82, "x"), 0)
        assert told_last(journal) == (82, bytes.fromhex(opened.checksum(82)))


def test_the_journal_of_another_game_is_not_taken_for_this_one(tmp_path, journal, game):
    with Journal.create(tmp_path / "other.sqlite") as other:
        for event in [*game(40), CameraFault(0, "x")]:
            other.append(event, 1)
    journal.with_name(JOURNAL_NAME + "-wal").unlink()
    shutil.copyfile(tmp_path / "other.sqlite", journal)
    with (
        pytest.raises(JournalError, check=says("JournalFault.other-than-told", row=81)),
        Journal.reader(journal) as one,
    ):
        fold(one)


@pytest.mark.parametrize("left", ["-tail", "-wal"])
def test_no_journal_begins_beside_what_another_left(journal, left):
    journal.unlink()
    for end in {"-tail", "-wal"} - {left}:
        journal.with_name(JOURNAL_NAME + end).unlink()
    before = files(journal.parent)
    with pytest.raises(JournalError, check=says("JournalFault.gone", tail=f"journal.sqlite{left}")):
        Journal.create(journal)
    assert files(journal.parent) == before


def test_no_connection_moves_the_log_unless_it_is_told_to(tmp_path):
    path = tmp_path / JOURNAL_NAME
    with Journal.create(path) as journal:
        before = path.stat().st_size
        for number in range(120):
            journal.append(CameraFault(number, "x" * 50_000), 0)
        assert path.with_name(JOURNAL_NAME + "-wal").stat().st_size > 5_000_000
        assert path.stat().st_size == before
        journal.move_wal()
        assert path.stat().st_size > 5_000_000
