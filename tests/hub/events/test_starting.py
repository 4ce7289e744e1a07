"""The hour of the start is changed after the event was made: what wants a reason, and what is told of lists of players (B 6)."""

import pytest

from hub.events.as_json import decoded, encoded
from hub.events.changes import LineUpGiven, StartChanged
from hub.events.faults import TournamentError
from hub.events.starting import start_changed, start_remarks
from hub.events.telling import change_said
from tests.hub.events.conftest import JELLE, InMemory

EIGHT = tuple(f"p{number}" for number in range(1, 9))


def clubs(start="10:00") -> InMemory:
    return InMemory("B", "a", "b", "c", "d", group="I", date="2026-11-21", start=start)


def test_the_hour_is_changed_and_taken_back():
    event = clubs()
    change = event.put(start_changed(event.state, "9.30", has_reason=False))
    assert (change, event.state.made.start) == (StartChanged("10:00", "09:30"), "09:30")
    assert decoded(*encoded(change, JELLE))[0] == change
    assert str(change_said(change)) == "start 10:00 \u2192 09:30"
    assert str(change_said(event.put(start_changed(event.state, "", has_reason=False)))) == "start 09:30 \u2192 -"
    event.undo()
    event.undo()
    assert event.state.made.start == "10:00"


@pytest.mark.parametrize(
    ("start", "text", "what"), [("10:00", "10.00", "begins at 10:00 already"), ("", " ", "has no hour"), ("", "25:00", "09:45")]
)
def test_what_is_no_other_hour_is_refused(start, text, what):
    with pytest.raises(TournamentError, match=what):
        start_changed(clubs(start).state, text, has_reason=True)


def test_lists_that_are_in_want_a_reason_and_those_too_late_for_the_new_hour_are_told():
    event = clubs()
    for team, at in (("a", "09:40"), ("b", "09:10")):
        event.put(LineUpGiven(team, tuple(f"{team}{one}" for one in EIGHT), f"2026-11-21T{at}"))
    with pytest.raises(TournamentError, match=r"which are due by the start \(B 6\); a change wants a reason"):
        start_changed(event.state, "09:30", has_reason=False)
    change = start_changed(event.state, "09:30", has_reason=True)
    (told,) = start_remarks(event.state, change)
    assert str(told).startswith("the list of a was handed in at 2026-11-21 09:40, less than a quarter of an hour before the start at 09:30")
    assert start_remarks(event.state, start_changed(event.state, "11:00", has_reason=True)) == []
    assert start_remarks(event.state, start_changed(event.state, "", has_reason=True)) == []
