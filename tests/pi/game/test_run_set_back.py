"""The time of day goes back an hour in the middle of a game: a service in a process of its own, and all that the machine tells it."""

import json
import subprocess
import sys
from datetime import datetime, timedelta
from pathlib import Path

from record.events.of_game import ClockStarted, Event, SessionClosed, SessionOpened
from record.papers.time_of_day import UNSURE
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal
from tests.support.live.judging import Judged, judged
from tests.support.live.table import calm

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

from tests.support.live import serving
from vision.camera.drawn import Grain
from tests.support.live.players import Players
from tests.support.live.table import calm
from tests.support.live.truth import TruthEyes, picture
from pi.setup.settings import Settings
from record.events.of_game import Pressed

class Playing(Players):
    def tell(self, event, state):
        global back_s
        if isinstance(event, Pressed) and event.seq == 3:
            back_s = 3600
        super().tell(event, state)

serving.Players = Playing
eyes = TruthEyes(), lambda contents, hand: picture(contents, hand is not None)
over = lambda pressed_ns: print(json.dumps(pressed_ns), flush=True)
serving.serve_games(Path(sys.argv[1]), [calm(6), calm(6)], lambda: eyes, Grain().on, Settings(), over)
"""


def events_of(game: Path) -> list[Event]:
    with Journal.reader(game / JOURNAL_NAME) as journal:
        return [event for _, event in journal.since(0)]


def when(event: ClockStarted | SessionClosed) -> datetime:
    return datetime.fromisoformat(event.at.removesuffix(UNSURE))


def test_the_time_of_day_set_back_an_hour_changes_no_clock_and_no_record_but_what_is_noted_for_people(system, tmp_path):
    ran = subprocess.run([sys.executable, "-P", "-c", SET_BACK, str(tmp_path)], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    first, second = (tmp_path / "games" / name for name in ("0001", "0002"))
    for game, line in zip((first, second), ran.stdout.splitlines(), strict=True):
        assert judged(game, calm(6), json.loads(line)) == Judged(0, []), "moves, and clocks to the nanosecond"
        times_ns = [event.t_ns for event in events_of(game) if hasattr(event, "t_ns")]
        assert times_ns == sorted(times_ns)
    told = events_of(first)
    started, closed = (next(event for event in told if isinstance(event, kind)) for kind in (ClockStarted, SessionClosed))
    assert when(closed) < when(started) - HOUR / 2, "the process did see it go back"
    opened = next(event for event in events_of(second) if isinstance(event, SessionOpened))
    assert datetime.fromisoformat(opened.about.settings.began) < when(started), "the second game is the later one all the same"
