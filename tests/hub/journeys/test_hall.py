"""A hall as `damcam demo --hall` keeps it up: names and rulings given on a telephone at the hub, a cut network, and kills."""

import os
import re
import signal
from random import Random

import pytest
from playwright.sync_api import expect

from hub.desk.board_links import RULE_THERE
from link.board_socket import CommandCall
from link.messages import Accepted, Command, Outcome, new_id
from link.sending import CUT_OFF
from record.decisions.commands import AddTimes
from record.events.of_game import Arbitrated, TimesSet
from record.events.of_record import Described
from tests.hub.arbiters import PHONE, sign_in
from tests.hub.desk.desk_page import form_of
from tests.support.axe import violations
from tests.support.rehearsed import rehearsed
from tests.support.waiting import wait_until


@pytest.fixture
def hall(system, tmp_path):
    """A hub and two boards; at the second, players wait for the arbiter since a capture was missed."""
    with rehearsed(tmp_path / "hall", 2) as hall:
        wait_until(lambda: hall.state("2").pending == "27c-missed", lambda: hall.said)
        yield hall


@pytest.fixture
def window(browser, hall):
    """Opens an address in a window of its own, signed in as the arbiter of the hall."""
    contexts = []

    def opened(url):
        contexts.append(browser.new_context(viewport=dict(zip(("width", "height"), PHONE, strict=True)), reduced_motion="reduce"))
        page = contexts[-1].new_page()
        site, path = re.fullmatch(r"(http://[^/]*/)(.*)", url).groups()
        page.goto(f"{site}login?next=/{path}")
        sign_in(page, **hall.told["sign_in"])
        expect(page.locator("#status")).to_have_text("Live")
        return page

    yield opened
    for context in contexts:
        context.close()


def dialog_of(page):
    page.get_by_role("button", name="Correct the names, board 2").click()
    return page.get_by_role("dialog")


def store(dialog, **values):
    for label, value in values.items():
        dialog.get_by_label(label).fill(value)
    dialog.get_by_role("button", name="Store").click()


def correct_names_at_both(hall, at_board, at_hub):
    """What was corrected at the board is not undone at the hub."""
    theirs, own = dialog_of(at_hub), dialog_of(at_board)
    store(own, White="Jelle Smit")
    expect(own).to_be_hidden()
    store(theirs, Black="Sytske Vos")
    expect(theirs).to_be_hidden()
    expect(at_hub.locator("#board-2 .players")).to_have_text(re.compile("Jelle Smit . Sytske Vos"))
    theirs, own = dialog_of(at_hub), dialog_of(at_board)
    store(own, White="J. Smit")
    expect(own).to_be_hidden()
    store(theirs, White="Jelle")
    expect(theirs.get_by_role("alert")).to_contain_text("J. Smit")
    told = [event.about.tags.told for event in hall.events("2", Described)]
    assert told[-3:] == [{"white": "Jelle Smit"}, {"black": "Sytske Vos"}, {"white": "J. Smit"}]
    store(theirs)
    expect(theirs).to_be_hidden()
    assert hall.events("2", Described)[-1].about.tags.told == {"white": "Jelle"}


def prepare_the_next_game(at_hub):
    """Its names are shown at the hub, which has them from the board."""
    at_hub.get_by_role("button", name="Names of the next game, board 2").click()
    dialog = at_hub.get_by_role("dialog")
    store(dialog, White="Ype", Black="Auke")
    expect(dialog).to_be_hidden()
    expect(at_hub.locator("#board-2 .prepared")).to_contain_text("Ype \u2013 Auke")


def set_up_what_is_refused(at_desk):
    """The dialog says why a position was refused, and the page behind it does not go on saying that it is on its way."""
    refused = {"error": "somebody ruled meanwhile", "lang": "en"}

    def refuse(route):
        """What is confirmed; the question is asked back as ever."""
        if "sure" in (route.request.post_data or ""):
            route.fulfill(status=409, json=refused)
        else:
            route.continue_()

    at_desk.route("**/desk/2/rule", refuse)
    at_desk.get_by_role("button", name="Position", exact=True).click()
    at_desk.get_by_role("button", name="Set up a position").click()
    at_desk.locator("#setup-send").click()
    at_desk.locator("#ask").get_by_role("button", name="Confirm").click()
    expect(at_desk.locator("#setup-fault")).to_have_text("Not done: somebody ruled meanwhile")
    expect(at_desk.locator("#feedback")).to_be_hidden()
    at_desk.unroute("**/desk/2/rule")
    at_desk.get_by_role("dialog").get_by_role("button", name="Close").click()


