"""One desk, over a real broker: an alert elsewhere is ruled on a telephone at the hub, and at the board once the network is gone."""

import json
import os
import re
import signal
import threading
from pathlib import Path

import pytest
from flask import session
from playwright.sync_api import expect

from hub.app import BOARDS, SignIn, create_app
from hub.boards.board import Boards
from record.events.of_game import Arbitrated
from tests.hub.arbiters import admit, admitted, sign_in
from tests.hub.conftest import PASSWORD
from tests.hub.test_accessible import AXE, COLOURS, EVERYTHING, LOOK
from tests.hub.venue.live_hall import LiveHall
from tests.mosquitto import mosquitto, soon

expect.set_options(timeout=20_000)
PHONE = {"width": 390, "height": 844}
SHOTS = os.environ.get("SHOTS")
"""A folder in which the pages are kept as pictures, for a person who looks at them."""


@pytest.fixture(scope="module")
def broker(tmp_path_factory):
    with mosquitto(tmp_path_factory.mktemp("a hall")) as running:
        yield running


@pytest.fixture
def hall_of(broker, tmp_path):
    """Makes a hall with boards of these keys."""
    made = []

    def start(*keys):
        if not broker.answers():  # another test has failed with it killed
            broker.start()
        made.append(LiveHall(tmp_path, broker, keys))
        admit(broker.hall.folder)
        made[-1].start()
        return made[-1]

    yield start
    for hall in made:
        hall.close()


@pytest.fixture
def window(browser):
    """Opens a page in a window of its own, signed in as Anke."""
    contexts = []

    def opened(url, path, size=PHONE):
        contexts.append(browser.new_context(viewport=size, reduced_motion="reduce"))
        page = contexts[-1].new_page()
        page.goto(f"{url}login?next=/{path}")
        sign_in(page)
        return page

    yield opened
    for context in contexts:
        context.close()


def shot(page, name):
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{name}.png")


def violations(page):
    """What axe finds on the page as it is, in light and in dark."""
    page.evaluate(AXE.read_text())
    found = []
    for scheme, asked in (("dark", COLOURS), ("light", EVERYTHING)):
        page.emulate_media(color_scheme=scheme)
        found += page.evaluate(LOOK, asked)
    return found


def everywhere(page, name):
    """Pictures of the page at other sizes, and in the dark."""
    for size in [(1024, 768), (1440, 900)] if SHOTS else []:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        shot(page, f"{name}-{size[0]}")
        page.emulate_media(color_scheme="dark")
        shot(page, f"{name}-{size[0]}-dark")
        page.emulate_media(color_scheme="light")
        page.set_viewport_size(PHONE)


