"""The page of the rounds in a real browser: an organiser beside another one, and one without a script."""

import pytest
from playwright.sync_api import expect

from tests.hub.arbiters import admit, enter, sees, sign_in
from tests.support.axe import violations
from tests.tournament.events.conftest import InMemory
from tournament.events.changes import ResultsEntered, Who
from tournament.events.event_file import append, make_event, read_event
from tournament.events.results import result_entered


@pytest.fixture
def event(tmp_path):
    """The file of an event of four players, whose first round is paired."""
    made = InMemory("A", "Jelle", "Sytske", "Ype", "Auke", name="Club")
    made.pair()
    (tmp_path / "events").mkdir()
    path = tmp_path / "events" / "club"
    opening, *changes = (row.change for row in made.rows)
    make_event(path, opening, Who("Anke"), changes)
    return path


@pytest.fixture
def server(serve, event, tmp_path):
    (tmp_path / "1").mkdir()
    return serve([tmp_path / "1"], *admit(tmp_path), "--events", str(event.parent))


def another_enters(event, game, result, *, corrects=False):
    kept = read_event(event)
    one = result_entered(kept.state, ["1", game.white, game.black, result], default=False, corrects=corrects)
    append(kept, ResultsEntered((one,)), Who("Bauke", "misread" if corrects else ""))


def test_what_another_enters_comes_row_by_row_and_a_form_that_is_open_keeps_what_it_rests_on(page, server, event):
    page.lost = "400"  # the browser reports a form that is refused
    first, second = read_event(event).state.rounds[0].games
    enter(page, server.url, "organise/club")
    another_enters(event, first, "1-0")
    sees(page, {"#game-1 .result": "1-0", "#game-2 .result": 0})
    page.locator("#game-1").get_by_role("button", name="Correct").click()
    dialog = page.locator("#opened")
    expect(dialog.get_by_role("button", name="Correct", exact=True)).to_be_enabled()
    assert violations(page, "#opened") == []
    dialog.get_by_label("Result").select_option("0-1")
    dialog.get_by_label("Reason").first.fill("the card had it wrong")
    another_enters(event, first, "draw", corrects=True)
    sees(page, {"#game-1 .result": "½-½"})
    for fault in (True, False):
        dialog.get_by_role("button", name="Correct", exact=True).click()
        if fault:
            expect(page.locator("#fault-result")).to_contain_text("Bauke has changed the event meanwhile")
            expect(dialog.get_by_label("Reason").first).to_have_value("the card had it wrong")
    sees(page, {"#opened": False, "#game-1 .result": "0-1"})
    assert read_event(event).rows[-1].who == Who("Anke", "the card had it wrong")
    page.evaluate("() => ['0-1', '1-0'].forEach((name) => document.querySelector(`#game-2 [value$='result=${name}']`).click())")
    sees(page, {"#game-2 .result": "0-1", "#told [role=alert]": 1})
    assert read_event(event).state.results[1, second.white, second.black].result == "0-1", "the second tap wants a reason"


def test_without_a_script_results_are_entered_and_corrected(server, event, browser):
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{server.url}login?next=/organise/club")
        sign_in(page, live="Connecting")
        page.locator("#game-1").get_by_role("button", name="½-½").click()
        expect(page.locator("#game-1 .result")).to_have_text("½-½")
        page.locator("#game-1").get_by_role("button", name="Correct").click()
        form = page.locator("#opened form:has([value=result])")
        form.get_by_label("Result").select_option("1-0")
        form.get_by_label("by default").check()
        form.get_by_label("Reason").fill("he came late")
        form.get_by_role("button", name="Correct").click()
        expect(page.locator("#game-1 .stands")).to_contain_text("by default")
        expect(page.locator("#opened")).to_be_hidden()
