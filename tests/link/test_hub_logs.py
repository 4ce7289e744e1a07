"""The logs of a board at its hub: only rows that follow are appended, and what another log had stays."""

import shutil
from pathlib import Path

import pytest

from link import hub_logs
from link.hub_logs import HubLogs
from link.messages import MessageError
from link.wire import Rows
from record.log.errors import LogError
from record.log.tail import read_tail, tail_of
from record.store.folder import JOURNAL_NAME
from record.store.journal_rows import JournalRows, LastRow, RawRow, chained
from tests.support.journals import row_altered
from tests.support.says import says

NOTHING = LastRow(0, b"")
KEPT = '{"t_ns": 1, "at": "", "why": "asked", "kept": ["frames/2.jpg"]}'


def rows(*texts: str, kind: str = "Noted", first: int = 1, checksum: bytes = b"") -> tuple[RawRow, ...]:
    made = []
    for row_id, text in enumerate(texts, first):
        checksum = chained(checksum, row_id, 0, kind, text)
        made.append(RawRow(row_id, 0, kind, text, checksum))
    return tuple(made)


ROWS = rows("1", "2", "3", "4")
OTHERS = rows("1", "8", "9")
ENDS = [NOTHING, *(LastRow(row.row_id, row.checksum) for row in ROWS)]


def said(rows: tuple[RawRow, ...], instead_of: LastRow | None = None) -> Rows:
    return Rows("aa", "0001", rows, instead_of)


@pytest.fixture
def logs(tmp_path: Path) -> HubLogs:
    return HubLogs(tmp_path / "games")


def numbers(path: Path) -> list[str]:
    with JournalRows(path) as journal:
        return [row.text for row in journal.since(0)]


def test_rows_that_follow_are_appended_as_they_stand_and_others_are_not(logs: HubLogs, tmp_path: Path) -> None:
    assert logs.end("0001") == NOTHING
    assert logs.append(said(ROWS[1:2])) == (), "row 1 is lacking"
    for first, last, new in ((0, 2, ROWS[:2]), (0, 2, ()), (3, 4, ()), (1, 3, ROWS[2:3])):
        assert logs.append(said(ROWS[first:last])) == new
    assert (logs.end("0001"), numbers(logs.journal("0001"))) == (ENDS[3], ["1", "2", "3"])
    named = read_tail(logs.journal("0001"))[1]
    assert named
    assert (named.row, named.checksum) == ENDS[3]
    for wrong in (rows("4", first=4, checksum=bytes(32)), (*OTHERS, *rows("7", first=4, checksum=OTHERS[2].checksum))):
        with pytest.raises(MessageError, check=says("row {row} of game {game} does not follow the row before it here", row=4)):
            logs.append(said(wrong))
    assert HubLogs(tmp_path / "games").append(said(ROWS)) == ROWS[3:], "another process goes on"


def test_a_log_with_which_that_of_the_board_differs_stays_in_a_folder_of_its_own(logs: HubLogs) -> None:
    logs.append(said(ROWS))
    picture = logs.folder("0001") / "frames/0002.jpg"
    picture.parent.mkdir()
    picture.touch()
    assert logs.append(said(OTHERS, instead_of=ENDS[2])) == (), "the hub has gone on meanwhile"
    for _ in range(2):  # the second one is repeated
        logs.append(said(OTHERS[:2], instead_of=ENDS[4]))
    logs.append(said(OTHERS[2:], instead_of=ENDS[4]))
    assert (numbers(logs.journal("0001")), picture.exists()) == (["1", "8", "9"], False)
    apart = logs.folder("0001").with_name("0001-2")
    assert (numbers(apart / JOURNAL_NAME), (apart / "frames/0002.jpg").exists()) == (["1", "2", "3", "4"], True)
    last = logs.end("0001")
    assert logs.append(said(ROWS, instead_of=last)) == ROWS
    assert numbers(logs.folder("0001").with_name("0001-3") / JOURNAL_NAME) == ["1", "8", "9"]


def damage(journal: Path) -> None:
    row_altered(journal, 3, b'"Noted"', b'"Moved"')


def put_back(journal: Path) -> None:
    journal.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[:2]))


@pytest.mark.parametrize("spoil", [damage, put_back, Path.unlink])
def test_a_log_that_is_damaged_here_stays_so_and_the_game_begins_anew(logs: HubLogs, spoil) -> None:
    logs.append(said(ROWS[:3]))
    journal = logs.journal("0001")
    spoil(journal)
    left = journal.read_bytes() if journal.exists() else None
    assert logs.append(said(ROWS[3:])) == ()
    assert logs.end("0001") == NOTHING, "so the board sends all of it"
    assert logs.append(said(ROWS)) == ROWS
    apart = journal.parent.with_name("0001-2") / JOURNAL_NAME
    assert tail_of(apart).exists()
    assert (apart.read_bytes() if apart.exists() else None) == left


def test_a_folder_that_somebody_has_deleted_is_filled_again(logs: HubLogs) -> None:
    logs.append(said(ROWS[:3]))
    shutil.rmtree(logs.folder("0001"))
    assert (logs.end("0001"), logs.append(said(ROWS[3:]))) == (NOTHING, ())
    assert logs.append(said(ROWS)) == ROWS


def test_a_board_whose_log_is_ever_another_one_fills_no_disk(logs: HubLogs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_logs, "MAX_FOLDERS", 4)
    logs.append(said(ROWS))
    for text in "567":
        logs.append(said(rows(text), instead_of=logs.end("0001")))
    with pytest.raises(LogError, check=says("game {game} has begun anew {count} times: nothing more of it is kept", count=4)):
        logs.append(said(ROWS, instead_of=logs.end("0001")))
    assert numbers(logs.journal("0001")) == ["7"]


def test_pictures_that_the_board_has_deleted_go_also_where_another_log_was(logs: HubLogs) -> None:
    logs.append(said(ROWS))
    logs.append(said(OTHERS, instead_of=ENDS[4]))
    folders = logs.folder("0001"), logs.folder("0001").with_name("0001-2")
    for folder in folders:
        (folder / "frames").mkdir()
        for name in ("1.jpg", "2.jpg"):
            (folder / "frames" / name).touch()
    assert logs.kept_pictures("0001") is None
    dropped = rows(KEPT, kind="PicturesDropped", first=4, checksum=OTHERS[2].checksum)
    assert logs.append(said(dropped)) == dropped
    assert logs.kept_pictures("0001") == {"frames/2.jpg"}
    assert [[path.name for path in (folder / "frames").iterdir()] for folder in folders] == [["2.jpg"]] * 2
