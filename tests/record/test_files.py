"""Files that are whole or not there."""

import os

import pytest

from record.files import FileError, write_atomically


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
