"""When files are to be read again."""

import os

from record.store.written_lately import WrittenLately

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
