"""What a power cut is to leave of the running clock is on disk in time, whatever else the disk has to do."""

from itertools import pairwise
from pathlib import Path
from statistics import median
from threading import Condition

import pytest

from pi.game import keeping
from pi.setup.settings import Settings
from record.store.folder import JOURNAL_NAME
from record.store.journal import ClockRow, Journal
from tests.bench.live import serving
from tests.bench.live.drawn import Grain
from tests.bench.live.serving import serve_games
from tests.bench.live.table import SECOND, calm
from tests.bench.live.truth import TruthEyes, picture

ROWS, GIVES_UP_S = 3, 20.0


class Disk:
    """Once the clock is written, the next write of each other kind takes until it was written again and again."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.rows, self.held, self.news = 0, {}, Condition()
        row, belief, record = Journal.write_clock, Journal.write_checkpoint, keeping.write_atomically
        patch.setattr(Journal, "write_clock", lambda *words: self.written(row(*words)))
        patch.setattr(Journal, "write_checkpoint", lambda *words: self.hold("belief") or belief(*words))
        patch.setattr(keeping, "write_atomically", lambda *words: self.hold("record") or record(*words))

    def written(self, _: None) -> None:
        with self.news:
            self.rows += 1
            self.news.notify_all()

    def hold(self, kind: str) -> None:
        with self.news:
            if self.rows and kind not in self.held:
                until = self.rows + ROWS
                self.held[kind] = self.news.wait_for(lambda: self.rows >= until, GIVES_UP_S)


def test_no_other_write_holds_up_that_of_the_clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Disk(monkeypatch)
    eyes = TruthEyes(), lambda contents, hand: picture(contents, hand is not None)
    serve_games(tmp_path, [calm(6)], lambda: eyes, Grain().on, Settings(), lambda _: None)
    assert disk.held == {"belief": True, "record": True}


def test_the_running_clock_is_on_disk_at_least_once_a_second(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the gaps the middle one: on a machine that does other things besides, a single one may be longer."""
    rows: list[ClockRow] = []
    write = Journal.write_clock
    monkeypatch.setattr(Journal, "write_clock", lambda journal, row: rows.append(row) or write(journal, row))
    monkeypatch.setattr(serving, "TIMES", 10.0)
    eyes = TruthEyes(), lambda contents, hand: picture(contents, hand is not None)
    serve_games(tmp_path, [calm(2, 10 * SECOND)], lambda: eyes, Grain().on, Settings(), lambda _: None)
    times = [row.t_ns for row in rows]
    assert len(times) > 10
    assert median(after - before for before, after in pairwise(times)) <= SECOND
    with Journal.reader(tmp_path / "games" / "0001" / JOURNAL_NAME) as journal:
        assert journal.clock() == rows[-1]
        assert journal.last_t_ns - rows[-1].t_ns <= 3 * SECOND
