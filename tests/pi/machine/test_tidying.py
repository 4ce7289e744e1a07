"""The tidying of earlier games, beside the one that is played."""

from threading import Event

from pi.machine import tidying
from pi.machine.tidying import tidied
from pi.setup.settings import EvidenceSettings


def test_what_goes_wrong_once_is_in_the_log_and_does_not_end_it(tmp_path, monkeypatch, caplog):
    failures, again = iter([ValueError("month must be in 1..12")]), Event()

    def failing(*_: object) -> None:
        for failure in failures:
            raise failure
        again.set()

    monkeypatch.setattr(tidying, "tidy", failing)
    monkeypatch.setattr(tidying, "EVERY_S", 0.01)
    with tidied(tmp_path, EvidenceSettings()):
        assert again.wait(60)
    assert "month must be in 1..12" in caplog.text
