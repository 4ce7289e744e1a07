"""What is written in a folder is told, whoever writes it, and no more once it is left."""

import os
from contextlib import closing
from pathlib import Path

import pytest

from record.store import folder_notices
from record.store.folder_notices import FolderNotices


def test_files_that_are_made_written_or_moved_there_are_told_and_no_others(tmp_path: Path) -> None:
    seen, other = tmp_path / "seen", tmp_path / "other"
    for folder in (seen, other):
        folder.mkdir()
    with closing(FolderNotices()) as notices:
        number = notices.watch(seen)
        assert notices.told() == []
        (seen / "made").touch()
        (other / "unseen").write_text("x")
        (other / "unseen").rename(seen / "moved")
        (seen / "é\n").write_text("x")
        assert number is not None
        assert {name for told, name in notices.told() or () if told == number} == {"made", "moved", "é\n"}
        (seen / "made").unlink()
        assert notices.told() == []
        notices.leave(number)
        (seen / "later").touch()
        assert {name for _, name in notices.told() or ()} == {""}


def test_a_folder_that_is_deleted_is_told_with_an_empty_name(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    with closing(FolderNotices()) as notices:
        number = notices.watch(folder)
        folder.rmdir()
        assert notices.told() == [(number, "")]


def test_a_folder_that_is_not_there_is_not_watched(tmp_path: Path) -> None:
    with closing(FolderNotices()) as notices:
        assert notices.watch(tmp_path / "none") is None


def test_where_the_system_tells_nothing_nothing_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder_notices, "_begun", lambda _system: -1)
    with closing(FolderNotices()) as notices:
        assert notices.watch(tmp_path) is None
        assert notices.told() == []


def test_too_much_to_tell_is_told_as_that(tmp_path: Path) -> None:
    at_most = int(Path("/proc/sys/fs/inotify/max_queued_events").read_text())
    with closing(FolderNotices()) as notices:
        notices.watch(tmp_path)
        one, two = (os.open(tmp_path / name, os.O_WRONLY | os.O_CREAT) for name in "ab")
        for _ in range(at_most // 2 + 10):  # an event that equals the one before is not told again
            os.write(one, b"x")
            os.write(two, b"x")
        os.close(one)
        os.close(two)
        told = []
        while (found := notices.told()) is not None and found:
            told += found
        assert found is None
        assert len(told) <= at_most


def test_on_another_system_nothing_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder_notices.ctypes, "CDLL", lambda *_args, **_how: object())
    with closing(FolderNotices()) as notices:
        assert notices.watch(tmp_path) is None
        assert notices.told() == []
