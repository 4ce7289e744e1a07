"""The logs of a board at its hub: only rows that follow are appended, and what another log had stays."""

import shutil
from itertools import product
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


def test_a_log_that_is_damaged_here_stays_so_and_the_game_begins_anew(logs: HubLogs) -> None:
    logs.append(said(ROWS[:3]))
    journal = logs.journal("0001")
    row_altered(journal, 3, b'"Noted"', b'"Moved"')
    left = journal.read_bytes()
    assert logs.append(said(ROWS[3:])) == ()
    assert logs.end("0001") == NOTHING, "so the board sends all of it"
    assert logs.append(said(ROWS)) == ROWS
    apart = journal.parent.with_name("0001-2") / JOURNAL_NAME
    assert (tail_of(apart).exists(), apart.read_bytes()) == (True, left)


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


def put(path: Path, content: bytes) -> None:
    """Write it in the place of the file, which stays the same one, as `cp -a COPY/. HUB/` does."""
    with path.open("r+b") as file:
        file.truncate(0)
        file.write(content)


@pytest.mark.parametrize("copied", [0, 1, 2, 3], ids="{} rows".format)
def test_a_log_that_was_put_back_behind_or_ahead_of_its_tail_is_read_as_far_as_it_goes_and_filled_again(logs: HubLogs, copied: int) -> None:
    journal, contents, tails = logs.journal("0001"), [b""], []
    for row in ROWS:
        logs.append(said((row,)))
        contents.append(journal.read_bytes())
        tails.append(tail_of(journal).read_bytes())
    ahead, behind, torn = tails[3], tails[0], b"\n" * 40 + tails[3][40:]
    for tail, half in product((ahead, behind, torn), (b"", b'{"row":9,"e')):
        if tail is behind and not copied:
            continue
        put(journal, contents[copied] + half)
        put(tail_of(journal), tail)
        again = HubLogs(journal.parents[1])
        again.take_up()
        assert numbers(journal) == ["1", "2", "3"][:copied]
        assert again.end("0001") == ENDS[copied]
        assert again.append(said(ROWS)) == ROWS[copied:]
        assert journal.read_bytes() == contents[4]
    assert [path.name for path in journal.parents[1].iterdir()] == ["0001"], "nothing was set apart"


def test_of_a_log_that_lost_its_end_while_the_hub_runs_the_rows_come_again_in_their_place(logs: HubLogs) -> None:
    logs.append(said(ROWS))
    journal, whole = logs.journal("0001"), logs.journal("0001").read_bytes()
    put(journal, whole[:-30])
    assert HubLogs(journal.parents[1]).append(said(ROWS)) == ROWS[3:]
    assert journal.read_bytes() == whole


def test_a_log_of_which_the_tail_alone_was_copied_begins_anew_and_damage_stays_as_it_is(logs: HubLogs) -> None:
    logs.append(said(ROWS))
    journal = logs.journal("0001")
    journal.unlink()
    logs.take_up()
    assert (numbers(journal), logs.append(said(ROWS))) == ([], ROWS)
    row_altered(journal, 1)
    with journal.open("ab") as file:
        file.write(b"x")
    left = journal.read_bytes()
    HubLogs(journal.parents[1]).take_up()
    assert journal.read_bytes() == left
    with pytest.raises(LogError):
        numbers(journal)
