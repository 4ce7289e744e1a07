"""A hall over a real broker: names and rulings given on a telephone at the hub, and carried out at the boards."""

import re
import time

from msgspec.structs import replace
from playwright.sync_api import expect

from pi.checks.readiness import Readiness
from pi.setup.settings import Settings
from record.decisions import next_game
from record.decisions.words import PrepareGame
from record.events.about import About
from record.events.of_game import Arbitrated
from record.events.of_record import Described
from tests.hub.arbiters import admitted
from tests.support.axe import violations
from tests.support.waiting import wait_until
from vision.camera.ring import Ring


def dialog_of(page):
    page.get_by_role("button", name="Correct the names, board 1").click()
    return page.get_by_role("dialog")


def store(dialog, **values):
    for label, value in values.items():
        dialog.get_by_label(label).fill(value)
    dialog.get_by_role("button", name="Store").click()


def correct_names_at_both(hall, at_board, at_hub):
    """What was corrected at the board is not undone at the hub."""
    theirs = dialog_of(at_hub)
    own = dialog_of(at_board)
    store(own, White="Jelle de Vries")
    expect(own).to_be_hidden()
    store(theirs, Black="Sytske Hoekstra")
    expect(theirs).to_be_hidden()
    hall.becomes_whole()
    expect(at_hub.locator("#board-1 .players")).to_have_text(re.compile("Jelle de Vries . Sytske Hoekstra"))
    theirs = dialog_of(at_hub)
    own = dialog_of(at_board)
    store(own, White="J. de Vries")
    expect(own).to_be_hidden()
    store(theirs, White="Jelle")
    expect(theirs.get_by_role("alert")).to_contain_text("J. de Vries")
    told = [event.about.tags.told for event in hall.boards["1"].events(Described)]
    assert told == [{"white": "Jelle de Vries"}, {"black": "Sytske Hoekstra"}, {"white": "J. de Vries"}]
    store(theirs)
    expect(theirs).to_be_hidden()
    assert hall.boards["1"].events(Described)[-1].about.tags.told == {"white": "Jelle"}


def prepare_the_next_game(hall, at_hub):
    """Its names are shown at the hub until it begins."""
    state, put = hall.boards["1"].state, hall.boards["1"].service.socket.put
    readiness = Readiness(state, Ring(wait_s=0.0), Settings(), put, time.monotonic_ns, time.monotonic_ns)
    word = PrepareGame("Anke", "0002", About.of({"white": "Ype Bouma", "black": "Auke"}))
    for prepared in (word, replace(word, about=About.of({"white": "Ype"}))):
        next_game.keep(state, prepared)
    put(readiness.status())
    expect(at_hub.locator("#board-1 .prepared")).to_contain_text("Ype \u2013 Auke")
    next_game.drop(state, "0002")
    put(readiness.status())
    expect(at_hub.locator("#board-1 .prepared")).to_have_count(0)


def test_names_and_an_alert_are_ruled_on_a_telephone_at_the_hub(hall, serve, window):
    broker, one, two = hall.broker, hall.boards["1"], hall.boards["2"]
    hub = serve([hall.state("1"), hall.state("2")], *admitted(broker.hall.folder))
    board = serve([one.state], "--lone", "--secret-key", str(one.state / "secret_key"), "--arbiters", str(one.accounts))
    at_board, at_hub = window(board.url, "evening"), window(hub.url, "evening")
    correct_names_at_both(hall, at_board, at_hub)
    prepare_the_next_game(hall, at_hub)
    phone = at_hub
    phone.goto(f"{hub.url}desk")
    expect(phone.locator("#nothing")).to_have_text("Nothing is open.")
    two.fault()
    alert = phone.locator("#alerts > li")
    expect(alert).to_contain_text("Board 2")
    phone.get_by_role("button", name="I take it").click()
    expect(alert).to_contain_text("Seen by Anke.")
    assert violations(phone) == []
    alert.get_by_role("link").click()
    expect(phone).to_have_url(re.compile(r"/desk/2#alert-"))
    expect(phone.get_by_alt_text("Picture after")).to_be_visible()
    phone.locator(".alert details.more > summary").click()
    phone.locator(".kept a").first.click()
    expect(phone.get_by_alt_text("Picture frames/0002.jpg")).to_be_visible()
    phone.locator(".kept a").nth(1).click()
    expect(phone.locator("figure.away").last).to_contain_text("No picture: the board has no such picture any more")
    (dossier,) = [link.get_attribute("href") for link in phone.locator(".dossier a").all()]
    assert re.search("[12] of 4 are not here yet", phone.request.get(f"{hub.url}{dossier[1:]}").text())
    wait_until(lambda: phone.request.get(f"{hub.url}{dossier[1:]}?asked=1").text().count("data:image/jpeg") == 3)
    phone.locator(".alert").get_by_role("button", name="Restore").click()
    two.service.free.clear()
    phone.locator("#ask").get_by_role("button", name="Confirm").click()
    expect(phone.locator("#on-its-way")).to_have_text("On its way to the board: Restore, by Anke")
    expect(phone.locator("#feedback")).to_be_hidden()
    again = phone.context.new_page()  # as after a reload, or as another arbiter sees it
    again.goto(f"{hub.url}desk/2")
    expect(again.locator("#on-its-way")).to_have_text("On its way to the board: Restore, by Anke")
    expect(again.locator(".alert").get_by_role("button", name="Let stand")).to_be_disabled()
    two.service.free.set()
    expect(phone.locator("#told")).to_have_text("Done: Restore")
    expect(again.locator("#on-its-way")).to_have_text("Carried out at the board: Restore, by Anke")
    again.close()
    expect(phone.locator("#on-its-way")).to_contain_text("Carried out at the board: Restore, by Anke")
    assert [(one.ruling, one.by) for one in two.events(Arbitrated)] == [("restore", "Anke")]
    phone.get_by_role("link", name="All boards").click()
    expect(phone.locator("#nothing")).to_have_text("Nothing is open.")