def test_an_alert_is_ruled_on_a_phone_at_the_hub_and_at_the_board_when_the_cable_is_pulled(hall_of, broker, serve, window):
    hall = hall_of("1", "2")
    two = hall.boards["2"]
    hub = serve([hall.state("1"), hall.state("2")], *admitted(broker.hall.folder))
    phone = window(hub.url, "desk")
    expect(phone.locator("#nothing")).to_have_text("Nothing is open.")
    two.fault()
    alert = phone.locator("#alerts > li")
    expect(alert).to_contain_text("Board 2")
    phone.get_by_role("button", name="I take it").click()
    expect(alert).to_contain_text("Seen by Anke.")
    assert violations(phone) == []
    shot(phone, "one-desk-phone")
    everywhere(phone, "one-desk")
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
    assert soon(lambda: phone.request.get(f"{hub.url}{dossier[1:]}?asked=1").text().count("data:image/jpeg") == 3)
    shot(phone, "desk-of-2-phone")
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
    shot(phone, "ruled-phone")
    phone.get_by_role("link", name="All boards").click()
    expect(phone.locator("#nothing")).to_have_text("Nothing is open.")

    two.flag()
    expect(alert).to_contain_text("Black's time is used up.")
    alert.get_by_role("link").click()
    expect(phone.locator("#status")).to_have_text("Live")
    own = serve([two.state], "--lone", "--secret-key", str(two.state / "secret_key"), "--arbiters", str(two.accounts))
    broker.end(signal.SIGKILL)
    expect(phone.locator("#cut-off")).to_have_text("This board cannot be reached from here. Rule at its own desk, at the board.")
    confirm = phone.locator(".alert").get_by_role("button", name="Confirm")
    expect(confirm).to_be_disabled()
    expect(confirm).to_have_accessible_description("This board cannot be reached from here. Rule at its own desk, at the board.")
    assert violations(phone) == []
    shot(phone, "cut-off-phone")
    everywhere(phone, "cut-off")
    asked = """async (body) => (await fetch("/desk/2/rule", { method: "POST", body,
        headers: { Accept: "application/json", "X-Token": document.body.dataset.token } })).json()"""
    refused = phone.evaluate(asked, json.dumps({"word": "stop-clock", "seq": 2, "game": "0001", "after": two.last_row - 1}))
    assert refused["error"] == "the board cannot be reached from here, and nothing was done: rule at its own desk"
    at_board = window(own.url, "desk/1")  # with the account that came over the wire
    at_board.locator(".alert").get_by_role("button", name="Confirm").click()
    at_board.locator("#ask").get_by_role("button", name="Confirm").click()
    expect(at_board.locator("#told")).to_contain_text("Done:")
    phone.get_by_role("link", name="All boards").click()
    expect(phone.locator("#board-2 .open")).to_contain_text("Cut off: rule at the board")
    shot(phone, "one-desk-cut-off-phone")
    broker.start()
    expect(phone.locator("#nothing")).to_have_text("Nothing is open.")
    expect(phone.locator("#board-2 .open")).to_have_text("Nothing open")
    phone.locator("#board-2 a").click()
    expect(phone.locator("#rulings li").first).to_contain_text("End the game")
    expect(phone.locator("#cut-off")).to_be_hidden()
    assert [one.ruling for one in two.events(Arbitrated)] == ["restore", "end"]


def arbiter_at(app):
    client = app.test_client()
    with client:
        client.get("/login")
        client.post("/login", data={"name": "Anke", "password": PASSWORD, "token": session["token"]})
        client.get("/login")
        client.environ_base["HTTP_X_TOKEN"] = session["token"]
    client.environ_base["HTTP_ACCEPT"] = "application/json"
    return client


def test_of_two_arbiters_at_hub_and_board_one_rules_and_the_other_is_told(hall_of, broker):
    hall = hall_of("3")
    board = hall.boards["3"]
    row = board.fault()
    assert soon(lambda: hall.is_whole("3"))
    apps = [
        create_app(Boards.of_states([state]), sign_in=SignIn(b"k" * 64, accounts), follow=False)
        for state, accounts in ((hall.state("3"), hall.accounts), (board.state, board.accounts))
    ]
    clients = [arbiter_at(app) for app in apps]
    for app in apps:
        app.extensions[BOARDS].first.desk.look()
    words = {"word": "restore", "seq": 2, "game": "0001", "after": 0}
    answers = [None, None]
    both = threading.Barrier(2)

    def rule(place):
        both.wait()
        answers[place] = clients[place].post("/desk/3/rule", json=words)

    threads = [threading.Thread(target=rule, args=(place,)) for place in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert sorted(answer.status_code for answer in answers) == [200, 409], [answer.json for answer in answers]
    assert len(board.events(Arbitrated)) == 1
    refused = next(answer for answer in answers if answer.status_code == 409)
    assert refused.json["error"], "it is told why"
    done = next(answer for answer in answers if answer.status_code == 200)
    assert (done.json["done"], [one["word"] for one in done.json["view"]["rulings"]]) == (True, ["restore"])
    assert soon(lambda: hall.is_whole("3"))
    board.flag()
    assert soon(lambda: hall.is_whole("3"))
    late = clients[0].post("/desk/3/rule", json={"word": "stop-clock", "seq": 2, "game": "0001", "after": 0})
    assert (late.status_code, late.json["error"]) == (
        409,
        "Another ruling was made meanwhile, and this one was not. Look at the game as it stands now.",
    )
    assert row
    for app in apps:
        app.extensions[BOARDS].first.feed.close()
        app.extensions[BOARDS].first.desk.close()
