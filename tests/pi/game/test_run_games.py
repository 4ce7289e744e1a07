"""The whole service, its own threads and queue, through games with all that hands do at a board; what it records is what was played.

Two kills of each run of the tests are in `tests/pi/programs/test_run_lost.py`.
"""

from collections.abc import Sequence
from pathlib import Path
from threading import Condition

import pytest

from pi.setup.settings import EvidenceSettings, Settings
from record.store.latest import Latest
from tests.support.live.judging import Judged, judged
from tests.support.live.serving import serve_games
from tests.support.live.table import calm
from tests.support.live.truth import TruthEyes, picture
from tests.support.live.turns import Turn, hurried, turns
from tests.support.waiting import WITHIN_S
from vision.camera.drawn import Grain

ROWS = 3


def serve(state: Path, script: Sequence[Turn], settings: Settings) -> list[int]:
    """When the presses of the game were made."""
    games: list[list[int]] = []
    eyes = TruthEyes(), lambda contents, hand: picture(contents, hand is not None)
    serve_games(state, [script], lambda: eyes, Grain().on, settings, games.append)
    return games[0]


def test_a_game_is_on_record_as_it_was_played(system: None, tmp_path: Path) -> None:
    script = hurried(turns(60, 13))
    pressed_ns = serve(tmp_path, script, Settings(evidence=EvidenceSettings(keep="all")))
    assert {turn.verdict for turn in script} == {"legal", "27c-missed", "corrected"}
    for name in ("doubled_ns", "wrong_ns", "bounces_ns"):
        assert any(getattr(turn, name) for turn in script)
    assert judged(tmp_path / "games" / "0001", script, pressed_ns) == Judged(0, [])


class Disk:
    """Once the clock is written, the next write of each other kind takes until it was written again and again."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.rows, self.held, self.news = 0, {}, Condition()
        row, belief = Latest.write_clock, Latest.write_belief
        patch.setattr(Latest, "write_clock", lambda *words: self.written(row(*words)))
        patch.setattr(Latest, "write_belief", lambda *words: self.hold("belief") or belief(*words))

    def written(self, _: None) -> None:
        with self.news:
            self.rows += 1
            self.news.notify_all()

    def hold(self, kind: str) -> None:
        with self.news:
            if self.rows and kind not in self.held:
                until = self.rows + ROWS
                self.held[kind] = self.news.wait_for(lambda: self.rows >= until, WITHIN_S)


def test_no_other_write_holds_up_that_of_the_clock(system: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Disk(monkeypatch)
    serve(tmp_path, calm(6), Settings())
    assert disk.held == {"belief": True}
