"""What the arbiter is to hear of the second copy: a failure that lasts, once, and its end."""

from pathlib import Path

import pytest

from pi.game.copy_alerts import CopyAlerts, last_told
from pi.machine.copy_phrases import SecondCopySays
from pi.machine.copy_report import CopyReport, CopyState
from pi.machine.copy_watch import NOT_AGAIN_FOR_S, STARTS_WITHIN_S, TOLD_AFTER_S, CopyWatch
from record.events.of_game import Alerted, ClockStarted
from record.telling.remarks import COPY_AHEAD, COPY_BACK, COPY_MISSING, disk

GAME = "0007"
SAID = SecondCopySays.SILENT.said()
FAILS, WELL, STARTS = (CopyReport(state, SAID) for state in (CopyState.FAILS, CopyState.COMPLETE, CopyState.STARTS))
AHEAD = CopyReport(CopyState.AHEAD, SAID, None, GAME)


class Watched:
    """A watch whose time is turned by hand; what it said after each report."""

    def __init__(self) -> None:
        self.s = 0.0
        self.watch = CopyWatch(Path("/nowhere"), lambda: self.s)

    def after(self, seconds: float, report: CopyReport | None) -> str:
        self.s += seconds
        self.watch.see(report)
        return self.watch.amiss(GAME)


@pytest.fixture
def watched() -> Watched:
    return Watched()


def test_a_failure_is_told_once_it_lasts_and_its_end_at_once(watched: Watched) -> None:
    assert watched.after(1, WELL) == ""
    assert watched.after(1, FAILS) == ""
    assert watched.after(TOLD_AFTER_S / 2, WELL) == "", "a journal was locked for a moment"
    assert watched.after(1, FAILS) == ""
    assert watched.after(TOLD_AFTER_S, FAILS) == COPY_MISSING
    assert watched.after(1000, FAILS) == COPY_MISSING
    assert watched.after(1, WELL) == ""


def test_a_loose_plug_is_told_once_a_minute_at_most(watched: Watched) -> None:
    told, last = 0, ""
    for _ in range(100):
        for report in (FAILS, FAILS, WELL):
            now = watched.after(TOLD_AFTER_S, report)
            told, last = told + (now != last and bool(now)), now
    assert 2 <= told <= 1 + 100 * 3 * TOLD_AFTER_S / NOT_AGAIN_FOR_S


def test_a_program_that_gives_no_sign_of_life_is_a_failure_but_has_time_to_start(watched: Watched) -> None:
    assert watched.after(STARTS_WITHIN_S / 2, None) == ""
    assert watched.after(STARTS_WITHIN_S / 2, None) == ""
    assert watched.after(TOLD_AFTER_S, None) == COPY_MISSING
    assert watched.after(1, STARTS) == COPY_MISSING, "it is not complete yet"
    assert watched.after(1, WELL) == ""


def test_a_copy_that_knows_more_concerns_its_own_game(watched: Watched) -> None:
    assert watched.after(1, AHEAD) == COPY_AHEAD
    assert watched.watch.amiss("0008") == ""


def test_the_arbiter_hears_each_thing_once() -> None:
    alerts = CopyAlerts()
    heard = [alerts.news(amiss) for amiss in ("", COPY_MISSING, COPY_MISSING, "", "", COPY_MISSING, COPY_AHEAD, COPY_AHEAD, "", COPY_AHEAD)]
    assert heard == ["", COPY_MISSING, "", COPY_BACK, "", COPY_MISSING, COPY_AHEAD, "", "", ""]


def test_after_a_restart_the_end_of_a_failure_is_told_and_the_failure_not_again() -> None:
    told = ""
    for event in (Alerted(1, (disk(COPY_MISSING, "nl"),)), ClockStarted(2, "white"), Alerted(3, (disk("full", "nl"),))):
        told = last_told(told, event)
    assert told == COPY_MISSING
    assert CopyAlerts(told).news(COPY_MISSING) == ""
    assert CopyAlerts(told).news("") == COPY_BACK
    assert CopyAlerts(last_told(told, Alerted(4, (disk(COPY_BACK, "nl"),)))).news("") == ""
