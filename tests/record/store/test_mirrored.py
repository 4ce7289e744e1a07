"""The mirror of a journal: rows are added as they stand elsewhere, and only those that follow."""

import pytest

from record.log.errors import LogDamaged, LogError
from record.log.tail import read_tail
from record.store.journal import Journal
from record.store.journal_rows import RawRow, chained
from record.store.mirror_mark import MARK_NAME
from record.store.mirrored import MirroredJournal, RowRefused
from tests.support.journals import row_altered
from tests.support.says import says, within


def rows(*kinds, checksum=b"", first=1, t_ns=0, text='{"a": 1}'):
    made = []
    for row_id, kind in enumerate(kinds, first):
        checksum = chained(checksum, row_id, t_ns, kind, text)
        made.append(RawRow(row_id, t_ns, kind, text, checksum))
    return made


MIRROR = "{path} is the copy of a journal on another machine, which alone adds to it: do it at the board itself"


@pytest.fixture
def mirror(tmp_path):
    with MirroredJournal.opened(tmp_path / "games/0001/journal.jsonl") as made:
        yield made


def test_rows_stand_as_they_came_and_the_file_beside_names_the_last(mirror):
    mirror.add(rows("A", "B"))
    mirror.add([])
    mirror.add(rows("C", checksum=mirror.last.checksum, first=3))
    assert (mirror.last_id, read_tail(mirror.path)[1].checksum) == (3, mirror.last.checksum)
    with Journal.reader(mirror.path) as reader:
        assert reader.checksum(3) == rows("A", "B", "C")[2].checksum.hex()


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (rows("A", first=2), says("MirrorFault.gap", row=2, last=0)),
        (rows("A", checksum=b"x"), says("MirrorFault.checksum", row=1)),
        (rows("SessionClosed", "Pressed"), says("MirrorFault.closed", row=2, kind="Pressed")),
        *(
            (rows("A", text=text), says("MirrorFault.no-event", row=1))
            for text in ("", "{", '{"a":\n1}', "[" * 100_000, f'"{"x" * (1 << 20)}"')
        ),
        *((rows(kind), says("MirrorFault.no-event", row=1)) for kind in ("", 'A"', "Ä", "x" * 81)),
    ],
)
def test_with_a_row_that_does_not_follow_none_is_written(mirror, wrong, why):
    with pytest.raises(RowRefused, check=why) as refused:
        mirror.add(wrong)
    assert mirror.last_id == 0
    assert refused.value.rows_before == len(wrong) - 1


def test_what_may_follow_the_end_and_what_a_newer_board_writes_there_is_taken(mirror):
    mirror.add(rows("SessionClosed", "Described", "Later"))
    assert (mirror.is_closed, mirror.unknown_kind) == (True, (3, "Later"))
    assert mirror.last_of_kind("Described")[:-1] == (2, 0, "Described", '{"a": 1}')
    assert mirror.last_of_kind("Pressed") is None


def test_half_of_a_surrogate_pair_is_no_event(mirror):
    with pytest.raises(RowRefused, check=says("MirrorFault.no-event", row=1)):
        mirror.add([RawRow(1, 0, "A", '{"a": "\ud800"}', b"")])


def test_only_the_mirror_writes_where_the_mark_lies_and_opened_anew_it_goes_on(tmp_path, mirror):
    (tmp_path / MARK_NAME).write_text("{}")
    mirror.close()
    with pytest.raises(LogError, check=says(MIRROR)):
        Journal.open(mirror.path)
    with Journal.reader(mirror.path), MirroredJournal.opened(mirror.path) as again:
        again.add(rows("A"))
        again.close()
    with MirroredJournal.opened(mirror.path) as again:
        again.add(rows("B", checksum=again.last.checksum, first=2))
        assert again.last_id == 2


def test_a_folder_that_cannot_be_made_is_said(tmp_path):
    (tmp_path / "games").write_text("")
    with pytest.raises(LogError, check=within("SystemFault.no-folder")):
        MirroredJournal.opened(tmp_path / "games/0001/journal.jsonl")


def test_a_mirror_that_is_read_alone_takes_nothing_and_a_damaged_file_is_said(mirror):
    mirror.add(rows("A", "B", "C"))
    with MirroredJournal.reader(mirror.path) as reader:
        with pytest.raises(ValueError, match="read alone"):
            reader.add(rows("A"))
        row_altered(mirror.path, 2, b'"a": 1', b'"a": 2')
        with pytest.raises(LogDamaged):
            reader.last_of_kind("C")
