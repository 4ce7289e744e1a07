"""Which boot it is."""

from pathlib import Path

from link import boot


def test_a_boot_that_could_not_be_read_once_is_read_the_next_time(monkeypatch):
    boot._read.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_text", lambda *_, **__: (_ for _ in ()).throw(OSError(24, "Too many open files")))
        assert boot.boot_id() == ""
    assert len(boot.boot_id()) == 36
