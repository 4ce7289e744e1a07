"""The whole service, its own threads and queue, through games with all that hands do at a board; what it records is what was played."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pi.setup.settings import EvidenceSettings, Settings
from tests.bench.live.drawn import Grain
from tests.bench.live.judging import Judged, judged
from tests.bench.live.serving import serve_games
from tests.bench.live.truth import TruthEyes, picture
from tests.bench.live.turns import hurried, turns

BUSY = pytest.mark.timeout(1800)
"""Such a game takes as long as the machine needs for its pictures; on one that does much else besides, five minutes are soon over."""


@pytest.mark.parametrize("presses", [60, pytest.param(200, marks=[pytest.mark.slow, BUSY])])
def test_a_game_is_on_record_as_it_was_played(tmp_path: Path, presses: int) -> None:
    script, games = hurried(turns(presses, 13)), []
    settings = Settings(evidence=EvidenceSettings(keep="all"))
    eyes = TruthEyes(), lambda contents, hand: picture(contents, hand is not None)
    serve_games(tmp_path, [script], lambda: eyes, Grain().on, settings, games.append)
    assert {turn.verdict for turn in script} == {"legal", "27c-missed", "corrected"}
    for name in ("doubled_ns", "wrong_ns", "bounces_ns"):
        assert any(getattr(turn, name) for turn in script)
    assert judged(tmp_path / "games" / "0001", script, games[0]) == Judged(0, [])


@pytest.mark.slow
@BUSY
def test_games_that_the_reader_reads_are_too_and_take_nothing_more_in_the_end() -> None:
    done = subprocess.run([sys.executable, "-P", "-m", "tests.bench.soak", "--quick"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads(done.stdout.splitlines()[-1])["presses"] == 500
