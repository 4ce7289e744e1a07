"""The page of the entries: the form that corrects an entry."""

import pytest

from hub.access.accounts import Account, Accounts, Role
from hub.app import EVENTS, SignIn, create_app
from hub.boards.board import Boards
from tests.hub.conftest import KEPT
from tests.hub.organiser.test_events_at_hub import Organiser


@pytest.fixture
def app(tmp_path):
    """A hub without boards, with an arbiter and an operator."""
    (tmp_path / "events").mkdir()
    (tmp_path / "state").mkdir()
    accounts = Accounts(tmp_path / "arbiters.json")
    accounts.put(Account("Anke", Role.ARBITER, KEPT))
    accounts.put(Account("Durk", Role.OPERATOR, KEPT))
    served = Boards.of_states([tmp_path / "state"])
    app = create_app(served, sign_in=SignIn(b"k" * 64, accounts.path, events=tmp_path / "events"))
    yield app
    served.stop()
    app.extensions[EVENTS].stop()


@pytest.fixture
def anke(app, tmp_path):
    Organiser.folder = tmp_path / "events"
    organiser = Organiser(app)
    organiser.make()
    return organiser


def correct(anke, id="p1", **given):
    fields = {"name": "Jelle de Vries", "club": "Drachten", "class": "", "born": "2014-09-01"} | given
    return anke.act("correct", "club/entries", correct=id, **fields)


def test_a_form_shows_the_entry_as_it_is_and_corrects_it(anke):
    page = anke.see("club/entries?correct=p1").text
    assert 'name="name" maxlength="100" value="Jelle de Vries"' in page
    answer = correct(anke, name="Jelle de Boer", reason="skriuwflater")
    assert "entry of Jelle de Vries corrected: name Jelle de Vries → Jelle de Boer" in answer.text
    row = anke.event().rows[-1]
    assert (row.who.by, row.who.why, anke.event().state.entrants[0].name) == ("Anke", "skriuwflater", "Jelle de Boer")
    anke.act("undo", "club/log")
    assert anke.event().state.entrants[0].name == "Jelle de Vries"


def test_what_is_refused_is_told_and_the_form_keeps_it(anke):
    anke.act("pair")
    answer = correct(anke, **{"class": "HA"})
    assert answer.status_code == 400
    assert "the class of Jelle de Vries counts in it (A 3); a correction of it wants a reason" in answer.text
    assert "--reason" not in answer.text
    assert "<option selected>HA</option>" in answer.text
    assert correct(anke, id="nimmen").status_code == 400


def test_who_changed_the_event_meanwhile_is_told(anke):
    answer = anke.act("correct", "club/entries", rows=1, correct="p1", name="Jelle")
    assert "Anke has changed the event meanwhile" in answer.text
    assert anke.event().state.entrants[0].name == "Jelle de Vries"


def test_an_operator_sees_no_form_and_corrects_nothing(app, anke):
    durk = Organiser(app, "Durk")
    assert 'id="correct"' not in durk.see("club/entries?correct=p1").text
    assert correct(durk).status_code == 403
