"""Names of a board elsewhere, corrected at the board and at the hub at once, over a real broker and in a real browser."""

import re
import time
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from pi.checks.readiness import Readiness
from pi.setup.settings import Settings
from record.decisions import next_game
from record.decisions.words import PrepareGame
from record.events.about import About
from record.events.of_record import Described
from tests.hub.arbiters import admit, admitted, sign_in
from tests.hub.venue.live_hall import LiveHall
from tests.mosquitto import mosquitto, soon
from vision.camera.ring import Ring

expect.set_options(timeout=20_000)
pytestmark = pytest.mark.timeout(240)


@pytest.fixture
def hall(tmp_path, tmp_path_factory):
    with mosquitto(tmp_path_factory.mktemp("a hall")) as broker:
        made = LiveHall(tmp_path, broker, ("1",))
        admit(broker.hall.folder)
        made.start()
        yield made
        made.close()


@pytest.fixture
def evenings(browser, serve, hall):
    """The evening page at the board, and that at the hub."""
    board = hall.boards["1"]
    own = ("--secret-key", str(board.state / "secret_key"), "--arbiters", str(board.accounts))
    servers = serve([board.state], "--lone", *own), serve([hall.state("1")], *admitted(hall.broker.hall.folder))
    contexts = [browser.new_context(reduced_motion="reduce") for _ in servers]
    pages = [context.new_page() for context in contexts]
    for page, server in zip(pages, servers, strict=True):
        page.goto(f"{server.url}login?next=/evening")
        sign_in(page)
    yield pages
    for context in contexts:
        context.close()


def dialog_of(page):
    page.get_by_role("button", name="Correct the names, board 1").click()
    return page.get_by_role("dialog")


def store(dialog, **values):
    for label, value in values.items():
        dialog.get_by_label(label).fill(value)
    dialog.get_by_role("button", name="Store").click()


def test_what_was_corrected_at_the_board_is_not_undone_at_the_hub(hall, evenings):
    at_board, at_hub = evenings
    theirs = dialog_of(at_hub)
    own = dialog_of(at_board)
    store(own, White="Jelle de Vries")
    expect(own).to_be_hidden()
    store(theirs, Black="Sytske Hoekstra")
    expect(theirs).to_be_hidden()
    assert soon(lambda: hall.is_whole("1"))
    expect(at_hub.locator("#board-1 .players")).to_have_text(re.compile("Jelle de Vries . Sytske Hoekstra"))
    theirs = dialog_of(at_hub)
    own = dialog_of(at_board)
    store(own, White="J. de Vries")
    expect(own).to_be_hidden()
    store(theirs, White="Jelle")
    expect(theirs.get_by_role("alert")).to_contain_text("this was changed meanwhile: White is J. de Vries now")
    told = [event.about.tags.told for event in hall.boards["1"].events(Described)]
    assert told == [{"white": "Jelle de Vries"}, {"black": "Sytske Hoekstra"}, {"white": "J. de Vries"}]
    store(theirs)
    expect(theirs).to_be_hidden()
    assert hall.boards["1"].events(Described)[-1].about.tags.told == {"white": "Jelle"}


def test_the_names_of_the_next_game_are_shown_at_the_hub_until_it_begins(hall, evenings):
    state, (_, at_hub) = hall.boards["1"].state, evenings
    readiness = Readiness(state, Ring(wait_s=0.0), Settings(), time.monotonic_ns, time.monotonic_ns)
    word = PrepareGame("Anke", "0002", About.of({"white": "Ype Bouma", "black": "Auke"}))
    for prepared, line in ((word, "Ype Bouma"), (replace(word, about=About.of({"white": "Ype"})), "Ype \u2013 Auke")):
        next_game.keep(state, prepared)
        readiness.write()
        expect(at_hub.locator("#board-1 .prepared")).to_contain_text(line)
    next_game.drop(state, "0002")
    readiness.write()
    expect(at_hub.locator("#board-1 .prepared")).to_have_count(0)
