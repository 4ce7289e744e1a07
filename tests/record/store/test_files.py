"""Files that are whole or not there, when they are read again, writes that may wait, and notices of what is written in a folder."""

import errno
import os
import threading
from pathlib import Path

import pytest

from record.files import OWNER_ALONE, FileError, make_folder, write_atomically, write_new
from record.store.later import DiskThread
from record.store.written_lately import WrittenLately
from tests.support.recorded_files import RecordedFiles
from tests.support.says import within
from tests.support.waiting import WITHIN_S


def test_a_file_is_replaced_or_stays_and_there_is_no_other(tmp_path):
    for text in ("older\n", "één\n"):
        write_atomically(tmp_path / "game.pdn", text)
    with pytest.raises(UnicodeEncodeError):
        write_atomically(tmp_path / "game.pdn", "new \ud800")
    with pytest.raises(FileError, check=within("SystemFault.missing")):
        write_atomically(tmp_path / "nowhere" / "game.pdn", "new")
    assert (tmp_path / "game.pdn").read_bytes() == "één\n".encode()
    assert os.listdir(tmp_path) == ["game.pdn"]


def test_a_new_file_takes_the_place_of_no_other_and_has_its_permissions(tmp_path, monkeypatch):
    mask = os.umask(0)
    try:
        for name, has_links in (("one", True), ("other", False)):
            if not has_links:  # as on a stick
                monkeypatch.setattr(os, "link", failing_link)
            write_new(tmp_path / name, b"older", mode=OWNER_ALONE)
            with pytest.raises(FileExistsError):
                write_new(tmp_path / name, b"newer", mode=OWNER_ALONE)
            assert ((tmp_path / name).read_bytes(), (tmp_path / name).stat().st_mode & 0o777) == (b"older", 0o600)
        (tmp_path / "one.new").touch(0o666)
        write_atomically(tmp_path / "one", "newest", mode=OWNER_ALONE)
        assert (tmp_path / "one").stat().st_mode & 0o777 == 0o600
        with pytest.raises(FileError, check=within("SystemFault.missing")):
            write_new(tmp_path / "nowhere" / "one", b"new", mode=OWNER_ALONE)
    finally:
        os.umask(mask)
    assert sorted(os.listdir(tmp_path)) == ["one", "other"]


def failing_link(*_paths: object) -> None:
    raise OSError(errno.EPERM, "Operation not permitted")


def test_the_bytes_are_on_disk_before_their_name_is_and_the_name_before_it_is_told(tmp_path, monkeypatch):
    done, fsync, replace = [], os.fsync, Path.replace
    file = tmp_path / "game.pdn"

    def on_disk(descriptor):
        path = Path(os.readlink(f"/proc/self/fd/{descriptor}"))
        done.append(("on disk", path.name, path.read_text() if path.is_file() else sorted(os.listdir(path))))
        fsync(descriptor)

    def renamed(path, target):
        done.append(("renamed", path.name, target.name))
        return replace(path, target)

    monkeypatch.setattr(os, "fsync", on_disk)
    monkeypatch.setattr(Path, "replace", renamed)
    write_atomically(file, "1. 32-28 *")
    assert done == [
        ("on disk", "game.pdn.new", "1. 32-28 *"),
        ("renamed", "game.pdn.new", "game.pdn"),
        ("on disk", tmp_path.name, ["game.pdn"]),
    ]


@pytest.mark.parametrize("is_there", [False, True])
def test_a_folder_that_was_made_is_there_after_a_power_cut_with_the_files_that_were_flushed(tmp_path, is_there):
    """Also where a program made it that was killed before its name was on disk."""
    (tmp_path / "disk").mkdir()
    is_made = False
    files = RecordedFiles(tmp_path / "disk", tmp_path / "kept", lambda: (int(is_made),))
    game = files.folder / ("0002" if is_there else "state/games/0001")
    with files.recording():
        if is_there:
            game.mkdir()
        make_folder(game)
        write_atomically(game / "file", "written")
        is_made = True
    for crash in files.crashes():
        files.put_back(crash)
        assert (game / "file").exists() or not crash.moment.confirmed[0], crash


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_atomically(pipe, "told")
        assert os.read(reader, 10) == b"told"
    finally:
        os.close(reader)
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]


MS = 1_000_000


def looks(files: WrittenLately, *at_ms: int) -> list[bool]:
    return [files.is_to_be_read(at * MS) for at in at_ms]


def test_files_are_read_while_they_change_and_once_in_a_while(tmp_path):
    path = tmp_path / "journal"
    path.write_bytes(b"a")
    files = WrittenLately((path, tmp_path / "log"), changing_ns=100 * MS, again_ns=1000 * MS)
    assert looks(files, 1000, 1050, 1100, 1150, 2050, 2100, 2150) == [True, True, True, False, False, True, False]
    (tmp_path / "log").write_bytes(b"")
    assert looks(files, 2200, 2250, 2400) == [True, True, False], "a file that was not there"
    about = path.stat()
    path.write_bytes(b"b")
    os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))
    assert looks(files, 2450, 3200, 3250) == [False, False, True], "what has the same size and time is read in any case"
    os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns + 1))
    assert looks(files, 3400, 3450) == [True, True]


def test_the_disk_thread_does_the_latest_of_each_and_survives_a_full_disk_and_worse():
    done: list[object] = []
    begins, goes_on = threading.Event(), threading.Event()

    def slow() -> None:
        begins.set()
        goes_on.wait(WITHIN_S)
        raise OSError(28, "No space left on device")

    def strange() -> None:
        raise OverflowError("Python int too large to convert to SQLite INTEGER")

    thread = DiskThread()
    thread("slow", slow)
    assert begins.wait(WITHIN_S)
    for number in range(5):
        thread("record", lambda number=number: done.append(number))
    thread("strange", strange)
    thread("clock", lambda: done.append("clock"))
    assert thread.lives
    goes_on.set()
    thread.close()
    assert (done, thread.lives) == ([4, "clock"], False)
