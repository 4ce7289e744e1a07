"""The evening page in a real browser, over one board with its own service and one without: lists, names, and two arbiters at once."""

import re

import pytest
from playwright.sync_api import expect

from record.decisions.arbitration import Decision
from tests.hub.arbiters import AT_ONCE, LAPTOP, PHONE, admit, enter, sees, sign_in, sleep, wake
from tests.support.axe import violations
from tests.support.waiting import wait_until


@pytest.fixture
def server(serve, seat, tmp_path):
    (tmp_path / "2").mkdir()
    return serve([seat.state, tmp_path / "2"], *admit(tmp_path))


def is_accessible(page, within):
    assert violations(page, within) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is cut off"


def store(dialog, **values):
    for label, value in values.items():
        dialog.get_by_label(label.replace("_", " "), exact=label != "Reason").fill(value)
    dialog.get_by_role("button", name="Store").click()


def gives(page, text):
    page.locator("#list-text").fill(text)
    page.get_by_role("button", name="Give these names").click()


def corrects_a_list_until_it_is_taken(page):
    sees(page, {"#board-2 .phase": "No word from it"})
    gives(page, "bord;wit;zwart\n1;Ype Bouma;J\u00e2nt Wiersma\n7;A;B\n")
    sees(page, {"#list-faults li": 1})
    is_accessible(page, "main")
    page.locator("#list-round").fill("5")
    gives(page, "1;Ype Bouma;J\u00e2nt Wiersma")
    taken = {"#told-list li": re.compile("J\u00e2nt Wiersma"), "#board-1 .players": re.compile("Ype Bouma")}
    sees(page, {"#list-faults": "", **taken})


FILL = "(told) => told.append(...Array.from({ length: 30 }, () => Object.assign(document.createElement('li'), { textContent: 'Board' })))"


TAPPED_TWICE = """() => new Promise((resolve) => {
  const watching = new MutationObserver(() => {
    const answer = document.querySelector("#asked[open] #asked-yes");
    if (!answer) return;
    watching.disconnect();
    answer.click();
    resolve();
  });
  watching.observe(document, { subtree: true, childList: true, attributes: true });
  document.querySelector("#board-1 [name=next]").click();
})"""
"""Taps the button, and the answer in the moment in which the question comes up under the finger."""


def keeps_its_room_on_a_low_screen(page):
    told, seen, size = page.locator("#told"), page.get_by_role("button", name="Seen"), page.viewport_size
    assert seen.evaluate("(button) => button.offsetHeight < 48"), "its label stands on one line"
    page.set_viewport_size({"width": 740, "height": 375})
    page.locator("#told-list").evaluate(FILL)
    assert told.bounding_box()["height"] < 110
    told.evaluate("(told) => told.scrollTo(0, told.scrollHeight)")
    expect(seen).to_be_in_viewport(ratio=1)
    seen.click()
    sees(page, {"#told": False})
    page.set_viewport_size(size)


def corrects_names_and_starts(page, seat):
    seat.set_up()
    sees(page, {"#count": "1 of 2 ready"})
    dialog = page.get_by_role("dialog")
    page.get_by_role("button", name="Names, board 1").click()
    expect(dialog.get_by_label("White")).to_be_focused()
    is_accessible(page, "#names")
    store(dialog, White="Jele", Time_control="soon")
    sees(page, {"#names-fault": re.compile("Not done: .*'soon'")})
    store(dialog, Time_control="30m")
    sees(page, {"#names": False, "#board-1 .known": re.compile("30m"), "#count": "1 of 2 ready"})


def ends_and_goes_on(page, seat):
    """A game that is over asks why its names are corrected, and is closed when that is confirmed."""
    page.get_by_role("button", name="Start the clock, board 1").click()
    sees(page, {"#count": "1 of 2 playing"})
    seat.say(Decision(0, "end", "Anke", result="0-1", article="20.2"))
    sees(page, {"#count": "1 of 2 over"})
    over = page.get_by_role("dialog")
    page.get_by_role("button", name="Correct the names, board 1").click()
    store(over, White="Jelle de Vries")
    expect(over).to_be_visible()
    store(over, Reason="the card had it wrong")
    sees(page, {"#names": False, "#board-1 .players": re.compile("Jelle de Vries")})
    seat.clear()
    page.evaluate(TAPPED_TWICE)
    sees(page, {"#asked-text": re.compile("Jelle de Vries")})
    expect(page.get_by_role("button", name="Never mind")).to_be_focused()
    page.get_by_role("button", name="Never mind").click()
    assert not seat.now.closed
    page.get_by_role("button", name="Next game, board 1", exact=True).click()
    sees(page, {"#asked[open]": True})
    page.locator("#asked-yes").evaluate(AT_ONCE)
    sees(page, {"#board-1 summary": "1 earlier game"})
    page.get_by_text("1 earlier game").click()
    sees(page, {"#board-1 .before li": re.compile("Black wins"), "#board-1 .players": re.compile("^(?!.*Jelle)")})
    is_accessible(page, "#boards")


