"""Files that are whole or not there."""

import os
from pathlib import Path

import pytest

from record.store.files import FileError, write_atomically


def test_it_replaces_the_file_and_leaves_nothing_else(tmp_path):
    for text in ("één\n", "two\n"):
        write_atomically(tmp_path / "game.pdn", text)
        assert (tmp_path / "game.pdn").read_bytes() == text.encode()
    assert os.listdir(tmp_path) == ["game.pdn"]


def test_what_fails_leaves_the_old_file_and_no_other(tmp_path):
    write_atomically(tmp_path / "game.pdn", "old")
    with pytest.raises(UnicodeEncodeError):
        write_atomically(tmp_path / "game.pdn", "new \ud800")
    with pytest.raises(FileError, match=r"nowhere/game\.pdn could not be written: No such file"):
        write_atomically(tmp_path / "nowhere" / "game.pdn", "new")
    assert (tmp_path / "game.pdn").read_text() == "old"
    assert os.listdir(tmp_path) == ["game.pdn"]


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
