"""The time of day beside what somebody rules: noted for that alone, and with a mark where no time server set the clock."""

from datetime import datetime

import pytest

from pi.game.keeping import Keeper
from pi.game.writing import Telling, Writing
from pi.machine import time_of_day
from record.events.of_game import ClockStarted, ClockStopped, SessionOpened
from record.papers.time_of_day import read
from record.store.journal import Journal

AT = "2026-11-21T18:43:05+01:00"


def test_it_is_kept_with_what_somebody_rules_and_with_nothing_else(tmp_path):
    with Journal.create(tmp_path / "journal.sqlite") as journal:
        keeper = Keeper(Writing(journal, time_of_day=lambda: AT), Telling(lambda _event, _state: None))
        for event in (
            SessionOpened("frisian", 10, "W:W29,50:B23,1", "80m", 1, 1),
            ClockStarted(0, "white"),
            ClockStopped(1, 1, 1, "Anke"),
        ):
            keeper.keep(event, 0)
        _, (_, started), (_, stopped) = journal.since(0)
    assert (started.at, stopped.at) == ("", AT)


@pytest.mark.parametrize("is_set", [True, False])
def test_it_is_now_and_known_to_be_right_where_a_time_server_set_the_clock(tmp_path, monkeypatch, is_set):
    monkeypatch.setattr(time_of_day, "SET_BY_A_SERVER", tmp_path if is_set else tmp_path / "gone")
    at, known = read(time_of_day.noted())
    assert known is is_set
    assert abs(datetime.now().astimezone() - at).total_seconds() < 10
