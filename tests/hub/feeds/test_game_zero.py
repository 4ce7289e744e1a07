"""Which boot it is, and when the time of a mirrored game was nought: what the file says, and what is no such file."""

import os
from pathlib import Path

import pytest

from hub.feeds import boot, game_zero
from hub.feeds.game_zero import NAME, GameZero, zero_text


@pytest.fixture
def path(tmp_path):
    return tmp_path / NAME


def test_it_is_read_anew_when_it_changes(path):
    zero = GameZero(path)
    assert zero.of("0001") is GameZero(None).of("0001") is None
    path.write_text(zero_text("0001", -1_500_000_000))
    assert (zero.of("0001"), zero.of("0002")) == (-1.5, None)
    path.write_text(zero_text("0002", 2_000_000_000))
    os.utime(path, (1, 1))
    assert (zero.of("0001"), zero.of("0002")) == (None, 2.0)
    path.unlink()
    assert zero.of("0002") is None


@pytest.mark.parametrize("text", ["", "{", "[]", '{"v":1}', '{"v":2,"boot":"b","game":"1","zero_ns":1}', "\xff"])
def test_what_is_no_such_file_tells_nothing(path, text):
    path.write_text(text)
    assert GameZero(path).of("1") is None


def test_of_an_earlier_boot_it_tells_nothing(path, monkeypatch):
    path.write_text(zero_text("0001", 1))
    monkeypatch.setattr(game_zero, "boot_id", lambda: "another")
    assert GameZero(path).of("0001") is None


def test_a_boot_that_could_not_be_read_once_is_read_the_next_time(monkeypatch):
    boot._read.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_text", lambda *_, **__: (_ for _ in ()).throw(OSError(24, "Too many open files")))
        assert boot.boot_id() == ""
    assert len(boot.boot_id()) == 36
