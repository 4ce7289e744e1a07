"""The page of the entries: the forms that correct an entry and take the list of players of a team, and both in Chromium."""

from dataclasses import replace
from io import BytesIO

import pytest
from playwright.sync_api import expect

from hub.access.accounts import Account, Accounts, Role
from hub.app import EVENTS, SignIn, create_app
from hub.boards.board import Boards
from hub.events.appeals import appeal_entered, commission_seated
from hub.events.changes import Entrant, EntrantsEntered, EventMade, Who
from hub.events.contest_changes import ConditionFound, ProblemEntered
from hub.events.event_file import make_event, read_event
from tests.hub.arbiters import admit, sign_in
from tests.hub.conftest import KEPT
from tests.hub.events.conftest import InMemory
from tests.hub.events.test_appeals import CHAIRS, GIVEN, MEMBERS
from tests.hub.organiser.test_championship_page import PHONE, is_well
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


def test_semicolons_of_a_spreadsheet_are_nothing_to_tell(anke):
    listed = {"file": (BytesIO(b"naam;klup\nFemke Dykstra;Snits\n"), "list.csv")}
    page = anke.act("list", "club/entries", **listed).text
    assert "1 entry: Femke Dykstra" in page
    assert "semicolons" not in page


def test_who_changed_the_event_meanwhile_is_told(anke):
    answer = anke.act("correct", "club/entries", rows=1, correct="p1", name="Jelle")
    assert "Anke has changed the event meanwhile" in answer.text
    assert anke.event().state.entrants[0].name == "Jelle de Vries"


def test_an_operator_sees_no_form_and_corrects_nothing(app, anke):
    durk = Organiser(app, "Durk")
    assert 'id="correct"' not in durk.see("club/entries?correct=p1").text
    assert correct(durk).status_code == 403


def test_who_is_too_old_for_the_youth_or_has_no_date_of_birth_has_a_sign_in_the_list(anke):
    youth = {"competition": "E", "class": "pupillen", "name": "Jeugd", "date": "2026-11-21"}
    anke.send("", **youth)
    for name, born in (("Jonge Jan", "2016-05-01"), ("Alde Aukje", "2009-08-31"), ("Nimmen Nynke", "")):
        anke.send("jeugd/entries", act="enter", name=name, born=born)
    page = anke.see("jeugd/entries").text
    assert '<td class="name">Alde Aukje <small class="sign">17 on 1 September 2026: too old (E 4)</small></td>' in page
    assert '<td class="name">Nimmen Nynke <small class="sign">no date of birth (E 4)</small></td>' in page
    assert '<td class="name">Jonge Jan</td>' in page
    assert 'class="sign"' not in anke.see("club/entries").text


FOUR = ["Jelle", "Sytske", "", "Ype"]


@pytest.fixture
def fours(app, tmp_path):
    """An event of teams of four."""
    Organiser.folder = tmp_path / "events"
    organiser = Organiser(app)
    organiser.make(competition="G", date="2026-11-21", start="10:00")
    return organiser


def hand_in(fours, team="p1", players=FOUR, **more):
    return fours.act("line-up", "club/entries", team=team, player=players, **more)


def test_a_list_of_players_is_taken_and_shown_with_its_time(fours):
    answer = hand_in(fours, at="09:40")
    assert "<td>1 Jelle, 2 Sytske, 3 -, 4 Ype</td><td>2026-11-21 09:40</td>" in answer.text
    assert fours.event().state.line_ups["p1"].players == ("Jelle", "Sytske", "", "Ype")
    assert 'name="player" maxlength="100" value="Ype"' in fours.see("club/entries?team=p1").text


def test_a_list_that_is_refused_is_told_and_stays_in_the_form(fours):
    hand_in(fours)
    fours.act("pair")
    answer = hand_in(fours, players=FOUR[::-1])
    assert answer.status_code == 400
    assert "the order of Jelle de Vries holds for all rounds (B 6); the arbiter changes it with a reason" in answer.text
    assert "--reason" not in answer.text
    assert answer.text.index('value="Ype"') < answer.text.index('value="Jelle"')
    assert hand_in(fours, players=FOUR[::-1], reason="siik").status_code == 200
    assert fours.event().rows[-1].who.why == "siik"