def test_names_and_an_alert_are_ruled_on_a_telephone_at_the_hub(hall, window):
    pages, boards = hall.told["pages"], hall.told["boards"]
    at_board, phone = window(f"{boards['2']['own']}evening"), window(pages["evening"])
    correct_names_at_both(hall, at_board, phone)
    prepare_the_next_game(phone)
    phone.goto(pages["desk"])
    alert = phone.locator("#alerts > li").filter(has_text="Board 2")
    alert.get_by_role("button", name="I take it").click()
    expect(alert).to_contain_text("Seen by Anke.")
    assert violations(phone) == []
    alert.get_by_role("link").click()
    expect(phone).to_have_url(re.compile(r"/desk/2#alert-"))
    expect(phone.get_by_alt_text("Picture after")).to_be_visible()
    phone.locator(".alert details.more > summary").click()
    kept = phone.locator(".kept a[href*='/picture/']").first
    (hall.game("2").parent / kept.get_attribute("href").rpartition("/picture/")[2]).unlink()
    kept.click()
    expect(phone.locator("figure.away")).to_contain_text("No picture: the board has no such picture any more")
    (dossier,) = [link.get_attribute("href") for link in phone.locator(".dossier a").all()]
    address = f"{pages['hub']}{dossier[1:]}"
    assert re.search("[12] of 4 are not here yet", phone.request.get(address).text())
    wait_until(lambda: phone.request.get(f"{address}?asked=1").text().count("data:image/jpeg") == 3, lambda: hall.said)
    set_up_what_is_refused(phone)
    phone.locator(".alert").get_by_role("button", name="Restore").click()
    service = hall.told["processes"]["board-2"]
    other = window(boards["2"]["desk"])
    os.kill(service, signal.SIGSTOP)
    phone.locator("#ask").get_by_role("button", name="Confirm").click()
    expect(phone.locator("#on-its-way")).to_contain_text("On its way to the board: Restore, by Anke")
    os.kill(service, signal.SIGCONT)
    expect(phone.locator("#told")).to_have_text("Done: Restore")
    expect(phone.locator("#on-its-way")).to_be_hidden()
    expect(other.locator("#on-its-way")).to_contain_text("Done: Restore, by Anke")
    assert [(one.ruling, one.by) for one in hall.events("2", Arbitrated)] == [("restore", "Anke")]


def test_a_fault_is_ruled_at_the_board_while_the_network_is_cut_and_the_hub_shows_it_when_it_is_back(hall, window):
    boards = hall.told["boards"]
    phone = window(boards["2"]["desk"])
    stands = phone.locator(".alert").get_by_role("button", name="Let stand")
    expect(stands).to_be_enabled()
    hall.order("stop broker", "broker is stopped")
    expect(phone.locator("#cut-off")).to_have_text(str(RULE_THERE))
    expect(stands).to_be_disabled()
    expect(stands).to_have_accessible_description(str(RULE_THERE))
    assert violations(phone) == []
    asked = """async (fields) => (await fetch("/desk/2/rule", { method: "POST", body: new URLSearchParams(fields),
        headers: { Accept: "application/json", "X-Token": document.body.dataset.token } })).json()"""
    refused = phone.evaluate(asked, form_of("stop-clock", seq=1, game="0001", after=0))
    assert refused["error"] == str(CUT_OFF)
    at_board = window(f"{boards['2']['own']}desk/1")  # with the account that came over the wire
    at_board.locator(".alert").get_by_role("button", name="Let stand").click()
    expect(at_board.locator("#told")).to_contain_text("Done:")
    phone.get_by_role("link", name="All boards").click()
    expect(phone.locator("#board-2 .open")).to_contain_text("Cannot be reached: rule at the board")
    hall.order("start broker", "broker runs")
    phone.locator("#board-2").get_by_role("link", name="Board 2").click()
    expect(phone.locator("#cut-off")).to_be_hidden()
    expect(phone.locator("#rulings li").first).to_contain_text("Let stand")
    assert [one.ruling for one in hall.events("2", Arbitrated)] == ["stand"]


def test_no_row_is_lost_and_no_command_is_done_twice_or_answered_otherwise_whoever_is_killed(hall):
    chance, outcomes = Random(4), dict[str, Outcome]()

    def done():
        return [one.reason for one in hall.events("2", TimesSet)]

    def ask(name, call):
        if name not in outcomes and (outcome := call.step()):
            outcomes[name] = outcome
        return name in outcomes

    for name in ("uplink-2", "mirror", "broker", "board-2", "hub", "pages-2"):
        call = CommandCall(hall.folder / "hub" / "boards" / "2", Command(new_id(), "0001", AddTimes(10**9, 0, "Anke", name), 60_000))
        is_sent, is_done = (lambda call=call: call.was_sent), (lambda name=name: name in done())
        moment = chance.choice((is_sent, is_done))
        wait_until(lambda name=name, call=call, moment=moment: ask(name, call) or moment(), lambda: hall.said)
        hall.kill(name)
        wait_until(lambda name=name, call=call: ask(name, call), lambda: hall.said)
        call.close()
    assert len(done()) == len(set(done()))
    assert {name for name, outcome in outcomes.items() if isinstance(outcome, Accepted)} == set(done())
    for key in ("1", "2"):
        hall.becomes_whole(key)
