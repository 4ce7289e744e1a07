"""Verifying leaves no trace: in a whole folder, beside a log that was cut off, on a card that nothing can be written to."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from pi.cli import main
from record.events.of_game import Alerted, SessionOpened
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal
from record.store.journal_faults import JournalError
from record.verifying.opening import opened
from tests.record.verifying.conftest import texts

NOBODY = 65534


def as_it_is(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {
        path.relative_to(folder).as_posix(): (path.read_bytes() if path.is_file() else b"", path.stat().st_mtime_ns)
        for path in (folder, *folder.rglob("*"))
    }


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Nobody may write there, and this process is somebody who may not even if it could."""
    user, paths = os.geteuid(), (folder, *folder.rglob("*"))
    for path in paths:
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        if user == 0:
            os.seteuid(NOBODY)
        yield
    finally:
        os.seteuid(user)
        for path in paths:
            path.chmod(0o755)


@pytest.mark.parametrize("which", ["closed", "cut"])
def test_nothing_is_written(which, request, verify):
    folder = request.getfixturevalue(which)
    before = as_it_is(folder)
    assert texts(verify(folder).differences) == []
    assert as_it_is(folder) == before


def test_a_journal_whose_log_is_gone_gets_none_made_for_it(cut, verify):
    (cut / f"{JOURNAL_NAME}-wal").unlink()
    before = as_it_is(cut)
    assert verify(cut).differences
    assert as_it_is(cut) == before


@pytest.mark.parametrize("ends", [("-wal",), ("-wal", "-shm")])
def test_a_card_that_nothing_can_be_written_to(whole_games, verify, ends):
    with TemporaryDirectory() as scratch:
        card = Path(scratch) / "card"
        shutil.copytree(whole_games.cut, card)
        if "-shm" in ends:  # as the recorder left it
            (card / f"{JOURNAL_NAME}-shm").write_bytes(b"\0" * 32768)
        Path(scratch).chmod(0o755)
        before = as_it_is(card)
        with read_only(card):
            game = verify(card)
        assert (texts(game.differences), texts(game.notes)) == ([], [])
        assert game.rows > 20
        assert as_it_is(card) == before


def test_where_there_is_no_room_for_a_copy_it_says_so(cut, verify, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shutil, "copyfile", full)
    (found,) = verify(cut).differences
    assert found.kind == "journal-unreadable"
    assert "cannot be copied: No space left on device; name a folder with room in TMPDIR" in str(found.said)


def test_an_error_tells_of_the_journal_and_not_of_its_copy(cut):
    path = cut / JOURNAL_NAME
    content = bytearray(path.read_bytes())
    content[71] ^= 1  # the application
    path.write_bytes(content)
    (cut / f"{JOURNAL_NAME}-wal").unlink()
    with pytest.raises(JournalError, match=f"^{path} is not a journal of damcam$"), opened(path):
        pass


def test_a_long_journal_takes_little_memory(tmp_path):
    with Journal.create(tmp_path / JOURNAL_NAME) as journal:
        journal.append(SessionOpened("frisian", 10, "W:W31-50:B1-20", "80m+60s", 1, 1), 0)
        journal._connection.execute("BEGIN")
        for row in range(20_000):
            journal.append(Alerted(row, ()), row)
        journal._connection.execute("COMMIT")
    asked = (
        "import resource, sys; from pathlib import Path; from record.verifying.game import verified;"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss;"
        "game = verified(Path(sys.argv[1]), lambda _: None, lambda: None);"
        "assert game.rows == 20_001, game; print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)"
    )
    done = subprocess.run([sys.executable, "-P", "-c", asked, str(tmp_path)], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 20_000, "kilobytes"


def test_a_change_that_a_power_cut_left_half_done_is_undone_and_by_verify_in_a_copy(closed, verify, capfd):
    whole = (closed / JOURNAL_NAME).read_bytes()
    with closing(sqlite3.connect(closed / JOURNAL_NAME, isolation_level=None)) as connection:
        connection.execute("PRAGMA cache_size = 1")  # so that the change reaches the file before it is complete
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("CREATE TABLE x (a)")
        connection.executemany("INSERT INTO x VALUES (?)", [(b"x" * 500,)] * 300)
        half = {name: (closed / name).read_bytes() for name in (JOURNAL_NAME, f"{JOURNAL_NAME}-journal")}
    for name, content in half.items():
        (closed / name).write_bytes(content)
    assert half[JOURNAL_NAME] != whole
    before = as_it_is(closed)
    game = verify(closed)
    assert (texts(game.differences), texts(game.notes), as_it_is(closed)) == ([], [], before)
    with TemporaryDirectory() as scratch:
        card = Path(shutil.copytree(closed, Path(scratch) / "card"))
        Path(scratch).chmod(0o755)
        with read_only(card):
            assert main(["record", str(card)]) == 0, capfd.readouterr().err
    assert main(["record", str(closed)]) == 0, capfd.readouterr().err
    with Journal.open(closed / JOURNAL_NAME) as journal:
        assert journal.last_id == game.rows
    assert texts(verify(closed).differences) == []
