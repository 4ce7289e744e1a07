"""An arbiter's evening from boot to the last result, at two boards with their own services, and never a terminal."""

import re

import pytest
from playwright.sync_api import Page, expect

from link.board_socket import read_status
from rules.irregularity import Verdict
from tests.hub.arbiters import LAPTOP, PHONE, admit, confirm, open_group, sign_in
from tests.support.live.seats import Seat
from tests.support.waiting import WITHIN_S

FIRST_ROUND = "Board,White,Black\n1,Jelle de Vries,Sytske Hoekstra\n2,Ype Bouma,Auke Zijlstra\n"
SECOND = 10**9


@pytest.fixture
def seats(system, tmp_path):
    made = [Seat(tmp_path / f"board-{number}", board=str(number)) for number in (1, 2)]
    for seat in made:
        seat.waits(lambda seat=seat: seat.game and read_status(seat.state))
    yield made
    for seat in made:
        seat.stop()


@pytest.fixture
def server(serve, seats, tmp_path):
    return serve([seat.state for seat in seats], *admit(tmp_path))


@pytest.fixture
def opened(browser, server):
    """Opens a page of the arbiter's at that path, on a screen of that size."""
    contexts = []

    def open_page(path, size):
        contexts.append(browser.new_context(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce"))
        page = contexts[-1].new_page()
        page.set_default_timeout(1000 * WITHIN_S)
        page.goto(f"{server.url}{path}")
        sign_in(page)
        return page

    yield open_page
    for context in contexts:
        context.close()


def card(page: Page, number: int):
    return page.locator(f"#board-{number}")


def to_board(page: Page, number: int) -> None:
    """From the list of all boards, or from the evening, to the board's desk."""
    page.get_by_role("link", name=f"Board {number}", exact=True).click()
    expect(page.locator("#status")).to_have_text("Live")


def rule_at_alert(page: Page, word: str) -> None:
    expect(page.locator("#status")).to_have_text("Live")  # before that a tap is asked back on a page of its own
    page.locator(".alert").first.get_by_role("button", name=word).click()
    confirm(page)


def add_minutes(page: Page, side: str, minutes: int) -> None:
    open_group(page, "Clock")
    page.get_by_label("Seconds").fill(str(60 * minutes))
    page.get_by_role("button", name=f"{side}: add time").click()


def agree_on_a_draw(page: Page) -> None:
    open_group(page, "Result")
    page.get_by_role("button", name="Draw agreed").click()
    confirm(page)


def end_the_game(page: Page, result: str) -> None:
    page.locator("#result").select_option(result)
    page.locator("#ground").select_option(index=1)
    page.locator("[data-word=end]:visible").first.click()
    confirm(page)


def names_and_start(page: Page, seats, folder) -> None:
    """The first round: a list from a file, the pieces, the clocks, and a move at each board."""
    page.get_by_role("link", name="The evening").click()
    expect(page.get_by_text("0 of 2 ready")).to_be_visible()

    (folder / "round-1.csv").write_bytes(b"\xff\xfe" + FIRST_ROUND.encode("utf-16-le"))
    page.locator("#list-file").set_input_files(folder / "round-1.csv")
    expect(page.locator("#list-text")).to_have_value(FIRST_ROUND)
    for label, value in (("Event", "Frysk Kampioenskip"), ("Round", "1"), ("Time control", "45m+30s")):
        page.locator("#list").get_by_label(label).fill(value)
    page.get_by_role("button", name="Give these names").click()
    expect(page.locator("#told")).to_contain_text("Board 2: White is Ype Bouma; Black is Auke Zijlstra; the event is Frysk Kampioenskip")
    expect(card(page, 2)).to_contain_text(re.compile("Ype Bouma . Auke Zijlstra"))
    for seat in seats:
        seat.set_up()
    expect(page.get_by_text("2 of 2 ready")).to_be_visible()
    page.get_by_role("button", name="Start the clocks").click()
    page.get_by_role("button", name="Yes").click()
    expect(page.locator("#boards .phase", has_text="A game runs")).to_have_count(2)
    for seat in seats:
        seat.move()
        assert (seat.now.opened.time_control, seat.now.opened.about.tags.round) == ("45m+30s", "1")


def irregular_on_a_telephone(page: Page, telephone: Page, seats) -> None:
    """A capture is missed at board 2, and the arbiter restores the position from the telephone."""
    seats[1].move(misses=True)
    assert seats[1].now.rulings[-1].verdict not in (Verdict.LEGAL, Verdict.UNSURE)
    expect(card(page, 2)).to_contain_text("1 alert open")
    telephone.get_by_role("link", name="1 alert open").click()
    rule_at_alert(telephone, "Restore")
    seats[1].waits(lambda: seats[1].now.pending is None)
    seats[1].restore()
    expect(card(page, 2)).not_to_contain_text("alert open")
    seats[1].move()
    assert seats[1].now.rulings[-1].verdict == Verdict.LEGAL


def time_draw_and_results(page: Page, seats) -> None:
    """Two minutes and a result at board 1; a draw at board 2."""
    one, two = seats
    to_board(page, 1)
    add_minutes(page, "Black", 2)
    one.waits(lambda: one.now.undoable and getattr(one.now.undoable.ruling, "added_ns", None) == (0, 120 * SECOND))
    page.go_back()
    to_board(page, 2)
    agree_on_a_draw(page)
    two.waits(lambda: two.now.result == "draw")
    page.goto(f"{page.url.rsplit('/', 2)[0]}/evening")
    card(page, 1).get_by_role("link", name="Result, board 1").click()
    end_the_game(page, "1-0")
    one.waits(lambda: one.now.result == "1-0")


def next_round(page: Page, seats) -> None:
    """The results stand, the games are closed, and the second round is asked for; its names are given in tests/hub/desk/test_evening.py."""
    page.goto(f"{page.url.rsplit('/', 2)[0]}/evening")
    expect(page.locator("#boards .result")).to_have_text(["White wins", "Draw"])
    for seat in seats:
        seat.clear()
    page.get_by_role("button", name="Next round").click()
    expect(page.locator("#asked-text")).to_have_text(
        "Close the games of boards 1, 2? Their results stay, and the boards wait for the next round."
    )
    page.get_by_role("button", name="Yes").click()
    expect(page.locator("#list").get_by_label("Round")).to_have_value("2")
    expect(page.locator("#boards .phase", has_text=re.compile("Waits for the pieces|Not ready"))).to_have_count(2)
    expect(card(page, 2).get_by_text("1 earlier game")).to_be_visible()


def test_an_evening_without_a_terminal(opened, seats, tmp_path):
    page = opened("desk", LAPTOP)
    names_and_start(page, seats, tmp_path)
    irregular_on_a_telephone(page, opened("evening", PHONE), seats)
    time_draw_and_results(page, seats)
    next_round(page, seats)
