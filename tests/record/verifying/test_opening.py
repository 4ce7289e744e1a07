"""Verifying leaves no trace: in a whole folder, beside a log that was cut off, on a card that nothing can be written to."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

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
    user = os.geteuid()
    with TemporaryDirectory() as scratch:
        card = Path(scratch) / "card"
        shutil.copytree(whole_games.cut, card)
        if "-shm" in ends:  # as the recorder left it
            (card / f"{JOURNAL_NAME}-shm").write_bytes(b"\0" * 32768)
        Path(scratch).chmod(0o755)
        for path in (card, *card.rglob("*")):
            path.chmod(0o555 if path.is_dir() else 0o444)
        before = as_it_is(card)
        try:
            if user == 0:
                os.seteuid(NOBODY)
            game = verify(card)
        finally:
            os.seteuid(user)
        assert (texts(game.differences), texts(game.notes)) == ([], [])
        assert game.rows > 20
        assert as_it_is(card) == before
        for path in (card, *card.rglob("*")):
            path.chmod(0o755)


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
