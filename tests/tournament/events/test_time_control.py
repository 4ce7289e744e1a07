"""The time control of an event: that of its regulation, or the arbiter's."""

from datetime import datetime

import pytest

from tests.support.says import says
from tests.tournament.events.conftest import InMemory, refuses
from tournament.events.act import Event
from tournament.events.changes import Entrant, EventMade
from tournament.events.time_control import TIME_CONTROL, EventTime, TimeOfEvent, time_of_event, time_of_regulation

SAME = "the event has the time control {control} already, and nothing would change"


@pytest.mark.parametrize(
    ("competition", "in_class", "entries", "notation", "article"),
    [
        ("A", "EK", 8, "", ""),
        ("B", "", 3, "", ""),
        ("B", "", 4, "90m", "B Art. 4"),
        ("B", "", 6, "45m", "B Art. 4"),
        ("B", "", 7, "30m", "B Art. 4"),
        ("C", "KK", 8, "80m+60s", "C Art. 3"),
        ("C", "RHAA", 0, "80m+60s", "C Art. 3"),
        ("D", "HA", 12, "90m", "D Art. 2"),
        ("D", "3", 12, "40m", "D Art. 2"),
        ("E", "junioren", 4, "90m", "E Art. 2"),
        ("E", "", 4, "", ""),
        ("F", "", 20, "10m", "F Art. 2"),
        ("G", "1", 4, "", ""),
    ],
)
def test_what_the_regulation_prescribes(competition, in_class, entries, notation, article):
    assert time_of_regulation(EventMade(competition, in_class), entries) == EventTime(notation, article)


def change(event, control, reason=None):
    """Make the change; what it answers as JSON would."""
    decided = TIME_CONTROL.decide(Event(event.state, event.rows, datetime(2026, 11, 21)), TimeOfEvent(control, reason))
    event.put(decided.change)
    return time_of_event(event.state)


def test_another_time_control_wants_a_reason_and_an_empty_one_goes_back(kk):
    assert time_of_event(kk.state) == EventTime("80m+60s", "C Art. 3")
    refuses(says("{article} prescribes {control}", control="80m+60s"), change, kk, "60m")
    assert change(kk, "1h", "the hall closes") == EventTime("60m", "")
    refuses(says(SAME, control="60m"), change, kk, "60m", "again")
    refuses(says("ControlFault.not-one"), change, kk, "soon", "again")
    assert change(kk, "") == EventTime("80m+60s", "C Art. 3")
    refuses(says(SAME, control="80m+60s"), change, kk, "KK")


def test_that_of_the_regulation_follows_the_teams_that_enter():
    club = InMemory("B", "a", "b", "c", "d", group="I")
    assert time_of_event(club.state).notation == "90m"
    change(club, "60m", "late")
    change(club, "90m")
    club.enter(Entrant("e"))
    assert time_of_event(club.state).notation == "45m"


def test_where_none_is_prescribed_no_reason_is_wanted():
    event = InMemory("A", "a", "b", "c")
    assert time_of_event(event.state).notation == ""
    assert change(event, "20m").notation == "20m"
