"""The time of day goes back an hour in the middle of a game: a service in a process of its own, and all that the machine tells it."""

import json
import os
import shutil
import subprocess
import sys
import time
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from pi.reading.threads import LivePace
from record.events.of_game import ClockStarted, Event, SessionClosed, SessionOpened
from record.papers.time_of_day import UNSURE
from record.store.folder import JOURNAL_NAME, PDN_NAME
from record.store.journal import Journal, fold
from record.store.tidying import FOUND_OLD
from tests.bench.live.judging import Judged, judged
from tests.bench.live.table import Table, calm

ROOT = Path(__file__).resolve().parents[3]
HOUR, DAY = timedelta(hours=1), timedelta(days=1)

SET_BACK = """
import datetime, json, sys, time
from pathlib import Path

back_s, time_s, time_ns, Real = 0, time.time, time.time_ns, datetime.datetime

class Datetime(Real):
    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(time.time(), tz)

time.time, time.time_ns = lambda: time_s() - back_s, lambda: time_ns() - back_s * 10**9
datetime.datetime = Datetime  # before anybody has imported it

import os
from pi.machine import tidying
from tests.bench.live import serving
from tests.bench.live.drawn import Grain
from tests.bench.live.players import Players
from tests.bench.live.table import calm
from tests.bench.live.truth import TruthEyes, picture
from pi.cli import main
from pi.setup.settings import Settings
from record.events.of_game import Pressed

rename = Path.replace

def written(path, target):
    made = rename(path, target)
    os.utime(made, (time.time(), time.time()))  # as the machine would have it
    return made

class Playing(Players):
    def tell(self, event, state):
        global back_s
        if isinstance(event, Pressed) and event.seq == 3:
            back_s = 3600
        super().tell(event, state)

Path.replace, serving.Players, tidying.EVERY_S = written, Playing, 0.05
eyes = TruthEyes(), lambda contents, hand: picture(contents, hand is not None)
over = lambda pressed_ns: print(json.dumps(pressed_ns), flush=True)
serving.serve_games(Path(sys.argv[1]), [calm(6), calm(6)], lambda: eyes, Grain().on, Settings(), over)
main(["forget", "--older-than", "1", "--json"])
"""


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """Of a board with three closed games: one whose pictures were kept too long, one that nobody has found to be so yet, and a new one."""
    games = tmp_path / "state" / "games"
    table = Table(games)
    table.world(calm(2)).play()
    table.close()
    now_s = time.time()
    for number, days in ((1, 40), (2, 31), (3, 0)):
        game = games / f"{number:04}"
        if number > 1:
            shutil.copytree(games / "0001", game)
        os.utime(game / PDN_NAME, (now_s - days * DAY.total_seconds(),) * 2)
    (games / "0001" / FOUND_OLD).touch()
    os.utime(games / "0001" / FOUND_OLD, (now_s - 25 * HOUR.total_seconds(),) * 2)
    return games.parent


def events_of(game: Path) -> list[Event]:
    with Journal.reader(game / JOURNAL_NAME) as journal:
        return [event for _, event in journal.since(0)]


def pictures_left(game: Path) -> list[str]:
    return sorted(path.name for path in game.glob("*/*.jpg"))


def dropped(game: Path) -> tuple[str, datetime]:
    with Journal.reader(game / JOURNAL_NAME) as journal:
        told = fold(journal).dropped
    assert told
    return told.why, datetime.fromisoformat(told.at)


def when(event: ClockStarted | SessionClosed) -> datetime:
    return datetime.fromisoformat(event.at.removesuffix(UNSURE))


def test_the_time_of_day_set_back_an_hour_changes_no_clock_no_record_and_no_picture_but_what_is_noted_for_people(state):
    began, games = datetime.now().astimezone(), sorted((state / "games").iterdir())
    environment = os.environ | {"DAMCAM_BOARD_STATE": str(state)}
    ran = subprocess.run([sys.executable, "-P", "-c", SET_BACK, str(state)], env=environment, capture_output=True, text=True, timeout=250)
    assert ran.returncode == 0, ran.stderr
    *pressed_ns, longest, long = map(json.loads, ran.stdout.splitlines())
    first, second = (state / "games" / name for name in ("0004", "0005"))
    for game, times in zip((first, second), pressed_ns, strict=True):
        assert judged(game, calm(6), times) == Judged(0, []), "moves, and clocks to the nanosecond"
        times_ns = [event.t_ns for event in events_of(game) if hasattr(event, "t_ns")]
        assert times_ns == sorted(times_ns)
    told = events_of(first)
    started, closed = (next(event for event in told if isinstance(event, kind)) for kind in (ClockStarted, SessionClosed))
    assert began - timedelta(seconds=1) < when(started)
    assert when(closed) < began - HOUR / 2, "the process did see it go back"
    opened = next(event for event in events_of(second) if isinstance(event, SessionOpened))
    assert datetime.fromisoformat(opened.about.settings.began) < began, "the second game is the later one all the same"
    assert [dropped(game)[0] for game in (*games, first)] == ["days", "closed", "closed", "closed"]
    assert dropped(games[2])[1] > dropped(first)[1], "tidying went on in the hour that came again"
    assert [pictures_left(game) for game in (*games, first)] == [[], *[["0000.jpg"]] * 3]
    assert [row["game"] for row in (longest, long)] == [str(game) for game in games[:2]], "the only ones older than a day"


def test_the_clock_of_buttons_and_camera_is_the_one_that_nobody_sets(monkeypatch):
    pace = LivePace()
    monkeypatch.setattr(time, "time", lambda: 0.0)
    monkeypatch.setattr(time, "time_ns", lambda: 0)
    now_ns = pace.now_ns()
    assert 0 <= time.monotonic_ns() - now_ns < 60 * 10**9
    assert now_ns <= pace.wait_until(now_ns + 1_000_000) - 1_000_000