def test_an_evening_of_a_board(page, server, seat, browser):
    page.lost = "400"  # the browser reports a list that is refused
    enter(page, server.url, "evening")
    corrects_a_list_until_it_is_taken(page)
    keeps_its_room_on_a_low_screen(page)
    corrects_names_and_starts(page, seat)
    with browser.new_context() as operators:
        looks_on = enter(operators.new_page(), server.url, "evening", "Durk")
        sees(looks_on, {"#board-1 .phase": re.compile("Ready"), "#boards > li": 2, "main button, main form, dialog": 0})
    ends_and_goes_on(page, seat)


def test_without_a_script_an_arbiter_gives_names_corrects_them_and_starts_the_clock(server, seat, browser):
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{server.url}login?next=/evening")
        sign_in(page, live="Connecting")
        page.locator("#list-round").fill("5")
        content = "1;J\u00e2nt;Auke\n7;A;B"
        page.locator("#list-file").set_input_files({"name": "r.csv", "mimeType": "text/csv", "buffer": content.encode("cp1252")})
        page.get_by_role("button", name="Give these names").click()
        expect(page.locator("#list-faults li")).to_have_count(1)
        expect(page.locator("#list-text")).to_have_value(content)
        expect(page.locator("#list-round")).to_have_value("5")
        gives(page, "1;J\u00e2nt;Auke")
        expect(page.locator("#told-list li")).to_contain_text("White is J\u00e2nt")
        page.get_by_role("button", name="Names, board 1").click()
        store(page.get_by_role("dialog"), Black="Sytske", Time_control="soon")
        expect(page.locator("#names-fault")).to_contain_text("'soon'")
        store(page.get_by_role("dialog"), Time_control="30m")
        expect(page.locator("#board-1 .players")).to_have_text(re.compile("J\u00e2nt . Sytske"))
        seat.set_up()
        start = page.get_by_role("button", name="Start the clock, board 1")
        wait_until(lambda: page.goto(f"{server.url}evening") and start.count())
        start.click()
        expect(page.locator("#told-list li")).to_contain_text("White's clock runs")


def test_a_file_that_is_chosen_before_the_scripts_are_there_is_read_once_they_are(page, server):
    enter(page, server.url, "evening")
    held = []
    page.route(re.compile(r"/evening/main\.js$"), lambda route: held.append(route))
    page.reload(wait_until="commit")
    wait_until(lambda: page.evaluate("true") and held)
    page.locator("#list-file").set_input_files({"name": "r.csv", "mimeType": "text/csv", "buffer": b"1;Ype Bouma;Auke"})
    expect(page.locator("#list-text")).to_have_value("")
    held.pop().continue_()
    expect(page.locator("#list-text")).to_have_value("1;Ype Bouma;Auke")


def anke_corrects(page, **values):
    """Another arbiter corrects these, at a page of his own; the account is one."""
    token = page.locator("input[name=token]").first.get_attribute("value")
    answer = page.context.request.post(page.url, form={"token": token, "act": "names", "board": "1", "game": "0001", **values})
    assert answer.ok, answer.text()


def test_neither_of_two_arbiters_undoes_what_the_other_corrected_without_knowing_it(open_desk):
    """The account is one. Bauke's list would put back what Anke has corrected since it was opened; of the dialog: journeys/test_hall.py."""
    bauke = open_desk(LAPTOP, "evening")
    anke_corrects(bauke, white="Ype", time_control="10m")
    sees(bauke, {"#board-1 .known": re.compile("10m")})
    gives(bauke, "1;Ipe;Auke")
    sees(bauke, {"#list-faults li": re.compile("White is Ype now"), "#board-1 .players": re.compile("^(?!.*Auke)")})
    offered = bauke.locator("#list-event")
    anke_corrects(bauke, event="Cup")
    sees(bauke, {"#board-1 .known": re.compile("Cup")})
    assert offered.input_value() == "Cup"
    offered.fill("")
    anke_corrects(bauke, event="Kup")
    sees(bauke, {"#board-1 .known": re.compile("Kup")})
    assert offered.input_value() == "", "what was typed there stays"
    for white in ("Ipe", "Ipe B."):
        gives(bauke, f"1;{white};Auke")
        sees(bauke, {"#board-1 .players": re.compile(f"{white} . Auke"), "#list-faults": ""})


def test_a_telephone_that_slept_keeps_the_names_that_were_typed_and_on_what_they_rest(open_desk):
    phone = open_desk(PHONE, "evening")
    phone.get_by_role("button", name="Names, board 1").click()
    typed = phone.get_by_role("dialog").get_by_label("White")
    typed.fill("Ipe")
    sleep(phone)
    anke_corrects(phone, white="Ype", time_control="10m")
    wake(phone)
    sees(phone, {"#status": "Live", "#board-1 .known": re.compile("10m"), "#names[open]": True})
    assert (typed.input_value(), phone.locator("[name=was-white]").input_value()) == ("Ipe", "")
    store(phone.get_by_role("dialog"))
    sees(phone, {"#names-fault": re.compile("Ype"), "#board-1 .players": re.compile("Ype")})
    assert typed.input_value() == "Ipe"
    store(phone.get_by_role("dialog"))
    sees(phone, {"#names[open]": 0, "#board-1 .players": re.compile("Ipe")})