def test_the_hub_prints_the_forms_of_the_matches(fours):
    fours.act("pair")
    hand_in(fours)
    page = fours.see("club/print/slips?round=1").text
    assert "Captain of Jelle de Vries" in page
    assert "<td>Sytske</td>" in page


def test_an_event_of_players_has_no_lists(anke):
    assert "Lists of players" not in anke.see("club/entries?team=p1").text
    assert anke.act("line-up", "club/entries", team="p1", player=FOUR).status_code == 400


def test_a_late_list_in_b_is_told(app, tmp_path):
    Organiser.folder = tmp_path / "events"
    organiser = Organiser(app)
    organiser.make(competition="B", group="I", date="2026-11-21", start="10:00")
    answer = hand_in(organiser, players=[*FOUR, *[""] * 4], at="09:50")
    assert "less than a quarter of an hour before the start at 10:00 (B 6); the arbiter decides" in answer.text


def make_others(folder):
    """An event of E with an appeal that waits for its verdict, and a contest with a problem."""
    youth = InMemory("E", in_class="pupillen", name="Jeugd")
    youth.enter(*(Entrant(f"spiler{number}", f"Spiler van der Meulen {number}", "Ljouwert") for number in range(1, 7)))
    youth.pair()
    game = youth.state.rounds[0].games[0]
    given = replace(GIVEN, party=game.white)
    youth.put(appeal_entered(youth.state, ("1", game.white, game.black), given))
    youth.put(commission_seated(youth.state, 1, MEMBERS, CHAIRS))
    made, *changes = (row.change for row in youth.rows)
    make_event(folder / "jeugd", made, Who("Anke"), changes)
    en_prise = ConditionFound("2 B.4", "no-black-piece-en-prise", "broken", (23,))
    problem = ProblemEntered("p1", "Sytske", "W:W28:B23:H0:F1", "28x19", (en_prise,))
    make_event(folder / "problemen", EventMade("H", name="Problemen"), Who("Anke"), (problem,))


def look_at_the_others(page, server):
    """Pages with long forms fit a telephone; tables that are wider than it show that they scroll."""
    for path in ("jeugd/appeals", "problemen", "jeugd/entries", "jeugd/standings"):
        page.goto(f"{server.url}organise/{path}")
        expect(page.locator("#status")).to_have_attribute("data-state", "live")
        is_well(page, path)
        wide = page.locator(".wide-table")
        for at in range(wide.count()):
            assert "gradient" in wide.nth(at).evaluate("(table) => getComputedStyle(table).backgroundImage")


def test_an_arbiter_corrects_an_entry_and_enters_a_list_in_the_browser(browser, serve, tmp_path):
    (tmp_path / "state").mkdir()
    folder = tmp_path / "events"
    folder.mkdir()
    teams = tuple(Entrant(id, name) for id, name in (("a", "De Oldehove"), ("b", "Damclub Snits"), ("c", "Drachten"), ("d", "Grou")))
    make_event(folder / "fjouwer", EventMade("G", name="Fjouwertallen"), Who("Anke"), (EntrantsEntered(teams),))
    make_others(folder)
    server = serve([tmp_path / "state"], *admit(tmp_path), "--events", str(folder))
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce", locale="en-GB")
    page = context.new_page()
    page.goto(server.url + "organise/fjouwer/entries")
    sign_in(page)
    page.get_by_role("link", name="Correct, Damclub Snits").click()
    is_well(page, "correct")
    form = page.locator("#correct")
    expect(form.get_by_label("Name")).to_have_value("Damclub Snits")
    form.get_by_label("Club").fill("Snits")
    form.get_by_role("button", name="Correct").click()
    expect(page.locator("[data-good]")).to_contain_text("club - → Snits")
    page.get_by_role("link", name="Enter the list, De Oldehove").click()
    form = page.locator("#line-up")
    for board in (1, 2, 4):
        form.get_by_label(f"Board {board}").fill(f"Spiler {board}")
    is_well(page, "line-up")
    form.get_by_role("button", name="Enter the list").click()
    expect(page.locator("main")).to_contain_text("1 Spiler 1, 2 Spiler 2, 3 -, 4 Spiler 4")
    look_at_the_others(page, server)
    context.close()
    state = read_event(folder / "fjouwer").state
    assert (state.by_id["b"].club, state.line_ups["a"].players) == ("Snits", ("Spiler 1", "Spiler 2", "", "Spiler 4"))
