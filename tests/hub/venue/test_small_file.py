"""The small files that the pages read: whole for whoever reads, in the place of an old one on a full disk, and without new files."""

import errno
import os

import pytest

from hub.venue import small_file
from hub.venue.small_file import write_in_turn, write_small

BOTH = pytest.mark.parametrize("write", [write_small, write_in_turn])


@BOTH
def test_it_has_the_content_that_was_written_last(tmp_path, write):
    path = tmp_path / "told.json"
    for content in (b"a" * 9000, b"b", b"c" * 5000, b""):
        write(path, content)
        assert path.read_bytes() == content


@BOTH
def test_whoever_has_it_open_reads_what_it_held_then_though_another_is_written(tmp_path, write):
    path = tmp_path / "told.json"
    write(path, b"a" * 9000)
    for number in range(1, 6):
        with path.open("rb") as opened:
            held = path.read_bytes()
            write(path, b"%d" % number * (5000 - 1000 * number))
            assert opened.read() == held


def test_no_file_is_made_or_deleted_after_the_second(tmp_path):
    path = tmp_path / "told.json"
    write_in_turn(path, b"first")
    write_in_turn(path, b"second")
    made = {file.stat().st_ino for file in tmp_path.iterdir()}
    for number in range(5):
        write_in_turn(path, b"%d" % number)
        assert path.read_bytes() == b"%d" % number
    assert {file.stat().st_ino for file in tmp_path.iterdir()} == made
    assert len(made) == 2


def test_where_files_cannot_change_names_one_takes_the_place_of_the_other(tmp_path, monkeypatch):
    monkeypatch.setattr(small_file, "_exchanged", lambda _one, _other: False)
    for content in (b"first", b"second", b"3"):
        write_in_turn(tmp_path / "told.json", content)
        assert [file.read_bytes() for file in tmp_path.iterdir()] == [content]


@BOTH
def test_a_full_disk_takes_it_in_the_place_of_the_old_one(tmp_path, monkeypatch, write):
    path = tmp_path / "told.json"
    path.write_bytes(b"old".ljust(100))

    def full(*_what, **_how):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    opened = os.open
    monkeypatch.setattr(os, "open", lambda name, flags, *mode, **how: full() if flags & os.O_CREAT else opened(name, flags, *mode, **how))
    monkeypatch.setattr("pathlib.Path.write_bytes", full)
    write(path, b"new")
    assert path.read_bytes() == b"new".ljust(100)
    with pytest.raises(OSError, match="No space left"):
        write(path, b"n" * 101)
    assert path.read_bytes() == b"new".ljust(100)


def test_what_is_written_in_part_is_not_told(tmp_path, monkeypatch):
    path = tmp_path / "told.json"
    write_in_turn(path, b"old".ljust(100))
    pwrite = os.pwrite
    monkeypatch.setattr(os, "pwrite", lambda descriptor, content, at: pwrite(descriptor, content[:3], at))
    with pytest.raises(OSError, match="No space left"):
        write_in_turn(path, b"longer than before".ljust(200))
    assert path.read_bytes() == b"old".ljust(100)


def test_a_file_of_another_user_is_made_anew(tmp_path, monkeypatch):
    path = tmp_path / "told.json"
    for content in (b"first", b"second"):
        write_in_turn(path, content)
    others = {file.stat().st_ino for file in tmp_path.iterdir()}
    opened = os.open

    def refusing(name, *how, **more):
        if os.path.exists(name) and os.stat(name).st_ino in others:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return opened(name, *how, **more)

    monkeypatch.setattr(os, "open", refusing)
    for content in (b"third", b"fourth", b"fifth"):
        write_in_turn(path, content)
        assert path.read_bytes() == content
