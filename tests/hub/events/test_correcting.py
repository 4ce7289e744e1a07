"""Corrections of entries: what changes, what stays, and what wants a reason."""

import pytest

from hub.events.changes import Entrant
from hub.events.correcting import corrected
from hub.events.drawing import drawn
from hub.events.faults import TournamentError
from hub.events.telling import change_said
from tests.hub.events.conftest import InMemory

JELE = Entrant("j", "Jele de Vries", club="Grou", in_class="2", born="2014-09-01", number=1, rating=900)


def correct(event, *, has_reason=False, **given):
    return event.put(corrected(event.state, "j", {name.removeprefix("in_"): text for name, text in given.items()}, has_reason=has_reason))


def refused(event, id="j", **given):
    with pytest.raises(TournamentError) as wrong:
        corrected(event.state, id, {name.removeprefix("in_"): text for name, text in given.items()}, has_reason=False)
    return str(wrong.value)


@pytest.fixture
def event(request):
    event = InMemory("A")
    event.enter(JELE, Entrant("s", "Sytske", club="Grou"), Entrant("y"), Entrant("a"))
    return event


def test_a_field_changes_and_the_others_stay(event):
    told = correct(event, name="Jelle  de Vries", born="2-9-2014")
    assert event.state.entrants[0] == Entrant("j", "Jelle de Vries", "Grou", "2", "2014-09-02", 1, 900)
    assert str(change_said(told)) == ("entry of j corrected: name Jele de Vries → Jelle de Vries; born 2014-09-01 → 2014-09-02")


def test_an_empty_text_takes_the_club_away_and_taking_back_gives_it_again(event):
    assert str(change_said(correct(event, club="", in_class="HA"))) == "entry of j corrected: club Grou → -; class 2 → HA"
    assert (event.state.entrants[0].club, event.state.entrants[0].in_class) == ("", "HA")
    event.undo()
    assert event.state.entrants[0] == JELE


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "nothing is corrected: give --name, --club, --class or --born"),
        ({"club": "Grou", "name": "Jele de Vries "}, "j has entered like that already, and nothing would change"),
        ({"name": " "}, "name is empty"),
        ({"in_class": "4"}, "class is '4'; the classes are EK, KK, HAA, RHAA, HA, 1, 2, 3"),
        ({"born": "2014-02-30"}, "born is '2014-02-30'; a date such as 2014-09-01 was expected"),
        ({"club": "x; =A1"}, "club is 'x; =A1'; a spreadsheet may take what follows the semicolon for a formula"),
        ({"club": "=A1"}, "club is '=A1'; it would be a formula in a spreadsheet, because it begins with ="),
        (
            {"name": "sytske", "born": ""},
            "sytske has entered already as s; two people of one name differ by their club or their date of birth",
        ),
    ],
)
def test_what_cannot_be_is_refused(event, given, said):
    assert refused(event, **given) == said


def test_an_unknown_id_is_refused(event):
    assert refused(event, "x", club="Grou") == "nobody here has the id 'x'"


@pytest.mark.parametrize(
    ("competition", "in_class", "field", "text", "article"),
    [
        ("A", "", "class", "1", "A 3"),
        ("D", "2", "class", "1", "D 4"),
        ("E", "jeugd", "class", "1", "E 4"),
        ("E", "jeugd", "born", "2012-01-01", "E 4"),
    ],
)
def test_what_the_draw_rests_on_wants_a_reason_after_it_and_none_before(competition, in_class, field, text, article):
    event = InMemory(competition, in_class=in_class)
    event.enter(JELE, Entrant("s"), Entrant("y"), Entrant("a"))
    correct(event, **{field: text})
    event.undo()
    event.put(drawn(event.state, 7))
    assert refused(event, **{field: text}).endswith(f"counts in it ({article}); a correction of it wants a reason: --reason")
    correct(event, club="Drachten", name="Jelle")
    correct(event, has_reason=True, **{field: text})
    assert event.state.entrants[0] != JELE


def test_the_class_of_one_who_is_paired_in_c_is_no_matter_of_the_draw():
    event = InMemory("C", in_class="KK")
    event.enter(JELE, *(Entrant(f"p{number}") for number in range(2, 9)))
    event.pair()
    correct(event, in_class="HA")
    assert event.state.entrants[0].in_class == "HA"
