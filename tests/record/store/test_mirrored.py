"""The mirror of a journal: rows are added as they stand elsewhere, and only those that follow."""

import sqlite3

import pytest

from record.store.journal import Journal, JournalError
from record.store.journal_rows import RawRow
from record.store.mirror_mark import LINK_NAME
from record.store.mirrored import MirroredJournal, RowRefused
from record.store.tail import told_last
from record.store.versions import chained
from tests.support.says import says, within


def rows(*kinds, checksum=b"", first=1, t_ns=0):
    made = []
    for row_id, kind in enumerate(kinds, first):
        checksum = chained(checksum, row_id, t_ns, kind, '{"a": 1}')
        made.append(RawRow(row_id, t_ns, kind, '{"a": 1}', checksum))
    return made


@pytest.fixture
def mirror(tmp_path):
    with MirroredJournal.opened(tmp_path / "games/0001/journal.sqlite") as made:
        yield made


def test_rows_stand_as_they_came_and_the_file_beside_names_the_last(mirror):
    mirror.add(rows("A", "B"))
    mirror.add([])
    mirror.add(rows("C", checksum=mirror.last.checksum, first=3))
    assert (mirror.last_id, told_last(mirror.path)) == (3, mirror.last)
    with Journal.reader(mirror.path) as reader:
        assert reader.checksum(3) == rows("A", "B", "C")[2].checksum.hex()


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (rows("A", first=2), says("MirrorFault.gap", row=2, last=0)),
        (rows("A", checksum=b"x"), says("MirrorFault.checksum", row=1)),
        (rows("SessionClosed", "Pressed"), says("MirrorFault.closed", row=2, kind="Pressed")),
    ],
)
def test_with_a_row_that_does_not_follow_none_is_written(mirror, wrong, why):
    with pytest.raises(RowRefused, check=why) as refused:
        mirror.add(wrong)
    assert mirror.last_id == 0
    assert refused.value.rows_before == len(wrong) - 1


def test_what_may_follow_the_end_and_what_a_newer_board_writes_there_is_taken(mirror):
    mirror.add(rows("SessionClosed", "Described", "Later"))
    assert (mirror.is_closed, mirror.unknown_kind, mirror.last_of_kind("Described")) == (True, (3, "Later"), (2, '{"a": 1}'))
    assert mirror.last_of_kind("Pressed") is None


def test_a_disk_that_is_full_keeps_all_or_none(mirror):
    mirror.add(rows("A"))
    before = mirror.last
    mirror._connection.execute("PRAGMA max_page_count = 1")
    with pytest.raises(JournalError, check=says("JournalFault.not-written", why="database or disk is full")):
        mirror.add(rows(*["B"] * 500, checksum=before.checksum, first=2))
    mirror._connection.execute("PRAGMA max_page_count = 100000")
    assert (mirror.last, mirror.last_id) == (before, 1)
    mirror.add(rows(*["B"] * 500, checksum=before.checksum, first=2))
    assert mirror.last_id == 501


def test_only_the_mirror_writes_where_the_mark_lies_and_opened_anew_it_goes_on(tmp_path, mirror):
    (tmp_path / LINK_NAME).write_text("{}")
    mirror.close()
    with pytest.raises(JournalError, check=says("JournalFault.mirror")):
        Journal.open(mirror.path)
    with Journal.reader(mirror.path), MirroredJournal.opened(mirror.path) as again:
        again.add(rows("A"))
        again.close()
    with MirroredJournal.opened(mirror.path) as again:
        again.add(rows("B", checksum=again.last.checksum, first=2))
        assert again.last_id == 2


def test_a_folder_that_cannot_be_made_is_said(tmp_path):
    (tmp_path / "games").write_text("")
    with pytest.raises(JournalError, check=within("SystemFault.no-folder")):
        MirroredJournal.opened(tmp_path / "games/0001/journal.sqlite")


def test_a_mirror_that_is_read_alone_takes_nothing_and_a_damaged_file_is_said(mirror):
    mirror.add(rows("A"))
    with MirroredJournal.reader(mirror.path) as reader, pytest.raises(JournalError, check=says("JournalFault.read-alone")):
        reader.add(rows("A"))
    with sqlite3.connect(mirror.path, isolation_level=None) as other:
        other.execute("DROP TABLE events")
    other.close()
    with pytest.raises(JournalError, check=says("JournalFault.not-read")):
        mirror.last_of_kind("A")
