"""A board's network is cut and comes back: what is ruled at the board meanwhile, and what the hub says of it."""

import json
import signal

from playwright.sync_api import expect

from hub.venue.venue_says import VenueSays
from record.events.of_game import Arbitrated
from tests.hub.arbiters import admitted
from tests.support.axe import violations


def test_a_flag_is_confirmed_at_the_board_while_the_network_is_cut_and_the_hub_shows_it_when_it_is_back(hall, serve, window):
    broker, two = hall.broker, hall.boards["2"]
    hub = serve([hall.state("1"), hall.state("2")], *admitted(broker.hall.folder))
    phone = window(hub.url, "desk")
    alert = phone.locator("#alerts > li")
    two.game.move("white", 32, 28)
    two.flag()
    expect(alert).to_contain_text("Black's time is used up.")
    alert.get_by_role("link").click()
    expect(phone.locator("#status")).to_have_text("Live")
    own = serve([two.state], "--lone", "--secret-key", str(two.state / "secret_key"), "--arbiters", str(two.accounts))
    broker.end(signal.SIGKILL)
    expect(phone.locator("#cut-off")).to_have_text(str(VenueSays.RULE_THERE.said()))
    confirm = phone.locator(".alert").get_by_role("button", name="Confirm")
    expect(confirm).to_be_disabled()
    expect(confirm).to_have_accessible_description(str(VenueSays.RULE_THERE.said()))
    assert violations(phone) == []
    asked = """async (body) => (await fetch("/desk/2/rule", { method: "POST", body,
        headers: { Accept: "application/json", "X-Token": document.body.dataset.token } })).json()"""
    refused = phone.evaluate(asked, json.dumps({"word": "stop-clock", "seq": 1, "game": "0001", "after": 0}))
    assert refused["error"] == str(VenueSays.CUT_OFF.said())
    at_board = window(own.url, "desk/1")  # with the account that came over the wire
    at_board.locator(".alert").get_by_role("button", name="Confirm").click()
    at_board.locator("#ask").get_by_role("button", name="Confirm").click()
    expect(at_board.locator("#told")).to_contain_text("Done:")
    phone.get_by_role("link", name="All boards").click()
    expect(phone.locator("#board-2 .open")).to_contain_text("Cut off: rule at the board")
    broker.start()
    expect(phone.locator("#nothing")).to_have_text("Nothing is open.")
    expect(phone.locator("#board-2 .open")).to_have_text("Nothing open")
    phone.locator("#board-2 a").click()
    expect(phone.locator("#rulings li").first).to_contain_text("End the game")
    expect(phone.locator("#cut-off")).to_be_hidden()
    assert [one.ruling for one in two.events(Arbitrated)] == ["end"]
